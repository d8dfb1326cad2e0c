package uplift

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// estimate is the worth of a thing against the average of the things in its place.
type estimate struct {
	forks     int // in which it stood against another thing
	value, sd float64
	free      int // degrees of freedom of sd: games less the worths that were estimated with it
}

// chance returns the p-value of a worth that is not beyond a margin, above it or below. The error is
// itself estimated, from few games for a rare thing, so that Student's distribution tells how
// far the worth may be off: the normal one would call one in twenty of such things surer than it is.
func (e *estimate) chance(sign, margin float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: float64(e.free)}.Survival((sign*e.value - margin) / e.sd)
}

// fewestForks is the number of forks below which a thing is left out of the estimates.
const fewestForks = 20

// sample is some forks, in the order of their games. cluster holds the number of each
// one's game, over all blocks.
type sample struct {
	forks   []*Fork
	cluster []int
}

func (s *sample) add(f *Fork, cluster int) {
	s.forks, s.cluster = append(s.forks, f), append(s.cluster, cluster)
}

// estimate returns what every thing is worth, and nil for a thing that stood in too few
// forks.
//
// It is the least-squares solution of worth(fork) = Σ gained × worth(thing), where the
// worths of things that stood against each other, weighed by came, are 0 on average. Errors
// of one game's forks may depend on each other: the covariance is the estimate of Liang and
// Zeger, "Longitudinal data analysis using generalized linear models" (1986), with games as
// clusters.
func (s *sample) estimate(things int, came []float64) []*estimate {
	out := make([]*estimate, things)
	kept, seen := s.prune(things)
	var index []int // of the things that are left
	at := make([]int, things)
	for t, n := range seen {
		at[t] = len(index)
		if n > 0 {
			index = append(index, t)
		}
	}
	n := len(index)
	if n < 2 || len(kept.forks) < 2*n {
		return out
	}
	normal, right := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for _, f := range kept.forks {
		for _, g := range f.Gained {
			i := at[g.Thing]
			right.SetVec(i, right.AtVec(i)+g.Count*f.Worth)
			for _, h := range f.Gained {
				if j := at[h.Thing]; j >= i {
					normal.SetSym(i, j, normal.At(i, j)+g.Count*h.Count)
				}
			}
		}
	}
	centre(normal, index, kept.families(things), came, float64(len(kept.forks)))
	var factor mat.Cholesky
	if !factor.Factorize(normal) || factor.Cond() > 1e10 {
		return out
	}
	worth := mat.NewVecDense(n, nil)
	if err := factor.SolveVecTo(worth, right); err != nil {
		return out
	}
	meat, games := kept.meat(n, at, worth)
	var inverse mat.SymDense
	if err := factor.InverseTo(&inverse); err != nil || games <= n {
		return out
	}
	var half, covariance mat.Dense
	half.Mul(&inverse, meat)
	covariance.Mul(&half, &inverse)
	small := float64(games) / float64(games-n)
	for i, t := range index {
		out[t] = &estimate{forks: seen[t], value: worth.AtVec(i), sd: math.Sqrt(max(0, small*covariance.At(i, i))), free: games - n}
	}
	return out
}

// prune leaves out things that stood in too few forks, with these, and counts the forks
// of the others.
func (s *sample) prune(things int) (kept sample, seen []int) {
	kept = *s
	for {
		seen = make([]int, things)
		for _, f := range kept.forks {
			for _, g := range f.Gained {
				seen[g.Thing]++
			}
		}
		var next sample
		for k, f := range kept.forks {
			rare := false
			for _, g := range f.Gained {
				rare = rare || seen[g.Thing] < fewestForks
			}
			if !rare {
				next.add(f, kept.cluster[k])
			}
		}
		if len(next.forks) == len(kept.forks) {
			return kept, seen
		}
		kept = next
	}
}

// families returns, for each thing, the lowest index of the things that it was compared
// with, be it through others.
func (s *sample) families(things int) []int {
	family := make([]int, things)
	for t := range family {
		family[t] = t
	}
	root := func(t int) int {
		for family[t] != t {
			t = family[t]
		}
		return t
	}
	for _, f := range s.forks {
		for _, g := range f.Gained[1:] {
			a, b := root(f.Gained[0].Thing), root(g.Thing)
			family[max(a, b)] = min(a, b)
		}
	}
	for t := range family {
		family[t] = root(t)
	}
	return family
}

// centre adds to the normal equations that the worths of each family, weighed by came, are
// 0 on average: forks say nothing about that.
func centre(normal *mat.SymDense, index, family []int, came []float64, scale float64) {
	sum := map[int]float64{}
	for _, t := range index {
		sum[family[t]] += came[t]
	}
	weight := func(t int) float64 {
		if sum[family[t]] == 0 {
			return 1
		}
		return came[t] / sum[family[t]]
	}
	for i, t := range index {
		for j := i; j < len(index); j++ {
			if u := index[j]; family[u] == family[t] {
				normal.SetSym(i, j, normal.At(i, j)+scale*weight(t)*weight(u))
			}
		}
	}
}

// meat returns the sum over games of the squares of their scores, and the number of games.
func (s *sample) meat(n int, at []int, worth *mat.VecDense) (meat *mat.SymDense, games int) {
	meat, score := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for k, f := range s.forks {
		miss := f.Worth
		for _, g := range f.Gained {
			miss -= g.Count * worth.AtVec(at[g.Thing])
		}
		for _, g := range f.Gained {
			i := at[g.Thing]
			score.SetVec(i, score.AtVec(i)+g.Count*miss)
		}
		if k == len(s.forks)-1 || s.cluster[k+1] != s.cluster[k] {
			meat.SymRankOne(meat, 1, score)
			score.Zero()
			games++
		}
	}
	return meat, games
}
