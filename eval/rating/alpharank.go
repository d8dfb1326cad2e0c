package rating

import (
	"fmt"
	"math"
)

// AlphaRankPopulation is the number of individuals in the population of
// AlphaRank.
const AlphaRankPopulation = 50

// AlphaRank returns the share of time in which a population plays as each agent, when
// one of its 50 members now and then tries another agent and the better agent is
// copied more often: single-population α-rank (Omidshafiei et al., "α-Rank:
// Multi-Agent Evaluation by Evolution", 2019). payoffs[i][j] is i's payoff
// against j; alpha is the ranking intensity. The masses sum to 1.
//
// The chain over populations of one agent each goes from s to r at the rate
// 1/(n−1) of the chance that a single r takes over from s,
// (1 − e^(−αd)) / (1 − e^(−50αd)) with d = payoffs[r][s] − payoffs[s][r]
// (the paper's chance, for payoffs that do not depend on the mix of the population).
// It panics when the table is not square.
func AlphaRank(payoffs [][]float64, alpha float64) []float64 {
	n := len(payoffs)
	rates := make([][]float64, n)
	for s, row := range payoffs {
		if len(row) != n {
			panic(fmt.Sprintf("rating: AlphaRank: row %d of a table of %d agents has %d payoffs", s, n, len(row)))
		}
		rates[s] = make([]float64, n)
		for r := range payoffs {
			if r != s {
				rates[s][r] = fixation(alpha*(payoffs[r][s]-payoffs[s][r])) / float64(n-1)
			}
		}
	}
	return stationary(rates)
}

// fixation returns the probability that one mutant takes over, where x is α times
// its payoff advantage.
func fixation(x float64) float64 {
	const m = AlphaRankPopulation
	if x == 0 {
		return 1. / m
	}
	return math.Expm1(-x) / math.Expm1(-m*x)
}

// stationary returns the stationary distribution of a chain with the given rates,
// whose diagonal is not read. Every state must reach every other. The rates are
// consumed.
//
// Grassmann, Taksar and Heyman, "Regenerative analysis and steady state
// distributions for Markov chains" (1985): elimination without subtraction, so
// that chances as small as e^-600 keep all their digits.
func stationary(rates [][]float64) []float64 {
	n := len(rates)
	for k := n - 1; k > 0; k-- {
		out := 0.0
		for j := range k {
			out += rates[k][j]
		}
		for i := range k {
			rates[i][k] /= out
			for j := range k {
				if j != i {
					rates[i][j] += rates[i][k] * rates[k][j]
				}
			}
		}
	}
	p := make([]float64, n)
	sum := 0.0
	for k := range p {
		if k == 0 {
			p[0] = 1
		}
		for i := range k {
			p[k] += p[i] * rates[i][k]
		}
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
	return p
}

// AlphaPoint is one ranking intensity of a sweep and the masses there.
type AlphaPoint struct {
	Alpha  float64   `json:"alpha"`
	Masses []float64 `json:"masses"`
}

const (
	// alphaPoints of a sweep, each twice the one before.
	alphaPoints = 16
	// strongest is the last of them times population and largest payoff
	// difference: beyond it, probabilities underflow.
	strongest = 600
	// settled is the largest change of a mass beyond the chosen intensity.
	settled = 0.01
)

// AlphaSweep ranks at growing intensities, as the paper advises, and returns the
// first intensity from which on no mass changes by more than 0.01 from one
// point to the next, with all points up to the strongest that numbers can
// express. Payoffs that are all equal give one point.
func AlphaSweep(payoffs [][]float64) (alpha float64, sweep []AlphaPoint) {
	spread := 0.0
	for i, row := range payoffs {
		for j, v := range row {
			spread = max(spread, math.Abs(v-payoffs[j][i]))
		}
	}
	if spread == 0 {
		return 1, []AlphaPoint{{1, AlphaRank(payoffs, 1)}}
	}
	most := strongest / (AlphaRankPopulation * spread)
	for k := range alphaPoints {
		a := most / math.Pow(2, float64(alphaPoints-1-k))
		sweep = append(sweep, AlphaPoint{a, AlphaRank(payoffs, a)})
	}
	at := len(sweep) - 1
	for ; at > 0; at-- {
		change := 0.0
		for i, m := range sweep[at].Masses {
			change = max(change, math.Abs(m-sweep[at-1].Masses[i]))
		}
		if change > settled {
			break
		}
	}
	return sweep[at].Alpha, sweep
}
