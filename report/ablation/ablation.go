// Package ablation compares variants of a training configuration: the same
// budget, several seeds each, measured against the same opponents.
package ablation

import (
	"fmt"

	"ringer/report/ratio"
	"ringer/train"
)

// Study compares variants of a training with the first of them.
type Study struct {
	Seeds    int       `json:"seeds"`
	Variants []Variant `json:"variants"`
}

// Variant holds the results of training with one change.
type Variant struct {
	Name               string    `json:"name"`
	Game               string    `json:"game"`
	Decisions          int       `json:"decisions"` // of each run
	DecisionsPerSecond float64   `json:"decisions_per_second"`
	Opponents          []Outcome `json:"opponents"`
}

// Outcome holds the results of a variant's runs against one opponent. The unit of
// sampling is a run: the intervals are those of Student's t over the seeds.
type Outcome struct {
	Opponent string    `json:"opponent"`
	Games    int       `json:"games"` // of all runs together
	Runs     []float64 `json:"runs"`  // win rate of each seed
	ratio.Mean

	// Gain is this variant's win rate minus that of the first variant, seed by
	// seed; nil for the first variant itself.
	Gain *ratio.Mean `json:"gain,omitempty"`
}

// Run is one finished training run of a variant.
type Run struct {
	Variant string
	Game    string
	Result  *train.Result
}

// New sums up finished runs, which are listed by variant and then by seed. It
// returns an error when the runs of a variant were not measured against the same
// opponents as those of the first.
func New(runs [][]Run) (*Study, error) {
	if len(runs) < 2 || len(runs[0]) < 2 {
		return nil, fmt.Errorf("ablation: want at least two variants and two seeds")
	}
	s := &Study{Seeds: len(runs[0])}
	for _, of := range runs {
		v := Variant{Name: of[0].Variant, Game: of[0].Game, Decisions: of[0].Result.Decisions}
		for _, r := range of {
			v.DecisionsPerSecond += r.Result.DecisionsPerSecond / float64(len(of))
		}
		for i, first := range runs[0][0].Result.Evaluations {
			if first.Exploitability != nil {
				continue
			}
			o := Outcome{Opponent: first.Opponent}
			for _, r := range of {
				if i >= len(r.Result.Evaluations) || r.Result.Evaluations[i].Opponent != o.Opponent {
					return nil, fmt.Errorf("ablation: %s was not measured against %s", r.Variant, o.Opponent)
				}
				e := r.Result.Evaluations[i]
				o.Games += e.Games
				o.Runs = append(o.Runs, e.WinRate)
			}
			o.Mean = ratio.OfMean(o.Runs)
			if len(s.Variants) > 0 {
				gain := ratio.OfMean(less(o.Runs, s.Variants[0].Opponents[len(v.Opponents)].Runs))
				o.Gain = &gain
			}
			v.Opponents = append(v.Opponents, o)
		}
		s.Variants = append(s.Variants, v)
	}
	return s, nil
}

// less returns a - b, element by element.
func less(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return d
}
