package rating_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/eval/rating"
)

func TestAlphaRankOfKnownTables(t *testing.T) {
	third := 1. / 3
	rps := [][]float64{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}
	for _, alpha := range []float64{0, 1e-3, 0.1, 1, 5} {
		assert.InDeltaSlice(t, []float64{third, third, third}, rating.AlphaRank(rps, alpha), 1e-12, "intensity %v", alpha)
	}
	// Two agents: the masses are as the chances of taking over, e^(49 α 2d) to 1.
	two := rating.AlphaRank([][]float64{{0, .1}, {-.1, 0}}, 0.3)
	assert.InEpsilon(t, math.Exp(49*0.3*0.2), two[0]/two[1], 1e-9)
	assert.Equal(t, []float64{1}, rating.AlphaRank([][]float64{{0}}, 1))
	assert.Panics(t, func() { rating.AlphaRank([][]float64{{0, 1}}, 1) })

	ladder := [][]float64{{0, .1, .3, .4}, {-.1, 0, .2, .3}, {-.3, -.2, 0, .1}, {-.4, -.3, -.1, 0}}
	alpha, sweep := rating.AlphaSweep(ladder)
	masses := rating.AlphaRank(ladder, alpha)
	assert.Greater(t, masses[0], 0.98)
	for i := 1; i < len(masses); i++ {
		assert.Less(t, masses[i], masses[i-1])
	}
	assert.Len(t, sweep, 16)
	assert.InDelta(t, 0.25, sweep[0].Masses[0], 0.01, "no intensity, no ranking")
	for _, p := range sweep {
		if p.Alpha >= alpha {
			assert.InDelta(t, masses[0], p.Masses[0], 0.02)
		}
	}

	// A cycle of three above one that loses to all: the sweep finds the cycle.
	alpha, _ = rating.AlphaSweep([][]float64{{0, -.1, .1, .3}, {.1, 0, -.1, .3}, {-.1, .1, 0, .3}, {-.3, -.3, -.3, 0}})
	assert.InDeltaSlice(t, []float64{third, third, third, 0}, rating.AlphaRank([][]float64{{0, -.1, .1, .3}, {.1, 0, -.1, .3}, {-.1, .1, 0, .3}, {-.3, -.3, -.3, 0}}, alpha), 0.02)

	alpha, sweep = rating.AlphaSweep([][]float64{{0, 0}, {0, 0}})
	assert.Equal(t, 1.0, alpha)
	require.Len(t, sweep, 1)
	assert.Equal(t, []float64{.5, .5}, sweep[0].Masses)
}

// Against the dumb way: the chain with its diagonal, stepped until it rests.
func TestAlphaRankAgainstStepping(t *testing.T) {
	rng := env.Stream(6, "test/alpha")
	for range 20 {
		n, alpha := 2+rng.IntN(5), 0.05
		a := antisymmetric(rng, n, false)
		chain := make([][]float64, n)
		for s := range chain {
			chain[s] = make([]float64, n)
			stay := 1.0
			for r := range chain {
				if r == s {
					continue
				}
				d := alpha * (a[r][s] - a[s][r])
				chain[s][r] = (1 - math.Exp(-d)) / (1 - math.Exp(-50*d)) / float64(n-1)
				stay -= chain[s][r]
			}
			chain[s][s] = stay
		}
		p := make([]float64, n)
		p[0] = 1
		for range 20_000 {
			next := make([]float64, n)
			for s := range p {
				for r := range p {
					next[r] += p[s] * chain[s][r]
				}
			}
			p = next
		}
		assert.InDeltaSlice(t, p, rating.AlphaRank(a, alpha), 1e-5)
	}
}
