package curves

import "math"

// curvePoint is a point of `ringer curves --json`.
type curvePoint struct {
	Step      int      `json:"step"`
	Decisions float64  `json:"decisions"`
	Seconds   *float64 `json:"seconds"`
	Value     float64  `json:"value"`
	Low       *float64 `json:"low"`
	High      *float64 `json:"high"`
}

func pointObject(p Point) curvePoint {
	return curvePoint{p.Step, p.Decisions, orNull(p.Seconds), p.Value, orNull(p.Low), orNull(p.High)}
}

// orNull returns a number, or nil for NaN.
func orNull(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}

// Object returns the object of `ringer curves --json`; out is the file that was written, if any.
func Object(runs []Run, metrics []Metric, out string) any {
	type runObject struct {
		Run           string `json:"run"`
		Configuration string `json:"configuration"`
		Seed          uint64 `json:"seed"`
	}
	type curveObject struct {
		Configuration string       `json:"configuration"`
		Runs          []string     `json:"runs"`
		Seeds         []uint64     `json:"seeds"`
		Points        []curvePoint `json:"points"`
		Final         *curvePoint  `json:"final"`
	}
	type metricObject struct {
		Metric  string        `json:"metric"`
		Finding string        `json:"finding"`
		Budget  string        `json:"budget,omitempty"`
		Curves  []curveObject `json:"curves"`
	}
	object := struct {
		Runs    []runObject    `json:"runs"`
		Metrics []metricObject `json:"metrics"`
		Out     string         `json:"out,omitempty"`
	}{Out: out}
	for _, r := range runs {
		object.Runs = append(object.Runs, runObject{r.Dir, r.Label, r.Seed})
	}
	for i := range metrics {
		m := metricObject{Metric: metrics[i].Name, Finding: metrics[i].Finding(), Budget: metrics[i].Budget}
		for _, c := range metrics[i].Curves {
			o := curveObject{Configuration: c.Label, Runs: c.Runs, Seeds: c.Seeds, Points: []curvePoint{}}
			for _, p := range c.Points {
				o.Points = append(o.Points, pointObject(p))
			}
			if c.Final != nil {
				final := pointObject(*c.Final)
				o.Final = &final
			}
			m.Curves = append(m.Curves, o)
		}
		object.Metrics = append(object.Metrics, m)
	}
	return object
}
