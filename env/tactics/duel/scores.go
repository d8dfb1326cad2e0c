package duel

import (
	"math"
	"sync"
)

// ScoreBook keeps the plans of bouts, each of which is worked out when it is first
// asked for. It is safe for concurrent use.
type ScoreBook struct {
	hitOn int
	known sync.Map // Bout -> *Plan
}

// NewScoreBook returns an empty book for a game in which a die hits from hitOn.
func NewScoreBook(hitOn int) *ScoreBook { return &ScoreBook{hitOn: hitOn} }

// Plan holds how side Us plays a bout.
type Plan struct {
	Mix   [Options]float64 // the probability of each option
	Value float64          // the expected value against the opponent model, in fighters
}

// The opponent model is a mixture: the opponent plays an equilibrium with probability
// planShare, a best response to a uniform mix with probability hunchShare (level 1 of
// level-k), and else any option, all as likely. Responses are softmaxes over values in
// fighters: hunchTemperature is the opponent's temperature, scoreTemperature the
// temperature of side Us.
const (
	planShare        = 1.0 / 3
	hunchShare       = 1.0 / 3
	hunchTemperature = 0.05
	scoreTemperature = 0.02
)

// Plan returns the plan of a bout: the response to the opponent model. In equilibrium
// several scores are nearly as good as each other; this prefers those among them that
// punish mistakes.
func (k *ScoreBook) Plan(b Bout) *Plan {
	if p, ok := k.known.Load(b); ok {
		return p.(*Plan)
	}
	payoff := b.payoffs(k.hitOn)
	p := answer(&b, payoff, solveMatrix(payoff, &b))
	k.known.Store(b, p)
	return p
}

// matrix holds the payoffs of a bout to side Us, by the options of both sides.
type matrix [Options][Options]float64

// payoffs returns the matrix of a bout in which a die hits from hitOn.
func (b *Bout) payoffs(hitOn int) *matrix {
	m := new(matrix)
	for i := range Options {
		for j := range Options {
			m[i][j] = b.payoff(i, j, hitOn)
		}
	}
	return m
}

// Scores returns the payoffs of a bout to side Us, in fighters, when both sides fight:
// by the Duel Scores of the two, from 1. A die hits from hitOn.
func (b *Bout) Scores(hitOn int) [][]float64 {
	m := b.payoffs(hitOn)
	out := make([][]float64, Options/2)
	for i := range out {
		out[i] = m[i][:Options/2]
	}
	return out
}

// answer returns the plan against an opponent whose equilibrium is theirs.
func answer(b *Bout, payoff *matrix, theirs *[Options]float64) *Plan {
	var values [Options]float64
	weights := opponent(b, payoff, theirs)
	for i := range Options {
		for j, w := range weights {
			values[i] += w * payoff[i][j]
		}
	}
	p := &Plan{Mix: *sharpened(b, Us, &values, scoreTemperature)}
	for i, w := range p.Mix {
		p.Value += w * values[i]
	}
	return p
}

// opponent returns the probabilities of the options of side Them in the opponent
// model.
func opponent(b *Bout, payoff *matrix, theirs *[Options]float64) *[Options]float64 {
	n := b.count(Them)
	weights := new([Options]float64)
	for j := range Options {
		switch {
		case n == 0: // it sets no score: its columns are alike
			weights[j] = 1. / Options
		case b.usable(Them, j):
			weights[j] = planShare*theirs[j] + (1-planShare-hunchShare)/n
		}
	}
	if n == 0 {
		return weights
	}
	var values [Options]float64
	for j := range Options {
		for i := range Options {
			values[j] -= payoff[i][j] / max(b.count(Us), 1)
		}
	}
	for j, w := range sharpened(b, Them, &values, hunchTemperature) {
		weights[j] += hunchShare * w
	}
	return weights
}

// count returns the number of options that a side has.
func (b *Bout) count(side int) (n float64) {
	for i := range Options {
		if b.usable(side, i) {
			n++
		}
	}
	return n
}

// sharpened returns the softmax of the values of a side's options.
func sharpened(b *Bout, side int, values *[Options]float64, temperature float64) *[Options]float64 {
	best := math.Inf(-1)
	for i, v := range values {
		if b.usable(side, i) {
			best = max(best, v)
		}
	}
	mix, total := new([Options]float64), 0.
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

// matching is the number of rounds of regret matching on a matrix.
const matching = 400

// solveMatrix runs regret matching on a zero-sum matrix and returns the average
// strategy of side Them, weighted by the number of the round.
func solveMatrix(payoff *matrix, b *Bout) *[Options]float64 {
	var regret, mix [2][Options]float64
	sum := new([Options]float64)
	for round := range matching {
		for side := range 2 {
			match(&mix[side], &regret[side], b, side)
		}
		var value [2][Options]float64
		mean := 0.
		for i := range Options {
			if !b.usable(Us, i) {
				continue
			}
			for j := range Options {
				value[0][i] += mix[1][j] * payoff[i][j]
				value[1][j] -= mix[0][i] * payoff[i][j]
			}
			mean += mix[0][i] * value[0][i]
		}
		for i := range Options {
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

// match writes the strategy of a side that its regrets give into mix.
func match(mix, regret *[Options]float64, b *Bout, side int) {
	total, n := 0., 0.
	for i := range Options {
		if b.usable(side, i) {
			total += regret[i]
			n++
		}
	}
	for i := range Options {
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
