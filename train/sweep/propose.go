package sweep

import (
	"math"
	"slices"

	"ringer/env"
)

// Settings of the proposals.
const (
	randomShare = 0.25 // of proposals that look at no result
	goodShare   = 0.25 // of results that are taken for good
	candidates  = 32   // drawn around good results, of which the best is proposed
	widest      = 0.25 // width of the kernel around a result, in the unit of a point
	narrowest   = 0.05
	stray       = 0.2 // probability that a choice is drawn anew
)

// Result is a finished run of a trial.
type Result struct {
	Point []float64
	Score float64 // smaller is better; +Inf: the training failed
	Cost  float64 // in seconds of training
}

// Propose returns the point to try next, one number in [0, 1] a range. results holds
// the finished runs of every rung, the smallest budget first. The same arguments give
// the same point.
func Propose(space Space, results [][]Result, rng env.Rand) []float64 {
	enough := 2*len(space) + 2
	at := -1
	for k, of := range results {
		if len(of) >= enough {
			at = k
		}
	}
	if at < 0 || rng.Float64() < randomShare {
		return uniform(len(space), rng)
	}
	m := newModel(space, results[at])
	var best []float64
	merit := math.Inf(-1)
	for range candidates {
		point := m.draw(rng)
		if v := m.merit(point); v > merit {
			best, merit = point, v
		}
	}
	return best
}

func uniform(n int, rng env.Rand) []float64 {
	point := make([]float64, n)
	for i := range point {
		point[i] = rng.Float64()
	}
	return point
}

// model holds the results of one rung, good ones apart from the others.
type model struct {
	space     Space
	costs     []Result // those that say what a training costs: failures end early
	good, bad [][]float64
	width     float64 // of the kernels
}

func newModel(space Space, results []Result) *model {
	sorted := slices.Clone(results)
	slices.SortStableFunc(sorted, func(a, b Result) int {
		switch {
		case a.Score < b.Score:
			return -1
		case a.Score > b.Score:
			return 1
		}
		return 0
	})
	good := max(2, int(math.Ceil(goodShare*float64(len(sorted)))))
	m := &model{space: space}
	for _, r := range results {
		if !math.IsInf(r.Score, 1) {
			m.costs = append(m.costs, r)
		}
	}
	for i, r := range sorted {
		if i < good && !math.IsInf(r.Score, 1) {
			m.good = append(m.good, r.Point)
		} else {
			m.bad = append(m.bad, r.Point)
		}
	}
	// Kernels narrow as results come in, by Scott's rule.
	m.width = max(narrowest, widest*math.Pow(float64(len(m.good)), -1/float64(len(space)+4)))
	return m
}

// draw returns a point near one of the good ones.
func (m *model) draw(rng env.Rand) []float64 {
	if len(m.good) == 0 {
		return uniform(len(m.space), rng)
	}
	point := slices.Clone(m.good[rng.IntN(len(m.good))])
	for i := range point {
		switch {
		case m.space[i].Choices == nil:
			point[i] = reflect(point[i] + m.width*rng.NormFloat64())
		case rng.Float64() < stray:
			point[i] = rng.Float64()
		}
	}
	return point
}

// reflect folds a number at the ends of [0, 1].
func reflect(x float64) float64 {
	x = math.Mod(math.Abs(x), 2)
	return min(x, 2-x)
}

// merit returns the logarithm of how much likelier a point is among good results than
// among others, per second that it is expected to cost.
func (m *model) merit(point []float64) float64 {
	return m.density(m.good, point) - m.density(m.bad, point) - m.cost(point)
}

// density returns the logarithm of a mixture of one kernel a point of of, and one that
// is the same everywhere.
func (m *model) density(of [][]float64, point []float64) float64 {
	sum := 1.0
	for _, center := range of {
		sum += m.kernel(center, point)
	}
	return math.Log(sum / float64(1+len(of)))
}

// kernel returns how near two points are: a product of one factor a range.
func (m *model) kernel(center, point []float64) float64 {
	k := 1.0
	for i := range center {
		if n := len(m.space[i].Choices); n > 0 {
			if m.space[i].choice(center[i]) == m.space[i].choice(point[i]) {
				k *= (1 - stray) * float64(n)
			} else {
				k *= stray
			}
			continue
		}
		d := (center[i] - point[i]) / m.width
		k *= math.Exp(-d*d/2) / (m.width * math.Sqrt(2*math.Pi))
	}
	return k
}

// cost returns the logarithm of the cost that is expected at a point, by the costs of
// the trainings near it that did not fail.
func (m *model) cost(point []float64) float64 {
	weights, sum, mean := 0.0, 0.0, 0.0
	for _, r := range m.costs {
		c := math.Log(max(r.Cost, 1e-3))
		k := m.kernel(r.Point, point)
		weights += k
		sum += k * c
		mean += c / float64(len(m.costs))
	}
	// One more result of the mean cost everywhere, far from all others.
	return (sum + mean) / (weights + 1)
}
