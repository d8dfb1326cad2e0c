package learners

import (
	"cmp"
	"math"
	"slices"

	"ringer/report/ratio"
)

// A Standing compares the arms of one game.
type Standing struct {
	Game      string  `json:"game"`
	Spec      string  `json:"spec"`
	Decisions int     `json:"decisions"`         // that every learner had; 0 without learners
	Seconds   float64 `json:"processor_seconds"` // that every learner took at least, on the mean
	Uniform   float64 `json:"uniform"`
	Rows      []Row   `json:"arms"` // learners by their figures, the least exploitable first, and then solvers
}

// Row holds the figures of an arm: means over seeds with 95% intervals of Student's t, nil with one seed.
type Row struct {
	Arm       string   `json:"arm"`
	Algorithm string   `json:"algorithm"`
	Solver    bool     `json:"solver"`
	Seeds     []uint64 `json:"seeds"`
	Budget    int      `json:"budget"`            // decisions, or iterations of a solver
	Processor float64  `json:"processor_seconds"` // of a run, on the mean
	Tuned     *Tuned   `json:"tuned,omitempty"`

	Final    Figure  `json:"final"`              // of the policy it ends with
	Last     Figure  `json:"last"`               // of its last policy at the end
	Averaged *Figure `json:"averaged,omitempty"` // of its averaged policy at the end
	AtTime   *Figure `json:"at_time,omitempty"`  // of the policy it keeps after Standing.Seconds; nil: it was not measured by then

	// Behind is how much more exploitable than the first learner it is, seed by seed; the intervals
	// of all rows hold together with 95% (Bonferroni). nil for the first one, for solvers, and with
	// fewer than two seeds in common.
	Behind *ratio.Mean `json:"behind,omitempty"`
}

// Figure is a mean over seeds.
type Figure struct {
	Value float64   `json:"mean"`
	Low   *float64  `json:"low"` // 95%
	High  *float64  `json:"high"`
	Each  []float64 `json:"each"`
}

func figureOf(each []float64) Figure {
	f := Figure{Value: each[0], Each: each}
	if len(each) > 1 {
		m := ratio.OfMean(each)
		m.Low = max(0, m.Low)
		f.Value, f.Low, f.High = m.Value, &m.Low, &m.High
	}
	return f
}

// Apart reports whether a row is surely more exploitable than the first one.
func (r *Row) Apart() bool { return r.Behind != nil && r.Behind.Low > 0 }

// Standings compares the arms of every game, in the order of the records: learners at the largest budget that more
// than half of them have runs of, else at the largest of those that most have, for figures of different budgets do
// not compare.
func Standings(all []Run) (list []Standing) {
	for _, of := range grouped(all, func(r *Run) string { return r.Game }) {
		list = append(list, standing(of))
	}
	return list
}

// grouped returns records that have a name in common, in the order in which the names come.
func grouped(all []Run, name func(*Run) string) (groups [][]Run) {
	at := map[string]int{}
	for i := range all {
		k, known := at[name(&all[i])]
		if !known {
			k = len(groups)
			at[name(&all[i])], groups = k, append(groups, nil)
		}
		groups[k] = append(groups[k], all[i])
	}
	return groups
}

