package eval

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// EloAnchor is the rating of the anchor of an arena, the agent random.
const EloAnchor = 1000

// eloPerNat turns log-strengths into Elo: 400 points are odds of ten to one.
var eloPerNat = 400 / math.Ln10

// EloShare returns the share of wins that one seat expects against others seats that
// are all weaker by diff Elo points: with strengths that differ by the factor
// 10^(diff/400), it is strength / sum of strengths (Bradley and Terry, 1952, for
// two seats; Luce, "Individual choice behavior", 1959, for more).
func EloShare(diff float64, others int) float64 {
	return 1 / (1 + float64(others)*math.Pow(10, -diff/400))
}

// contest is all that happened in one way of seating two agents.
type contest struct {
	a, b           int
	seatsA, seatsB float64
	winsA, winsB   float64 // in deals; ties are split
}

// fitElo returns the log-strengths of maximum likelihood of n agents, with 0 for
// the anchor. A win among seats of a and seats of b goes to a with probability
// seatsA e^a / (seatsA e^a + seatsB e^b). The likelihood is concave; every agent
// must be tied to every other by contests with a positive number of wins on both
// sides, as the prior gives. start is where the search begins, or nil.
func fitElo(n, anchor int, contests []contest, start []float64) []float64 {
	theta := make([]float64, n)
	copy(theta, start)
	if n < 2 {
		return theta
	}
	gradient := make([]float64, n)
	next := make([]float64, n)
	hessian := mat.NewSymDense(n, nil)
	const steps, enough = 100, 1e-10
	for range steps {
		now := climbElo(theta, contests, gradient, hessian)
		step := eloStep(anchor, gradient, hessian)
		slope, length := dot(gradient, step), 1.0
		if slope < enough {
			break
		}
		for ; length > 1e-9; length /= 2 {
			for i := range next {
				next[i] = theta[i] + length*step[i]
			}
			if eloLikelihood(next, contests) >= now+1e-4*length*slope {
				break
			}
		}
		copy(theta, next)
	}
	return theta
}

// winChance returns the probability that a win of a contest goes to a.
func (c *contest) winChance(theta []float64) float64 {
	return 1 / (1 + c.seatsB/c.seatsA*math.Exp(theta[c.b]-theta[c.a]))
}

func eloLikelihood(theta []float64, contests []contest) float64 {
	sum := 0.0
	for i := range contests {
		c := &contests[i]
		// log chance and log of its complement, without rounding to 0.
		x := theta[c.a] - theta[c.b] + math.Log(c.seatsA/c.seatsB)
		sum -= c.winsA*softplus(-x) + c.winsB*softplus(x)
	}
	return sum
}

func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}

// climbElo writes the gradient and the negative Hessian, and returns the
// log-likelihood.
func climbElo(theta []float64, contests []contest, gradient []float64, hessian *mat.SymDense) float64 {
	clear(gradient)
	hessian.Zero()
	for i := range contests {
		c := &contests[i]
		p, all := c.winChance(theta), c.winsA+c.winsB
		gradient[c.a] += c.winsA - all*p
		gradient[c.b] -= c.winsA - all*p
		h := all * p * (1 - p)
		hessian.SetSym(c.a, c.a, hessian.At(c.a, c.a)+h)
		hessian.SetSym(c.b, c.b, hessian.At(c.b, c.b)+h)
		hessian.SetSym(c.a, c.b, hessian.At(c.a, c.b)-h)
	}
	return eloLikelihood(theta, contests)
}

// eloStep is Newton's step with the anchor held fast.
func eloStep(anchor int, gradient []float64, hessian *mat.SymDense) []float64 {
	n := len(gradient)
	gradient[anchor] = 0
	for i := range n {
		hessian.SetSym(anchor, i, 0)
	}
	hessian.SetSym(anchor, anchor, 1)
	for i := range n {
		// A hair on the diagonal: where chances have saturated, curvature
		// vanishes.
		hessian.SetSym(i, i, hessian.At(i, i)+1e-12)
	}
	var chol mat.Cholesky
	step := mat.NewVecDense(n, nil)
	if !chol.Factorize(hessian) || chol.SolveVecTo(step, mat.NewVecDense(n, gradient)) != nil {
		return append([]float64(nil), gradient...) // plain ascent still climbs
	}
	return step.RawVector().Data
}
