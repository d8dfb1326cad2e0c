package matrixgame_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"ringer/env"
	"ringer/eval/matrixgame"
)

func Example() {
	// Rock, paper, scissors, where winning with rock counts twice.
	s := matrixgame.Solve([][]float64{
		{0, -1, 2},
		{1, 0, -1},
		{-2, 1, 0},
	})
	fmt.Printf("value %.3f, rows %.2f, columns %.2f\n", math.Abs(s.Value), s.Rows, s.Columns)
	// Output: value 0.000, rows [0.25 0.50 0.25], columns [0.25 0.50 0.25]
}

func TestKnownGames(t *testing.T) {
	for name, c := range map[string]struct {
		payoffs       [][]float64
		value         float64
		rows, columns []float64
	}{
		"matching pennies": {[][]float64{{1, -1}, {-1, 1}}, 0, []float64{.5, .5}, []float64{.5, .5}},
		"a saddle point":   {[][]float64{{3, 1}, {0, -5}}, 1, []float64{1, 0}, []float64{0, 1}},
		"one action":       {[][]float64{{7}}, 7, []float64{1}, []float64{1}},
		"all the same":     {[][]float64{{2, 2}, {2, 2}}, 2, []float64{.5, .5}, []float64{.5, .5}},
		"2 by 3":           {[][]float64{{2, 3, 11}, {7, 5, 2}}, 49. / 11, []float64{3. / 11, 8. / 11}, []float64{0, 9. / 11, 2. / 11}},
		"all losing":       {[][]float64{{-4e6, -1e6}, {-2e6, -3e6}}, -2.5e6, []float64{.25, .75}, []float64{.5, .5}},
	} {
		s := matrixgame.Solve(c.payoffs)
		assert.InDelta(t, c.value, s.Value, 1e-9*max(1, math.Abs(c.value)), name)
		assert.InDeltaSlice(t, c.rows, s.Rows, 1e-9, name)
		assert.InDeltaSlice(t, c.columns, s.Columns, 1e-9, name)
	}
}

func random(seed uint64, rows, columns int, whole bool) [][]float64 {
	rng := env.Stream(seed, "test/matrix")
	payoffs := make([][]float64, rows)
	for i := range payoffs {
		payoffs[i] = make([]float64, columns)
		for j := range payoffs[i] {
			payoffs[i][j] = rng.NormFloat64()
			if whole {
				payoffs[i][j] = float64(rng.IntN(3) - 1)
			}
		}
	}
	return payoffs
}

// transposed exchanges the players: columns become rows, and payoffs change their sign.
func transposed(payoffs [][]float64) [][]float64 {
	t := make([][]float64, len(payoffs[0]))
	for j := range t {
		for i := range payoffs {
			t[j] = append(t[j], -payoffs[i][j])
		}
	}
	return t
}

// Nobody gains by deviating, and gonum's simplex finds the same values.
func TestEquilibria(t *testing.T) {
	for seed := range uint64(60) {
		rows, columns := 1+int(seed%7), 1+int(seed%11)
		payoffs := random(seed, rows, columns, seed%2 == 0)
		s := matrixgame.Solve(payoffs)
		row, column := gains(payoffs, s.Rows, s.Columns)
		require.InDelta(t, 0, row, 1e-9, "seed %d", seed)
		require.InDelta(t, 0, column, 1e-9, "seed %d", seed)
		require.InDelta(t, gonum(t, payoffs), s.Value, 1e-8, "seed %d", seed)
		other := matrixgame.Solve(transposed(payoffs))
		require.InDelta(t, -s.Value, other.Value, 1e-9, "seed %d", seed)
	}
	payoffs := random(1, 120, 150, true)
	s := matrixgame.Solve(payoffs)
	row, column := gains(payoffs, s.Rows, s.Columns)
	assert.InDelta(t, 0, row, 1e-9)
	assert.InDelta(t, 0, column, 1e-9)
}

// gonum returns the value of a game by another program and another simplex.
func gonum(t *testing.T, payoffs [][]float64) float64 {
	t.Helper()
	rows, columns := len(payoffs), len(payoffs[0])
	const shift = 10
	a := mat.NewDense(rows, columns+rows, nil)
	c := make([]float64, columns+rows)
	b := make([]float64, rows)
	slacks := make([]int, rows)
	for i := range payoffs {
		for j := range payoffs[i] {
			a.Set(i, j, payoffs[i][j]+shift)
			c[j] = -1
		}
		a.Set(i, columns+i, 1)
		b[i], slacks[i] = 1, columns+i
	}
	value, _, err := lp.Simplex(c, a, b, 1e-12, slacks)
	require.NoError(t, err)
	return -1/value - shift
}

func TestGainsSeeDeviations(t *testing.T) {
	row, column := gains([][]float64{{1, -1}, {-1, 1}}, []float64{1, 0}, []float64{.5, .5})
	assert.InDelta(t, 0, row, 1e-15)
	assert.InDelta(t, 1, column, 1e-15)
}

func TestBadTables(t *testing.T) {
	for name, bad := range map[string][][]float64{"empty": {}, "no columns": {{}}, "ragged": {{1, 2}, {1}}, "not finite": {{math.NaN()}}} {
		assert.Panics(t, func() { matrixgame.Solve(bad) }, name)
	}
}

// One step solves a game of 100 by 100 random payoffs.
func BenchmarkSolve(b *testing.B) {
	payoffs := random(1, 100, 100, false)
	b.ReportAllocs()
	for b.Loop() {
		matrixgame.Solve(payoffs)
	}
}

// gains returns the gain of each player's best response against a pair of
// strategies: both are 0 exactly at an equilibrium.
func gains(payoffs [][]float64, rows, columns []float64) (row, column float64) {
	value, best := 0.0, math.Inf(-1)
	against := make([]float64, len(columns)) // what each column costs its player
	for i, r := range payoffs {
		expected := 0.0
		for j, x := range r {
			expected += x * columns[j]
			against[j] += rows[i] * x
		}
		value += rows[i] * expected
		best = max(best, expected)
	}
	least := math.Inf(1)
	for _, x := range against {
		least = min(least, x)
	}
	return best - value, value - least
}
