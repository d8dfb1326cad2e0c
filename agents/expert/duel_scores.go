package expert

import (
	"math"
	"sync"
)

// A scoreBook holds what is played in bouts, found when they first occur. Safe
// for concurrent use.
type scoreBook struct {
	hitOn int
	known sync.Map // bout -> *scorePlan
}

func newScoreBook(hitOn int) *scoreBook { return &scoreBook{hitOn: hitOn} }

// A scorePlan is how the own side plays a bout, and what that is worth to it.
type scorePlan struct {
	mix   [choices]float64
	value float64
}

// What the opponent is taken to be: to a share it plays an equilibrium (planShare),
// to a share it has a hunch, which is to say it answers someone who chooses at
// random (hunchShare), and else it chooses at random itself. hunchTemperature and
// scoreTemperature are the differences, in fighters, below which its scores and
// the expert's are played either way.
const (
	planShare        = 1.0 / 3
	hunchShare       = 1.0 / 3
	hunchTemperature = 0.05
	scoreTemperature = 0.02
)

// plan answers such an opponent. In equilibrium several scores are nearly as good
// as each other; this takes those among them that punish mistakes and hunches.
func (k *scoreBook) plan(b bout) *scorePlan {
	if p, ok := k.known.Load(b); ok {
		return p.(*scorePlan)
	}
	var payoff [choices][choices]float64
	for i := range choices {
		for j := range choices {
			payoff[i][j] = b.payoff(i, j, k.hitOn)
		}
	}
	p := answer(&b, &payoff, solveMatrix(&payoff, &b))
	k.known.Store(b, p)
	return p
}

// answer is the plan against an opponent whose equilibrium is theirs.
func answer(b *bout, payoff *[choices][choices]float64, theirs *[choices]float64) *scorePlan {
	var values [choices]float64
	weights := opponent(b, payoff, theirs)
	for i := range choices {
		for j, w := range weights {
			values[i] += w * payoff[i][j]
		}
	}
	p := &scorePlan{mix: *sharpened(b, 0, &values, scoreTemperature)}
	for i, w := range p.mix {
		p.value += w * values[i]
	}
	return p
}

// opponent is what the other side is taken to choose.
func opponent(b *bout, payoff *[choices][choices]float64, theirs *[choices]float64) *[choices]float64 {
	n := b.count(1)
	weights := new([choices]float64)
	for j := range choices {
		switch {
		case n == 0: // it sets no score: its columns are all the same
			weights[j] = 1. / choices
		case b.usable(1, j):
			weights[j] = planShare*theirs[j] + (1-planShare-hunchShare)/n
		}
	}
	if n == 0 {
		return weights
	}
	var values [choices]float64
	for j := range choices {
		for i := range choices {
			values[j] -= payoff[i][j] / max(b.count(0), 1)
		}
	}
	for j, w := range sharpened(b, 1, &values, hunchTemperature) {
		weights[j] += hunchShare * w
	}
	return weights
}

// count is the number of choices that a side has.
func (b *bout) count(side int) (n float64) {
	for i := range choices {
		if b.usable(side, i) {
			n++
		}
	}
	return n
}

// sharpened is a mix over the choices of a side that prefers high values.
func sharpened(b *bout, side int, values *[choices]float64, temperature float64) *[choices]float64 {
	best := math.Inf(-1)
	for i, v := range values {
		if b.usable(side, i) {
			best = max(best, v)
		}
	}
	mix, total := new([choices]float64), 0.
	for i, v := range values {
		if b.usable(side, i) {
			mix[i] = math.Exp((v - best) / temperature)
			total += mix[i]
		}
	}
	for i := range mix {
		mix[i] /= max(total, 1e-300)
	}
	return mix
}

// matching is how many rounds of regret matching a matrix gets.
const matching = 400

// solveMatrix runs regret matching on a zero-sum matrix and returns the column
// player's average strategy, later rounds counting more.
func solveMatrix(payoff *[choices][choices]float64, b *bout) *[choices]float64 {
	var regret, mix [2][choices]float64
	sum := new([choices]float64)
	for round := range matching {
		for side := range 2 {
			match(&mix[side], &regret[side], b, side)
		}
		var value [2][choices]float64
		mean := 0.
		for i := range choices {
			if !b.usable(0, i) {
				continue
			}
			for j := range choices {
				value[0][i] += mix[1][j] * payoff[i][j]
				value[1][j] -= mix[0][i] * payoff[i][j]
			}
			mean += mix[0][i] * value[0][i]
		}
		for i := range choices {
			regret[0][i] = max(regret[0][i]+value[0][i]-mean, 0)
			regret[1][i] = max(regret[1][i]+value[1][i]+mean, 0)
			sum[i] += float64(round+1) * mix[1][i]
		}
	}
	total := 0.
	for _, x := range sum {
		total += x
	}
	for i := range sum {
		sum[i] /= max(total, 1e-12)
	}
	return sum
}

// match makes a strategy of the regrets of a side.
func match(mix, regret *[choices]float64, b *bout, side int) {
	total, n := 0., 0.
	for i := range choices {
		if b.usable(side, i) {
			total += regret[i]
			n++
		}
	}
	for i := range choices {
		switch {
		case !b.usable(side, i):
			mix[i] = 0
		case total > 0:
			mix[i] = regret[i] / total
		default:
			mix[i] = 1 / n
		}
	}
}
