package rating

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// NashAverage returns the symmetric Nash equilibrium of highest entropy of an
// antisymmetric payoff table, in which the column agent loses what the row agent gets
// (Balduzzi, Tuyls, Perolat, Graepel, "Re-evaluating
// evaluation", 2018). Agents that others make redundant share their
// weight, so adding a copy of an agent changes nobody else's rating, which is
// payoffs × weights. It panics when the table is not square and antisymmetric.
//
// The central path of the game leads into the relative interior of the set of
// equilibria; from there a barrier method climbs the entropy inside the set.
func NashAverage(payoffs [][]float64) []float64 {
	n := len(payoffs)
	if n == 0 {
		return nil
	}
	a := mat.NewDense(n, n, nil)
	scale := 0.0
	for i, row := range payoffs {
		if len(row) != n {
			panic(fmt.Sprintf("rating: NashAverage: row %d of a table of %d agents has %d payoffs", i, n, len(row)))
		}
		for j, v := range row {
			if math.Abs(v+payoffs[j][i]) > 1e-9*(1+math.Abs(v)) {
				panic(fmt.Sprintf("rating: NashAverage: payoffs [%d][%d] = %v and [%d][%d] = %v do not cancel", i, j, v, j, i, payoffs[j][i]))
			}
			scale = max(scale, math.Abs(v))
		}
	}
	if scale == 0 {
		return uniform(n)
	}
	if best := dominant(payoffs); best >= 0 {
		p := make([]float64, n)
		p[best] = 1
		return p
	}
	for i := range n {
		for j := range n {
			a.Set(i, j, (payoffs[i][j]-payoffs[j][i])/(2*scale))
		}
	}
	p, slack := centralPath(a)
	return climbEntropy(a, p, slack)
}

func uniform(n int) []float64 {
	p := make([]float64, n)
	for i := range p {
		p[i] = 1 / float64(n)
	}
	return p
}

// dominant returns the agent that beats all others, who then is the only
// equilibrium, or -1.
func dominant(payoffs [][]float64) int {
	for i, row := range payoffs {
		beaten := 0
		for _, v := range row {
			if v > 0 {
				beaten++
			}
		}
		if beaten == len(row)-1 {
			return i
		}
	}
	return -1
}

// centralPath follows the central path of an antisymmetric game to its end and
// returns a strictly complementary equilibrium with its slacks: the points with
// p_i s_i = μ for s = v − A p and Σ p = 1, as μ falls to 0 and v = n μ with it.
func centralPath(a *mat.Dense) (p, s []float64) {
	n, _ := a.Dims()
	p, s = uniform(n), make([]float64, n)
	v := 0.0
	for i := range p {
		v = max(v, dot(a.RawRowView(i), p))
	}
	v++
	for i := range p {
		s[i] = v - dot(a.RawRowView(i), p)
	}
	left := make([][]float64, n+1)
	for i := range left {
		left[i] = make([]float64, n+2)
	}
	const last, mostSteps = 1e-14, 200
	for range mostSteps {
		length := newtonToCentre(a, p, s, 0.1*dot(p, s)/float64(n), left)
		if length < 1e-9 || dot(p, s) < last {
			break
		}
	}
	return p, s
}

// newtonToCentre makes one Newton step towards p_i s_i = μ, as long as p and s
// stay positive, and returns its length. Along it, (D − A) dp + dv = (μ − p s)/p
// with the positive diagonal D = s/p, and Σ dp = 0: a matrix whose symmetric
// part is positive, so that it can be solved at every point. system is room for
// its n+1 rows with the right side.
func newtonToCentre(a *mat.Dense, p, s []float64, mu float64, system [][]float64) (length float64) {
	n := len(p)
	for i := range p {
		row := system[i]
		for k, v := range a.RawRowView(i) {
			row[k] = -v
		}
		row[i] = s[i] / p[i]
		row[n], row[n+1] = 1, mu/p[i]-s[i]
		system[n][i] = 1
	}
	system[n][n], system[n][n+1] = 0, 0
	if !eliminate(system) {
		return 0
	}
	length = 1
	for i := range p {
		dp := system[i][n+1]
		// From p ds + s dp = μ − p s rather than from A: exact where s is tiny.
		ds := mu/p[i] - s[i] - s[i]/p[i]*dp
		if dp < 0 {
			length = min(length, -0.9*p[i]/dp)
		}
		if ds < 0 {
			length = min(length, -0.9*s[i]/ds)
		}
	}
	for i := range p {
		dp := system[i][n+1]
		ds := mu/p[i] - s[i] - s[i]/p[i]*dp
		p[i] += length * dp
		s[i] += length * ds
	}
	return length
}

// eliminate solves a linear system in place: rows of coefficients, each followed
// by the right side, which the solution replaces. It reports whether it could.
func eliminate(rows [][]float64) bool {
	n := len(rows)
	for c := range n {
		pivot := c
		for r := c + 1; r < n; r++ {
			if math.Abs(rows[r][c]) > math.Abs(rows[pivot][c]) {
				pivot = r
			}
		}
		rows[c], rows[pivot] = rows[pivot], rows[c]
		if rows[c][c] == 0 {
			return false
		}
		for r := range n {
			if r == c || rows[r][c] == 0 {
				continue
			}
			factor := rows[r][c] / rows[c][c]
			for k := c; k <= n; k++ {
				rows[r][k] -= factor * rows[c][k]
			}
		}
	}
	for r := range n {
		rows[r][n] /= rows[r][r]
	}
	return true
}

