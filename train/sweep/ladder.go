package sweep

import (
	"fmt"
	"math"
	"slices"
)

// Ladder says how trials climb: brackets of trials, one after the other, and in each the rungs of
// successive halving (Jamieson and Talwalkar, "Non-stochastic best arm identification and
// hyperparameter optimization", AISTATS 2016; Li and others, "Hyperband", JMLR 2018, algorithm 1).
// On rung k a trial trains k+1 runs, with a seed each, to a share of their decisions: the runs of the rung
// below go on, and one begins. The results of a whole rung decide which trials go on, so that the number
// of runs at a time changes nothing.
type Ladder struct {
	Eta     int       // of a rung's trials, the best 1/Eta go on, and one at least
	Rungs   []float64 // share of a whole run on each rung; the last is 1
	Bracket int       // trials that climb together; values of later brackets come from earlier ones
}

// NewLadder returns a ladder of this many rungs, each with eta times the decisions of the
// one below, with brackets of which one trial gets to the top.
func NewLadder(rungs, eta int) Ladder {
	if rungs < 1 || eta < 2 {
		panic(fmt.Sprintf("sweep: a ladder of %d rungs with eta %d", rungs, eta))
	}
	l := Ladder{Eta: eta, Rungs: make([]float64, rungs), Bracket: 1}
	for k := range l.Rungs {
		l.Rungs[k] = math.Pow(float64(eta), float64(k-rungs+1))
		if k > 0 {
			l.Bracket *= eta
		}
	}
	return l
}

// Trial is one point of the space, with the results of the rungs that it has reached.
type Trial struct {
	Point   []float64
	Results []Result // of the rungs, the lowest first
}

// Job is a run to make or to go on with: of a trial on a rung, with one of its seeds.
type Job struct{ Trial, Rung, Seed int }

// Seeds returns the number of runs of a trial on a rung.
func (l *Ladder) Seeds(rung int) int { return rung + 1 }

// Share returns what a trial that climbs to a rung trains there more than below, in whole runs.
func (l *Ladder) Share(rung int) float64 {
	if rung == 0 {
		return l.Rungs[0]
	}
	return l.Rungs[rung] + float64(l.Seeds(rung-1))*(l.Rungs[rung]-l.Rungs[rung-1])
}

// Brackets returns the brackets of a number of trials: the first trial of each, and the one behind its last.
func (l *Ladder) Brackets(trials int) (all [][2]int) {
	for from := 0; from < trials; from += l.Bracket {
		all = append(all, [2]int{from, min(trials, from+l.Bracket)})
	}
	return all
}

// Climbers returns the trials of a bracket that train on a rung, the best of the rung below first.
// Those have finished that rung. A trial that failed goes nowhere.
func (l *Ladder) Climbers(trials []Trial, bracket [2]int, rung int) (climbers []int) {
	for i := bracket[0]; i < bracket[1]; i++ {
		climbers = append(climbers, i)
	}
	for k := range rung {
		slices.SortStableFunc(climbers, func(a, b int) int { return compare(trials[a].Results[k].Score, trials[b].Results[k].Score) })
		climbers = climbers[:max(1, len(climbers)/l.Eta)]
		climbers = slices.DeleteFunc(climbers, func(i int) bool { return math.IsInf(trials[i].Results[k].Score, 1) })
		if len(climbers) == 0 {
			return nil
		}
	}
	return climbers
}

// Runs returns the number of trials on every rung of a sweep of this many, where none fails.
func (l *Ladder) Runs(trials int) []int {
	out := make([]int, len(l.Rungs))
	for _, b := range l.Brackets(trials) {
		n := b[1] - b[0]
		for k := range out {
			out[k] += n
			n = max(1, n/l.Eta)
		}
	}
	return out
}

// Ranked returns the trials that have finished a rung, the best first, earlier ones
// first among equals.
func Ranked(trials []Trial, rung int) []int {
	var finished []int
	for i, t := range trials {
		if len(t.Results) > rung {
			finished = append(finished, i)
		}
	}
	slices.SortStableFunc(finished, func(a, b int) int { return compare(trials[a].Results[rung].Score, trials[b].Results[rung].Score) })
	return finished
}

func compare(x, y float64) int {
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// Best returns the trials of the highest rung that any has finished, the best first,
// without those that failed.
func (l *Ladder) Best(trials []Trial) (rung int, best []int) {
	for rung = len(l.Rungs) - 1; rung >= 0; rung-- {
		best = slices.DeleteFunc(Ranked(trials, rung), func(i int) bool { return math.IsInf(trials[i].Results[rung].Score, 1) })
		if len(best) > 0 {
			return rung, best
		}
	}
	return 0, nil
}

// Pareto returns, of finished trials of one rung, those that no other beats in both
// score and cost, the cheapest first.
func Pareto(trials []Trial, rung int) []int {
	finished := Ranked(trials, rung)
	var front []int
	for _, i := range finished { // best score first: each next one must be cheaper
		r := trials[i].Results[rung]
		if !math.IsInf(r.Score, 1) && (len(front) == 0 || r.Cost < trials[front[len(front)-1]].Results[rung].Cost) {
			front = append(front, i)
		}
	}
	slices.Reverse(front)
	return front
}
