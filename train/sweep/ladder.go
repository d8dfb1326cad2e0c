package sweep

import (
	"fmt"
	"math"
	"slices"
)

// Ladder holds the budgets that trials climb: the share of a whole run that each rung
// trains. The last one is 1.
type Ladder struct {
	Eta   int // of a rung's finished trials, the best 1/Eta go on
	Rungs []float64
}

// NewLadder returns a ladder of this many rungs, each with eta times the budget of the
// one below.
func NewLadder(rungs, eta int) Ladder {
	if rungs < 1 || eta < 2 {
		panic(fmt.Sprintf("sweep: a ladder of %d rungs with eta %d", rungs, eta))
	}
	l := Ladder{Eta: eta, Rungs: make([]float64, rungs)}
	for k := range l.Rungs {
		l.Rungs[k] = math.Pow(float64(eta), float64(k-rungs+1))
	}
	return l
}

// Trial is one point of the space, with the results of the rungs that it has reached.
type Trial struct {
	Point   []float64
	Results []Result // of the rungs, the lowest first
	Begun   int      // rungs that have been begun, finished or not
}

// Job is a run to make: a trial on a rung. Trial is the number of trials there are when
// it is a new one.
type Job struct{ Trial, Rung int }

// Next returns the next job, as in get_job of ASHA (Li and others 2020, algorithm 2): a
// run that was begun and is not under way, else the best trial that may be promoted, the
// highest rung first, else a new trial while there are fewer than limit. ok is false
// when there is nothing to do until a run ends, or at all. underWay reports whether
// a job is being worked on.
func (l *Ladder) Next(trials []Trial, limit int, underWay func(Job) bool) (job Job, ok bool) {
	for i, t := range trials {
		job := Job{i, len(t.Results)}
		if t.Begun > len(t.Results) && !underWay(job) {
			return job, true
		}
	}
	for k := len(l.Rungs) - 2; k >= 0; k-- {
		for _, i := range l.promoted(trials, k) {
			if trials[i].Begun == k+1 {
				return Job{i, k + 1}, true
			}
		}
	}
	if len(trials) < limit {
		return Job{Trial: len(trials)}, true
	}
	return Job{}, false
}

// promoted returns the trials that rung k sends on to the next, the best first. A
// trial that failed goes nowhere.
func (l *Ladder) promoted(trials []Trial, k int) []int {
	finished := Ranked(trials, k)
	good := finished[:len(finished)/l.Eta]
	return slices.DeleteFunc(good, func(i int) bool { return math.IsInf(trials[i].Results[k].Score, 1) })
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
	slices.SortStableFunc(finished, func(a, b int) int {
		x, y := trials[a].Results[rung].Score, trials[b].Results[rung].Score
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return finished
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

// Runs returns the number of runs on every rung of a sweep of this many trials.
func (l *Ladder) Runs(trials int) []int {
	out := make([]int, len(l.Rungs))
	for k := range out {
		out[k] = trials
		trials /= l.Eta
	}
	return out
}
