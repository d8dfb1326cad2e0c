package ratio

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Mean is the mean of a few independent figures, such as one for each training
// run, with its 95% interval.
type Mean struct {
	Value float64 `json:"mean"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// OfMean returns the mean of xs with the 95% interval of Student's t. It panics
// with fewer than two figures, which have no interval.
func OfMean(xs []float64) Mean {
	if len(xs) < 2 {
		panic("ratio: an interval needs two figures at least")
	}
	mean, deviation := stat.MeanStdDev(xs, nil)
	n := float64(len(xs))
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975)
	half := t * deviation / math.Sqrt(n)
	return Mean{Value: mean, Low: mean - half, High: mean + half}
}

// OfMeanAmong is OfMean for one of several comparisons: the intervals of all of them hold together
// with 95% at least (Bonferroni).
func OfMeanAmong(xs []float64, comparisons int) Mean {
	m := OfMean(xs)
	nu := float64(len(xs) - 1)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: nu}
	wider := t.Quantile(1-0.025/float64(max(1, comparisons))) / t.Quantile(0.975)
	return Mean{Value: m.Value, Low: m.Value - wider*(m.Value-m.Low), High: m.Value + wider*(m.High-m.Value)}
}
