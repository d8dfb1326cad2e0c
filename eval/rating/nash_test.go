package rating_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/eval/matrixgame"
	"ringer/eval/rating"
)

// antisymmetric draws a table; with ties it has many equal entries, so that
// there is often more than one equilibrium.
func antisymmetric(rng env.Rand, n int, ties bool) [][]float64 {
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
		for j := range i {
			v := rng.NormFloat64()
			if ties {
				v = float64(rng.IntN(3) - 1)
			}
			a[i][j], a[j][i] = v, -v
		}
	}
	return a
}

func entropy(p []float64) float64 {
	h := 0.0
	for _, v := range p {
		if v > 0 {
			h -= v * math.Log(v)
		}
	}
	return h
}

func TestNashAverageOfKnownTables(t *testing.T) {
	third := 1. / 3
	for name, c := range map[string]struct {
		payoffs [][]float64
		want    []float64
	}{
		"alone":               {[][]float64{{0}}, []float64{1}},
		"all equal":           {[][]float64{{0, 0}, {0, 0}}, []float64{.5, .5}},
		"one better":          {[][]float64{{0, .1}, {-.1, 0}}, []float64{1, 0}},
		"rock paper scissors": {[][]float64{{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}}, []float64{third, third, third}},
		// Rock 2 for 1 against scissors: the weights of the others grow.
		"uneven": {[][]float64{{0, -1, 2}, {1, 0, -1}, {-2, 1, 0}}, []float64{.25, .5, .25}},
		// Balduzzi et al.: a second rock shares the first one's part.
		"two rocks": {[][]float64{{0, 0, -1, 1}, {0, 0, -1, 1}, {1, 1, 0, -1}, {-1, -1, 1, 0}}, []float64{third / 2, third / 2, third, third}},
		// Two that tie and a third that loses to both.
		"two best": {[][]float64{{0, 0, 1}, {0, 0, 2}, {-1, -2, 0}}, []float64{.5, .5, 0}},
		// The first two tie, but the third beats the first as much as the second
		// beats it: only x ≤ 1/2 on the first keeps the third out.
		"wall": {[][]float64{{0, 0, -1}, {0, 0, .5}, {1, -.5, 0}}, []float64{third, 2 * third, 0}},
	} {
		assert.InDeltaSlice(t, c.want, rating.NashAverage(c.payoffs), 1e-6, name)
	}
	assert.Nil(t, rating.NashAverage(nil))
	assert.Panics(t, func() { rating.NashAverage([][]float64{{0, 1}, {1, 0}}) })
	assert.Panics(t, func() { rating.NashAverage([][]float64{{0, 1}}) })
}

// On random tables, with and without ties: nobody gains against the weights,
// and no other equilibrium, found as an average of play, has more entropy.
func TestNashAverageIsTheEquilibriumOfMostEntropy(t *testing.T) {
	rng := env.Stream(4, "test/nash")
	for trial := range 300 {
		n := 2 + rng.IntN(8)
		a := antisymmetric(rng, n, trial%2 == 0)
		p := rating.NashAverage(a)
		sum := 0.0
		for i, row := range a {
			gain := 0.0
			for j, v := range row {
				gain += v * p[j]
			}
			assert.Less(t, gain, 1e-7, "trial %d, agent %d", trial, i)
			assert.GreaterOrEqual(t, p[i], 0.0)
			sum += p[i]
		}
		assert.InDelta(t, 1, sum, 1e-9)
		// Linear programming finds one equilibrium: the only one where payoffs
		// are drawn from the real line, else one of no more entropy.
		other := matrixgame.Solve(a).Rows
		assert.LessOrEqual(t, entropy(other), entropy(p)+1e-6, "trial %d", trial)
		if trial%2 == 1 {
			assert.InDeltaSlice(t, other, p, 1e-6, "trial %d", trial)
		}
		// The gradient of the entropy may not rise towards another equilibrium:
		// −Σ q (1 + log p) ≤ −Σ p (1 + log p). Copies of agents make others.
		twice := make([][]float64, n+1)
		for i := range twice {
			for j := range n + 1 {
				twice[i] = append(twice[i], a[i%n][j%n])
			}
		}
		q := rating.NashAverage(twice)
		merged := append([]float64(nil), q[:n]...)
		merged[0] += q[n]
		assert.LessOrEqual(t, entropy(merged), entropy(p)+1e-6, "trial %d", trial)
		assert.InDelta(t, q[0], q[n], 1e-5, "a copy shares equally")
	}
}

// Relabelling the agents relabels the weights.
func TestNashAverageDoesNotDependOnTheOrder(t *testing.T) {
	rng := env.Stream(5, "test/nash")
	for trial := range 100 {
		n := 3 + rng.IntN(6)
		a := antisymmetric(rng, n, trial%2 == 0)
		order := rng.Perm(n)
		b := make([][]float64, n)
		for i := range b {
			for j := range n {
				b[i] = append(b[i], a[order[i]][order[j]])
			}
		}
		p, q := rating.NashAverage(a), rating.NashAverage(b)
		for i := range q {
			assert.InDelta(t, p[order[i]], q[i], 1e-4, "trial %d", trial)
		}
	}
}
