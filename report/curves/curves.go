package curves

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"ringer/report/ratio"
)

// Run holds what is known of one training run.
type Run struct {
	Dir    string
	Label  string // of its configuration, without the seed: runs of one label are one curve
	Seed   uint64
	Points []Sample // by step, ascending
	Final  map[string]Figure
}

// Has reports whether any step of a run has a metric.
func (r *Run) Has(name string) bool {
	return slices.ContainsFunc(r.Points, func(s Sample) bool { _, ok := s.Values[name]; return ok })
}

// Sample holds the numbers of one iteration, by metric.
type Sample struct {
	Step      int
	Decisions float64
	Seconds   float64 // of the run until then, NaN when unknown

	// Training and Processor are the seconds of training until then, without evaluations on the way,
	// by the clock and of all processors together; NaN when unknown.
	Training, Processor float64

	Values map[string]Figure
}

// Figure is a number with its interval; Low and High are NaN where it has none.
type Figure struct {
	Value, Low, High float64
	Of               int // games behind the interval, 0 when unknown
}

// Bare returns a figure without an interval.
func Bare(v float64) Figure { return Figure{v, math.NaN(), math.NaN(), 0} }

// Curve is one metric of one configuration.
type Curve struct {
	Label string
	Runs  []string
	Seeds []uint64

	// Points are the steps that every run has reached; Final is measured at the end, on
	// games that chose nothing, by the better of the last and the averaged weights.
	Points []Point
	Final  *Point
}

// Point is the mean of a metric over runs.
type Point struct {
	Step      int
	Decisions float64 // mean over runs
	Seconds   float64 // likewise; NaN when a run does not say
	Figure            // Low and High are over seeds, or with one seed over games
}

// Metric is one metric with a curve for each configuration, in the order of the runs.
type Metric struct {
	Name   string
	Curves []Curve
	Budget string // of LearnedExploitability, in words
}

// Names of metrics.
const (
	Exploitability = "exploitability"

	// LearnedExploitability is the gain of best responses that were trained against
	// checkpoints: a lower bound of the exploitability.
	LearnedExploitability = "learned_exploitability"

	winRate = "win_rate/"
)

// IsShare reports whether a metric is a share, from 0 to 1.
func IsShare(name string) bool {
	return strings.HasPrefix(name, winRate) || strings.Contains(name, "normalized_entropy") || strings.HasPrefix(name, "league/share") || strings.HasSuffix(name, "_rate")
}

// Names lists the metrics of runs, metrics of evaluations first.
func Names(runs []Run) []string {
	seen := map[string]bool{}
	for i := range runs {
		for name := range runs[i].Final {
			seen[name] = true
		}
		for _, s := range runs[i].Points {
			for name := range s.Values {
				seen[name] = true
			}
		}
	}
	var names []string
	for name := range seen {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(a, b)) })
	return names
}

// class orders metrics: exploitability, wins, and the others.
func class(name string) int {
	switch {
	case name == Exploitability, name == LearnedExploitability:
		return 0
	case strings.HasPrefix(name, winRate):
		return 1
	}
	return 2
}

// Evaluated reports whether a metric is one of an evaluation, which is shown unless
// others are asked for.
func Evaluated(name string) bool { return class(name) < 2 }

// New returns the curves of a metric.
func New(runs []Run, name string) Metric {
	m := Metric{Name: name}
	var labels []string
	for i := range runs {
		if !slices.Contains(labels, runs[i].Label) {
			labels = append(labels, runs[i].Label)
		}
	}
	for _, label := range labels {
		var group []*Run
		for i := range runs {
			if runs[i].Label == label {
				group = append(group, &runs[i])
			}
		}
		if c := curve(label, group, name); len(c.Points) > 0 || c.Final != nil {
			m.Curves = append(m.Curves, c)
		}
	}
	return m
}

// curve is the metric of runs that differ in their seeds alone.
func curve(label string, runs []*Run, name string) Curve {
	c := Curve{Label: label}
	at := map[int][]Sample{} // by step, one a run
	var finals []Sample
	for _, r := range runs {
		c.Runs, c.Seeds = append(c.Runs, r.Dir), append(c.Seeds, r.Seed)
		for _, s := range r.Points {
			if _, ok := s.Values[name]; ok {
				at[s.Step] = append(at[s.Step], s)
			}
		}
		if f, ok := r.Final[name]; ok && len(r.Points) > 0 {
			end := r.Points[len(r.Points)-1]
			end.Values = map[string]Figure{name: f}
			finals = append(finals, end)
		}
	}
	for step, samples := range at {
		if len(samples) == len(runs) {
			c.Points = append(c.Points, mean(step, samples, name))
		}
	}
	slices.SortFunc(c.Points, func(a, b Point) int { return cmp.Compare(a.Step, b.Step) })
	if len(finals) == len(runs) {
		final := mean(finals[0].Step, finals, name)
		c.Final = &final
	}
	return c
}

// mean returns the mean of samples of several runs with Student's interval, or the one
// sample with an interval of its own.
func mean(step int, samples []Sample, name string) Point {
	p := Point{Step: step}
	var values []float64
	for _, s := range samples {
		p.Decisions += s.Decisions / float64(len(samples))
		p.Seconds += s.Seconds / float64(len(samples))
		p.Of += s.Values[name].Of
		values = append(values, s.Values[name].Value)
	}
	if len(values) == 1 {
		p.Figure = samples[0].Values[name]
		return p
	}
	m := ratio.OfMean(values)
	p.Value, p.Low, p.High = m.Value, m.Low, m.High
	if IsShare(name) {
		p.Low, p.High = max(0, p.Low), min(1, p.High)
	}
	if name == Exploitability {
		p.Low = max(0, p.Low)
	}
	return p
}

// Last returns the point that a curve is judged by: the final one, else the last.
func (c *Curve) Last() Point {
	if c.Final != nil {
		return *c.Final
	}
	return c.Points[len(c.Points)-1]
}
