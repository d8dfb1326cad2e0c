package mcts

import (
	"fmt"
	"math"

	"ringer/agents"
)

// arm holds the statistics of one action at one node.
type arm struct {
	visits int32
	mean   float32 // return of the seat that chooses, in [0, 1]
	spread float32 // 1/√visits
}

// add notes one return, in [0, 1].
func (a *arm) add(x float32) {
	a.visits++
	n := float32(a.visits)
	a.mean += (x - a.mean) / n
	a.spread = 1 / float32(math.Sqrt(float64(n)))
}

// rootLogs holds √ln n for the counts that are met most.
var rootLogs = func() (t [1 << 12]float32) {
	for n := range t {
		if n > 1 {
			t[n] = float32(math.Sqrt(math.Log(float64(n))))
		}
	}
	return t
}()

// rootLog is √ln n, and 0 for n < 1.
func rootLog(n int32) float32 {
	if uint32(n) < uint32(len(rootLogs)) {
		return rootLogs[n]
	}
	return float32(math.Sqrt(math.Log(float64(n))))
}

// decide turns the arms of the legal actions into a decision: probabilities
// proportional to visits^(1/temperature); at temperature 0 all on the most
// visited, the better mean first among equals. The value is the mean under
// these probabilities.
func decide(arms []arm, temperature float64, s scale, d *agents.Decision) {
	if temperature == 0 {
		best := 0
		for i, a := range arms {
			b := arms[best]
			if a.visits > b.visits || a.visits == b.visits && a.mean > b.mean {
				best = i
			}
		}
		d.Probs[best] = 1
		d.Value = float32(s.from(arms[best].mean))
		return
	}
	total := 0.0
	for _, a := range arms {
		total += float64(a.visits)
	}
	for i, a := range arms {
		d.Probs[i] = float32(float64(a.visits) / total)
	}
	agents.Temper(d.Probs, temperature)
	mean := 0.0
	for i, a := range arms {
		mean += float64(d.Probs[i]) * float64(a.mean)
	}
	d.Value = float32(s.from(float32(mean)))
}

// checkOptions panics on options out of range.
func checkOptions(agent string, sims int, exploration, temperature float64) {
	finite := func(x float64) bool { return x >= 0 && !math.IsInf(x, 0) }
	if sims < 1 || !finite(exploration) || !finite(temperature) {
		panic(fmt.Sprintf("mcts: %s with sims %d, exploration %v, temperature %v", agent, sims, exploration, temperature))
	}
}
