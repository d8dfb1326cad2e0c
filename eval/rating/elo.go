package rating

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// EloAnchor is the rating of the anchor of an arena, the agent random.
const EloAnchor = 1000

// EloPerNat is the number of Elo points of one unit of log-strength: 400 points are odds of ten to one.
var EloPerNat = 400 / math.Ln10

// EloShare returns the share of wins that one seat expects against others seats that
// are all weaker by diff Elo points: with strengths that differ by the factor
// 10^(diff/400), it is strength / sum of strengths (Bradley and Terry, 1952, for
// two seats; Luce, "Individual choice behavior", 1959, for more).
func EloShare(diff float64, others int) float64 {
	return 1 / (1 + float64(others)*math.Pow(10, -diff/400))
}

// Contest holds all that happened in one way of seating two agents of a field.
type Contest struct {
	A, B           int // their numbers
	SeatsA, SeatsB float64
	WinsA, WinsB   float64 // in deals; ties are split
}

// FitElo returns the log-strengths of maximum likelihood of n agents, with 0 for
// the anchor. A win among seats of a and seats of b goes to a with probability
// SeatsA e^a / (SeatsA e^a + SeatsB e^b). The likelihood is concave; every agent
// must be tied to every other by contests with a positive number of wins on both
// sides, as the prior gives. start is where the search begins, or nil.
func FitElo(n, anchor int, contests []Contest, start []float64) []float64 {
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

// winChance returns the probability that a win of a contest goes to A.
func (c *Contest) winChance(theta []float64) float64 {
	return 1 / (1 + c.SeatsB/c.SeatsA*math.Exp(theta[c.B]-theta[c.A]))
}

func eloLikelihood(theta []float64, contests []Contest) float64 {
	sum := 0.0
	for i := range contests {
		c := &contests[i]
		// log chance and log of its complement, without rounding to 0.
		x := theta[c.A] - theta[c.B] + math.Log(c.SeatsA/c.SeatsB)
		sum -= c.WinsA*softplus(-x) + c.WinsB*softplus(x)
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
func climbElo(theta []float64, contests []Contest, gradient []float64, hessian *mat.SymDense) float64 {
	clear(gradient)
	hessian.Zero()
	for i := range contests {
		c := &contests[i]
		p, all := c.winChance(theta), c.WinsA+c.WinsB
		gradient[c.A] += c.WinsA - all*p
		gradient[c.B] -= c.WinsA - all*p
		h := all * p * (1 - p)
		hessian.SetSym(c.A, c.A, hessian.At(c.A, c.A)+h)
		hessian.SetSym(c.B, c.B, hessian.At(c.B, c.B)+h)
		hessian.SetSym(c.A, c.B, hessian.At(c.A, c.B)-h)
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
