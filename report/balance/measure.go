package balance

import (
	"math"

	"ringer/report/ratio"
)

// Measure is a named figure of a report with its 95% interval: targets and comparisons
// speak of it by its name.
type Measure struct {
	Name  string  `json:"name"` // seats.1.win_rate
	Words string  `json:"words"`
	Who   string  `json:"who,omitempty"`   // the seat, side or place in the order that it is of, for people
	Share bool    `json:"share,omitempty"` // from 0 to 1, shown in percent
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	N     int     `json:"n"`  // observations behind it
	Of    string  `json:"of"` // that are counted: games, forks

	// times is by how much observations must be multiplied to decide, where the interval does
	// not say it: 0.
	times float64
}

// half returns half the length of the interval.
func (m *Measure) half() float64 { return (m.High - m.Low) / 2 }

// Change is how a measure differs between two reports.
type Change struct {
	Measure
	Before     float64 `json:"before"`
	Difference float64 `json:"difference"`
	DiffLow    float64 `json:"difference_low"`
	DiffHigh   float64 `json:"difference_high"`
	Clear      bool    `json:"clear"` // among all changes, at a share of 5% of wrong ones
}

// z is the quantile of a 95% interval.
const z = 1.959963984540054

// Changes compares the measures that two reports share: the clear ones first, by size in
// standard errors. The two are taken as independent, which makes intervals of reports on the
// same deals too long, never too short. Clear holds the share of wrong ones among those
// marked to 5% (Benjamini and Hochberg, "Controlling the false discovery rate", 1995).
func Changes(before, after []Measure) []Change {
	old := map[string]*Measure{}
	for i := range before {
		old[before[i].Name] = &before[i]
	}
	var out []Change
	var ps, sizes []float64
	for _, m := range after {
		o := old[m.Name]
		if o == nil {
			continue
		}
		d, half := m.Value-o.Value, math.Hypot(m.half(), o.half())
		out = append(out, Change{Measure: m, Before: o.Value, Difference: d, DiffLow: d - half, DiffHigh: d + half})
		size := 0.
		if d != 0 {
			size = math.Abs(d) / max(half/z, 1e-12)
		}
		sizes = append(sizes, size)
		ps = append(ps, math.Erfc(size/math.Sqrt2))
	}
	for i, rate := range ratio.DiscoveryRates(ps) {
		out[i].Clear = rate <= .05
	}
	sorted := make([]Change, 0, len(out))
	for _, i := range ratio.Ranked(sizes) {
		sorted = append(sorted, out[i])
	}
	return sorted
}
