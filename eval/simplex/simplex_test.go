package simplex_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/eval/simplex"
)

func Example() {
	// Maximise 3x + 5y subject to x ≤ 4, 2y ≤ 12, 3x + 2y ≤ 18.
	s, err := simplex.Maximise(context.Background(), [][]float64{{1, 0}, {0, 2}, {3, 2}}, []float64{4, 12, 18}, []float64{3, 5})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.1f at %.1f, prices %.1f\n", s.Value, s.X, s.Y)
	// Output: 36.0 at [2.0 6.0], prices [0.0 1.5 1.0]
}

// Optimality is proved by duality: both solutions are feasible and worth the
// same. Half of the programs are degenerate.
func TestDuality(t *testing.T) {
	for seed := range uint64(200) {
		rng := env.Stream(seed, "test/simplex")
		m, n := 1+rng.IntN(12), 1+rng.IntN(12)
		a, b, c := make([][]float64, m), make([]float64, m), make([]float64, n)
		kept := make([][]float64, m)
		for i := range a {
			a[i] = make([]float64, n)
			for j := range a[i] {
				if rng.IntN(3) > 0 {
					a[i][j] = float64(rng.IntN(9) - 2)
				}
			}
			a[i][rng.IntN(n)]++
			if seed%2 == 0 || rng.IntN(2) == 0 {
				b[i] = float64(rng.IntN(5))
			}
			kept[i] = append([]float64(nil), a[i]...)
		}
		for j := range c {
			c[j] = float64(rng.IntN(7) - 3)
		}
		s, err := simplex.Maximise(t.Context(), a, b, c)
		if err != nil {
			require.ErrorIs(t, err, simplex.ErrUnbounded)
			continue
		}
		primal, dual := 0.0, 0.0
		for j, x := range s.X {
			require.GreaterOrEqual(t, x, 0.0)
			primal += c[j] * x
			price := 0.0
			for i, y := range s.Y {
				price += y * kept[i][j]
			}
			require.GreaterOrEqual(t, price, c[j]-1e-8, "seed %d, column %d", seed, j)
		}
		for i, y := range s.Y {
			require.GreaterOrEqual(t, y, 0.0)
			dual += b[i] * y
			used := 0.0
			for j, x := range s.X {
				used += kept[i][j] * x
			}
			require.LessOrEqual(t, used, b[i]+1e-8, "seed %d, row %d", seed, i)
		}
		require.InDelta(t, primal, dual, 1e-8, "seed %d", seed)
		require.InDelta(t, primal, s.Value, 1e-8, "seed %d", seed)
	}
}

// Beale's program makes Dantzig's rule run in circles, unless it is perturbed.
func TestNoCircles(t *testing.T) {
	s, err := simplex.Maximise(t.Context(), [][]float64{
		{0.25, -60, -1. / 25, 9},
		{0.5, -90, -1. / 50, 3},
		{0, 0, 1, 0},
	}, []float64{0, 0, 1}, []float64{0.75, -150, 0.02, -6})
	require.NoError(t, err)
	assert.InDelta(t, 0.05, s.Value, 1e-9)
}

func TestRefuses(t *testing.T) {
	_, err := simplex.Maximise(t.Context(), [][]float64{{1, -1}}, []float64{1}, []float64{0, 1})
	assert.ErrorIs(t, err, simplex.ErrUnbounded)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = simplex.Maximise(ctx, [][]float64{{1}}, []float64{1}, []float64{1})
	assert.ErrorIs(t, err, context.Canceled)
	for name, f := range map[string]func(){
		"negative": func() { _, _ = simplex.Maximise(t.Context(), [][]float64{{1}}, []float64{-1}, []float64{1}) },
		"NaN":      func() { _, _ = simplex.Maximise(t.Context(), [][]float64{{1}}, []float64{math.NaN()}, []float64{1}) },
		"ragged":   func() { _, _ = simplex.Maximise(t.Context(), [][]float64{{1, 2}}, []float64{1}, []float64{1}) },
		"rows":     func() { _, _ = simplex.Maximise(t.Context(), [][]float64{{1}}, []float64{1, 2}, []float64{1}) },
	} {
		assert.Panics(t, f, name)
	}
}