// compared returns the runs of a game that are compared, solvers at their most iterations.
func compared(all []Run) []Run {
	learners := map[string]bool{}
	arms := map[int]map[string]bool{} // that learn, by budget
	iterations := map[string]int{}    // by solver
	for i := range all {
		if r := &all[i]; r.Solver {
			iterations[r.Arm] = max(iterations[r.Arm], r.Budget)
		} else {
			if arms[r.Budget] == nil {
				arms[r.Budget] = map[string]bool{}
			}
			learners[r.Arm], arms[r.Budget][r.Arm] = true, true
		}
	}
	has := func(budget int) int { return min(len(arms[budget]), len(learners)/2+1) } // more than half are enough
	budget := 0
	for b := range arms {
		if n, most := has(b), has(budget); n > most || n == most && b > budget {
			budget = b
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(r Run) bool {
		if r.Solver {
			return r.Budget != iterations[r.Arm]
		}
		return r.Budget != budget
	})
}

func standing(all []Run) Standing {
	all = compared(all)
	s := Standing{Game: all[0].Game, Spec: all[0].Spec, Uniform: all[0].Uniform, Seconds: math.Inf(1)}
	arms := grouped(all, func(r *Run) string { return r.Arm })
	for _, runs := range arms {
		if !runs[0].Solver {
			s.Decisions, s.Seconds = runs[0].Budget, min(s.Seconds, processor(runs))
		}
	}
	if math.IsInf(s.Seconds, 1) {
		s.Seconds = 0
	}
	for _, runs := range arms {
		s.Rows = append(s.Rows, rowOf(runs, s.Seconds))
	}
	slices.SortStableFunc(s.Rows, func(a, b Row) int {
		if a.Solver != b.Solver {
			return map[bool]int{false: -1, true: 1}[a.Solver]
		}
		return cmp.Compare(a.Final.Value, b.Final.Value)
	})
	learners := s.Learners()
	for i := 1; i < learners; i++ {
		s.Rows[i].Behind = behind(&s.Rows[i], &s.Rows[0], learners-1)
	}
	return s
}

// Learners returns the number of rows that are learners: the first ones.
func (s *Standing) Learners() int {
	n := slices.IndexFunc(s.Rows, func(r Row) bool { return r.Solver })
	if n < 0 {
		return len(s.Rows)
	}
	return n
}

// First reports whether a learner is the least exploitable, or was compared with that one and cannot be told apart from it.
func (s *Standing) First(arm string) bool {
	return s.Learners() > 0 && s.Rows[0].Arm == arm || slices.ContainsFunc(s.Rows[:s.Learners()], func(r Row) bool { return r.Arm == arm && r.Behind != nil && !r.Apart() })
}

// learner returns the row of a learner, nil where it was not trained.
func (s *Standing) learner(arm string) *Row {
	for i := range s.Learners() {
		if s.Rows[i].Arm == arm {
			return &s.Rows[i]
		}
	}
	return nil
}

// Place says how a learner does over all games.
type Place struct {
	Arm   string
	Games int     // at which it was trained
	First int     // of them, those at which it is the least exploitable or cannot be told apart from that
	Times float64 // its exploitability divided by the first learner's, the geometric mean over its games
}

// Places returns all learners: those that are first at more games come first, and of equals the ones with smaller Times.
func Places(list []Standing) (places []Place) {
	logs := map[string]float64{} // of the quotients, summed
	for i := range list {
		s := &list[i]
		for k := range s.Learners() {
			r := &s.Rows[k]
			at := slices.IndexFunc(places, func(p Place) bool { return p.Arm == r.Arm })
			if at < 0 {
				at, places = len(places), append(places, Place{Arm: r.Arm})
			}
			places[at].Games++
			if s.First(r.Arm) {
				places[at].First++
			}
			logs[r.Arm] += math.Log(max(r.Final.Value, leastFinal) / max(s.Rows[0].Final.Value, leastFinal))
		}
	}
	for i := range places {
		places[i].Times = math.Exp(logs[places[i].Arm] / float64(places[i].Games))
	}
	slices.SortStableFunc(places, func(a, b Place) int {
		return cmp.Or(cmp.Compare(b.First, a.First), cmp.Compare(a.Times, b.Times))
	})
	return places
}

// leastFinal stands for an exploitability of 0 in quotients.
const leastFinal = 1e-12

// processor returns the processor seconds of a run, on the mean.
func processor(runs []Run) (mean float64) {
	for i := range runs {
		mean += runs[i].Points[len(runs[i].Points)-1].Processor / float64(len(runs))
	}
	return mean
}

func rowOf(runs []Run, seconds float64) Row {
	first := &runs[0]
	r := Row{Arm: first.Arm, Algorithm: first.Algorithm, Solver: first.Solver, Budget: first.Budget, Processor: processor(runs), Tuned: first.Tuned}
	var final, last, averaged, at []float64
	for i := range runs {
		run := &runs[i]
		end := run.Points[len(run.Points)-1]
		r.Seeds, final, last = append(r.Seeds, run.Seed), append(final, run.Final), append(last, end.Last)
		if end.Averaged != nil {
			averaged = append(averaged, *end.Averaged)
		}
		if p := run.by(seconds); p != nil {
			at = append(at, p.Kept())
		}
	}
	r.Final, r.Last = figureOf(final), figureOf(last)
	if len(averaged) == len(runs) {
		f := figureOf(averaged)
		r.Averaged = &f
	}
	if len(at) == len(runs) {
		f := figureOf(at)
		r.AtTime = &f
	}
	return r
}

// spare is the share by which runs of one arm differ in time: who ends just after the seconds of a
// comparison is compared by its end.
const spare = 1.1

// by returns the last point of a run that took no more than some processor seconds, nil where all took
// longer.
func (r *Run) by(seconds float64) (last *Point) {
	for i := range r.Points {
		if r.Points[i].Processor <= spare*seconds {
			last = &r.Points[i]
		}
	}
	return last
}

// behind returns how much more exploitable one row is than another, with an interval that holds together
// with the intervals of some other comparisons.
func behind(a, b *Row, comparisons int) *ratio.Mean {
	var differences []float64
	for i, seed := range a.Seeds {
		if k := slices.Index(b.Seeds, seed); k >= 0 {
			differences = append(differences, a.Final.Each[i]-b.Final.Each[k])
		}
	}
	if len(differences) < 2 {
		return nil
	}
	m := ratio.OfMeanAmong(differences, comparisons)
	return &m
}
