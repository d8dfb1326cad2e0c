package matrixgame

import (
	"context"
	"fmt"
	"math"

	"ringer/eval/simplex"
)

// Solution is an equilibrium of a zero-sum matrix game.
type Solution struct {
	Value   float64   // expected payoff of the row player
	Rows    []float64 // probabilities
	Columns []float64
}

// Solve finds an equilibrium of the zero-sum game in which the row player gets
// payoffs[i][j] and the column player loses it. Where there are
// several, the choice depends on nothing but the payoffs. It panics when the table is
// empty, ragged or not finite.
//
// The program is von Neumann's: with all payoffs above 0, the column player
// maximises Σy subject to payoffs·y ≤ 1; the value is 1/Σy, and the row player's
// strategy is the dual solution.
func Solve(payoffs [][]float64) Solution {
	rows, columns := check(payoffs)
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range payoffs {
		for _, x := range r {
			low, high = min(low, x), max(high, x)
		}
	}
	if low == high {
		return Solution{Value: low, Rows: uniform(rows), Columns: uniform(columns)}
	}
	// Scaled into 1..2, so that tolerances mean the same in every game.
	scale := high - low
	a := make([][]float64, rows)
	for i, r := range payoffs {
		a[i] = make([]float64, columns)
		for j, x := range r {
			a[i][j] = 1 + (x-low)/scale
		}
	}
	s, err := simplex.Maximise(context.Background(), a, ones(rows), ones(columns))
	if err != nil {
		panic("matrixgame: " + err.Error()) // a game with payoffs above 0 is bounded
	}
	return Solution{
		Value:   low + scale*(1/s.Value-1),
		Rows:    normalised(s.Y),
		Columns: normalised(s.X),
	}
}

// check returns the size of a table.
func check(payoffs [][]float64) (rows, columns int) {
	if len(payoffs) == 0 || len(payoffs[0]) == 0 {
		panic("matrixgame: no payoffs")
	}
	for i, r := range payoffs {
		if len(r) != len(payoffs[0]) {
			panic(fmt.Sprintf("matrixgame: row %d has %d payoffs, row 0 has %d", i, len(r), len(payoffs[0])))
		}
		for j, x := range r {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				panic(fmt.Sprintf("matrixgame: payoff [%d][%d] is %v", i, j, x))
			}
		}
	}
	return len(payoffs), len(payoffs[0])
}

func ones(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = 1
	}
	return x
}

func uniform(n int) []float64 { return normalised(ones(n)) }

func normalised(x []float64) []float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	for i := range x {
		x[i] /= total
	}
	return x
}
