package simplex

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ringer/env"
)

// Errors of Maximise besides the context's.
var (
	ErrUnbounded = errors.New("the linear program is unbounded")
	ErrStalled   = errors.New("the simplex method does not come to an end: rounding has spoilt it")
)

const (
	// tolerance is the size below which a number counts as 0, relative to the largest
	// number of a program.
	tolerance = 1e-11
	// nudge is the size of the perturbation of right-hand sides.
	nudge = 1e-9
)

// Solution is an optimum of a program and of its dual.
type Solution struct {
	Value  float64
	X      []float64 // one a column
	Y      []float64 // one a row: the price of its right-hand side
	Pivots int
}

// Maximise maximises c·x subject to a·x ≤ b and x ≥ 0. a has len(b) rows of
// len(c) numbers and is overwritten. No b may be negative, so that x = 0 is
// feasible; it panics on that and on sizes that do not fit.
func Maximise(ctx context.Context, a [][]float64, b, c []float64) (*Solution, error) {
	d := newDictionary(a, b, c)
	for pivots := 0; ; pivots++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		column := d.entering()
		if column < 0 {
			return d.solution(pivots), nil
		}
		row := d.leaving(column)
		if row < 0 {
			return nil, ErrUnbounded
		}
		if pivots > 50*(len(a)+len(c)+10) {
			return nil, ErrStalled
		}
		d.pivot(row, column)
	}
}

// dictionary expresses the basic variables and the objective by the others:
//
//	basic[i] = row[i][last-1] − Σ row[i][j]·free[j]
//
// Variables are numbered columns first, then the slacks of the rows. The last
// two numbers of a row are the right-hand side: true, and perturbed.
type dictionary struct {
	rows  [][]float64
	cost  []float64 // objective = Σ cost[j]·free[j] − cost[last-1]
	basic []int
	free  []int

	filled []int32 // columns of the pivot row that are not 0
}

func newDictionary(a [][]float64, b, c []float64) *dictionary {
	if len(a) != len(b) {
		panic(fmt.Sprintf("simplex: %d rows, %d right-hand sides", len(a), len(b)))
	}
	n := len(c)
	d := &dictionary{rows: make([][]float64, len(a)), cost: append(append(make([]float64, 0, n+2), c...), 0, 0)}
	rng := env.Stream(0, purposeSimplex)
	largest := 0.0
	for _, x := range b {
		largest = max(largest, x)
	}
	for i, r := range a {
		if len(r) != n || !(b[i] >= 0) {
			panic(fmt.Sprintf("simplex: row %d has %d numbers and right-hand side %v: want %d, and one from 0", i, len(r), b[i], n))
		}
		d.rows[i] = append(append(make([]float64, 0, n+2), r...), b[i], b[i]+nudge*max(largest, 1)*(0.5+rng.Float64()))
		d.basic = append(d.basic, n+i)
	}
	for j := range n {
		d.free = append(d.free, j)
	}
	return d
}

// entering returns the column of the largest cost, or -1 at an optimum (Dantzig's
// rule).
func (d *dictionary) entering() int {
	best, at := tolerance, -1
	for j, c := range d.cost[:len(d.free)] {
		if c > best {
			best, at = c, j
		}
	}
	return at
}

// leaving returns the row that bounds a column first, or -1. Among rows that are
// equal but for rounding it takes the largest pivot, which is the safest.
func (d *dictionary) leaving(column int) int {
	at, best := -1, math.Inf(1)
	last := len(d.free) + 1
	for i, r := range d.rows {
		if r[column] <= tolerance {
			continue
		}
		ratio := max(r[last], 0) / r[column]
		if ratio < best-1e-14 || at >= 0 && ratio <= best+1e-14 && r[column] > d.rows[at][column] {
			at, best = i, ratio
		}
	}
	return at
}

// pivot exchanges a basic and a free variable.
func (d *dictionary) pivot(row, column int) {
	p := d.rows[row]
	inverse := 1 / p[column]
	p[column] = 1
	d.filled = d.filled[:0]
	for j := range p {
		if p[j] != 0 {
			p[j] *= inverse
			d.filled = append(d.filled, int32(j))
		}
	}
	for i, r := range d.rows {
		if i != row && r[column] != 0 {
			d.eliminate(r, p, column)
		}
	}
	d.eliminate(d.cost, p, column)
	d.basic[row], d.free[column] = d.free[column], d.basic[row]
}

// eliminate subtracts the pivot row so that the entering variable goes. The
// programs of trees stay sparse for long; while they do, it touches only filled
// columns, and sets rounding errors back to 0.
func (d *dictionary) eliminate(r, p []float64, column int) {
	factor := r[column]
	r[column] = 0
	if 2*len(d.filled) > len(p) {
		r = r[:len(p)]
		for j, x := range p {
			r[j] -= factor * x
		}
		return
	}
	for _, j := range d.filled {
		x := r[j] - factor*p[j]
		if x < 1e-15 && x > -1e-15 {
			x = 0
		}
		r[j] = x
	}
}

func (d *dictionary) solution(pivots int) *Solution {
	n := len(d.free)
	s := &Solution{X: make([]float64, n), Y: make([]float64, len(d.rows)), Value: -d.cost[n], Pivots: pivots}
	for i, v := range d.basic {
		if v < n {
			s.X[v] = max(d.rows[i][n], 0)
		}
	}
	for j, v := range d.free {
		if v >= n {
			s.Y[v-n] = max(-d.cost[j], 0)
		}
	}
	return s
}
