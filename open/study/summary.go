package study

import (
	"math"
	"slices"

	"ringer/report/ladder"
	"ringer/report/ratio"
)

// Measures of a Summary.
const (
	Wins           = "win_rate"
	WinsOfNetworks = "win_rate_against_variant" // against the network of another variant, of the same length and seed
	Exploitability = "exploitability"
)

// Summary holds one measure of all runs of an arm: the rate of wins against an opponent, or
// the exploitability. The unit of sampling is a run: intervals come from Student's t over
// the seeds.
type Summary struct {
	Variant  string    `json:"variant,omitempty"` // empty: the configuration as it is
	Factor   float64   `json:"factor"`            // of the configured decisions
	Measure  string    `json:"measure"`
	Opponent string    `json:"opponent,omitempty"`
	Seeds    []uint64  `json:"seeds"`
	Values   []float64 `json:"values"` // one a seed
	Games    int       `json:"games"`  // of each seed; 0: exact
	Equal    float64   `json:"equal_share"`
	Mean     float64   `json:"mean"`

	// Low and High bound the 95% interval; with one seed it is over its games, nil where those
	// are none.
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`

	// Decisions and PerSecond are a run's, on the mean; 0: nobody knows.
	Decisions float64 `json:"decisions"`
	PerSecond float64 `json:"decisions_per_second"`

	// Gain is the mean less the mean of the configuration as it is, of the same length, seed
	// by seed; nil for that itself, and with fewer than two seeds.
	Gain *ratio.Mean `json:"gain,omitempty"`
}

// Summarize sums up runs that are listed by arm, and then by seed.
func Summarize(runs []ladder.Training) (list []Summary) {
	for from := 0; from < len(runs); {
		to := from + 1
		for to < len(runs) && runs[to].Variant == runs[from].Variant && runs[to].Factor == runs[from].Factor {
			to++
		}
		list = append(list, summaries(runs[from:to])...)
		from = to
	}
	for i := range list {
		for k := range list {
			if base := &list[k]; list[i].Variant != "" && base.Variant == "" && base.Factor == list[i].Factor && base.Measure == list[i].Measure && base.Opponent == list[i].Opponent {
				list[i].Gain = gain(&list[i], base)
			}
		}
	}
	return list
}

// summaries sums up the runs of one arm: each measure of the first one.
func summaries(runs []ladder.Training) (list []Summary) {
	first := &runs[0]
	arm := Summary{Variant: first.Variant, Factor: first.Factor}
	for i := range runs {
		arm.Decisions += float64(runs[i].Decisions) / float64(len(runs))
		if runs[i].Seconds > 0 {
			arm.PerSecond += float64(runs[i].Decisions) / runs[i].Seconds / float64(len(runs))
		}
	}
	if first.Exploitability != nil {
		s := arm
		s.Measure = Exploitability
		s.over(runs, math.Inf(1), func(t *ladder.Training) *ladder.Report {
			if t.Exploitability == nil {
				return nil
			}
			return &ladder.Report{WinRate: *t.Exploitability}
		})
		list = append(list, s)
	}
	for _, of := range []struct {
		measure string
		reports func(*ladder.Training) []ladder.Report
	}{
		{Wins, func(t *ladder.Training) []ladder.Report { return t.Results }},
		{Wins, func(t *ladder.Training) []ladder.Report {
			if t.Ringer == nil {
				return nil
			}
			return []ladder.Report{t.Ringer.Report}
		}},
		{WinsOfNetworks, func(t *ladder.Training) []ladder.Report { return t.Peers }},
	} {
		for _, r := range of.reports(first) {
			s := arm
			s.Measure, s.Opponent, s.Games, s.Equal = of.measure, r.Opponent, r.Games, r.EqualShare
			s.over(runs, 1, func(t *ladder.Training) *ladder.Report {
				reports := of.reports(t)
				if i := slices.IndexFunc(reports, func(x ladder.Report) bool { return x.Opponent == r.Opponent }); i >= 0 {
					return &reports[i]
				}
				return nil
			})
			list = append(list, s)
		}
	}
	return list
}

// over fills in a measure, which lies between 0 and most, of those runs that have it.
func (s *Summary) over(runs []ladder.Training, most float64, of func(*ladder.Training) *ladder.Report) {
	for i := range runs {
		if r := of(&runs[i]); r != nil {
			s.Seeds, s.Values = append(s.Seeds, runs[i].Seed), append(s.Values, r.WinRate)
			if r.Games > 0 {
				s.Low, s.High = &r.Low, &r.High
			}
		}
	}
	s.Mean = s.Values[0]
	if len(s.Values) > 1 {
		m := ratio.OfMean(s.Values)
		m.Low, m.High = max(0, m.Low), min(most, m.High)
		s.Mean, s.Low, s.High = m.Value, &m.Low, &m.High
	}
}

// gain compares two arms over the seeds that both have.
func gain(s, base *Summary) *ratio.Mean {
	var differences []float64
	for i, seed := range s.Seeds {
		for k, other := range base.Seeds {
			if seed == other {
				differences = append(differences, s.Values[i]-base.Values[k])
			}
		}
	}
	if len(differences) < 2 {
		return nil
	}
	m := ratio.OfMean(differences)
	return &m
}