// climbEntropy maximises the entropy over all equilibria, from one in the
// relative interior of their set. Agents in no equilibrium have weight 0; for
// those in some, (A p)_i = 0 in all; for the others (A p)_i ≤ 0 remains.
func climbEntropy(a *mat.Dense, p, slack []float64) []float64 {
	var in, out []int
	for i := range p {
		if p[i] > slack[i] { // one of the two is 0, and the other far from it
			in = append(in, i)
		} else {
			out = append(out, i)
		}
	}
	if len(in) == 0 {
		return p
	}
	k := len(in)
	// Rows that stay fixed: the sum, and the payoffs of agents in equilibrium.
	fixed := mat.NewDense(k+1, k, nil)
	x := make([]float64, k)
	sum := 0.0
	for c, i := range in {
		fixed.Set(0, c, 1)
		for r, o := range in {
			fixed.Set(r+1, c, a.At(o, i))
		}
		x[c] = p[i]
		sum += p[i]
	}
	for c := range x {
		x[c] /= sum
	}
	free := nullSpace(fixed)
	if free != nil {
		var walls [][]float64
		for _, o := range out {
			wall := make([]float64, k)
			for c, i := range in {
				wall[c] = a.At(o, i)
			}
			if dot(wall, x) < 0 {
				walls = append(walls, wall)
			}
		}
		climb(x, free, walls)
	}
	weights := make([]float64, len(p))
	for c, i := range in {
		weights[i] = x[c]
	}
	return weights
}

// nullSpace returns an orthonormal basis of the vectors that m sends to 0, one a
// column, or nil when there are none.
func nullSpace(m *mat.Dense) *mat.Dense {
	_, k := m.Dims()
	var svd mat.SVD
	if !svd.Factorize(m, mat.SVDFull) {
		return nil
	}
	values := svd.Values(nil)
	rank := 0
	for _, v := range values {
		if v > 1e-7*values[0] {
			rank++
		}
	}
	if rank == k {
		return nil
	}
	var v mat.Dense
	svd.VTo(&v)
	return mat.DenseCopyOf(v.Slice(0, k, rank, k))
}

// climb maximises the entropy of x along the directions of free with wall · x
// ≤ 0, by Newton's method with a barrier that shrinks.
func climb(x []float64, free *mat.Dense, walls [][]float64) {
	_, d := free.Dims()
	// value returns the objective, which is minimised: Σ x log x − t Σ log(−wall · x).
	value := func(x []float64, t float64) float64 {
		sum := 0.0
		for _, v := range x {
			if v <= 0 {
				return math.Inf(1)
			}
			sum += v * math.Log(v)
		}
		for _, w := range walls {
			s := -dot(w, x)
			if s <= 0 {
				return math.Inf(1)
			}
			sum -= t * math.Log(s)
		}
		return sum
	}
	next := make([]float64, len(x))
	for t := 1e-1; t > 1e-10; t /= 10 {
		for range 60 {
			step, slope := entropyStep(x, free, walls, t)
			if slope > -1e-18 {
				break
			}
			length, now := 1.0, value(x, t)
			for ; length > 1e-12; length /= 2 {
				for i := range x {
					next[i] = x[i]
					for c := range d {
						next[i] += length * free.At(i, c) * step.AtVec(c)
					}
				}
				if value(next, t) <= now+1e-4*length*slope {
					break
				}
			}
			if length <= 1e-12 {
				break
			}
			copy(x, next)
		}
		if len(walls) == 0 {
			break
		}
	}
}

// entropyStep is Newton's step in the coordinates of free, and the slope along
// it.
func entropyStep(x []float64, free *mat.Dense, walls [][]float64, t float64) (*mat.VecDense, float64) {
	k, d := free.Dims()
	gradient := make([]float64, k)
	hessian := mat.NewDense(k, k, nil)
	for i, v := range x {
		gradient[i] = 1 + math.Log(v)
		hessian.Set(i, i, 1/v)
	}
	for _, w := range walls {
		s := -dot(w, x)
		for i := range w {
			gradient[i] += t * w[i] / s
			for j := range w {
				hessian.Set(i, j, hessian.At(i, j)+t*w[i]*w[j]/(s*s))
			}
		}
	}
	var half, inner mat.Dense
	half.Mul(hessian, free)
	inner.Mul(free.T(), &half)
	g := mat.NewVecDense(d, nil)
	g.MulVec(free.T(), mat.NewVecDense(k, gradient))
	step := mat.NewVecDense(d, nil)
	minus := mat.NewVecDense(d, nil)
	minus.ScaleVec(-1, g)
	if err := step.SolveVec(&inner, minus); err != nil && step.Len() != d {
		return mat.NewVecDense(d, nil), 0
	}
	return step, mat.Dot(step, g)
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
