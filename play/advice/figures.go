package advice

import (
	"math"

	"ringer/eval"
)

// normal is the quantile of a two-sided 95% interval.
const normal = 1.959963984540054

// Mean returns the mean of some values.
func Mean(xs []float64) float64 {
	sum := 0.
	for _, x := range xs {
		sum += x
	}
	return sum / float64(len(xs))
}

// Of returns the mean of the values of one action with its 95% interval: Wilson's of
// shares of the win, else the normal one.
func Of(values []float64, unit string) Chance {
	m, n := Mean(values), float64(len(values))
	if unit == UnitWin {
		i := eval.Wilson(m*n, n)
		return Chance{m, i.Low, i.High}
	}
	squares := 0.
	for _, x := range values {
		squares += (x - m) * (x - m)
	}
	half := 0.
	if n > 1 {
		half = normal * math.Sqrt(squares/(n-1)/n)
	}
	return Chance{m, m - half, m + half}
}

// Difference returns the mean of a-b, pair by pair, with its 95% interval. One pair more
// of each sign keeps the interval of few equal pairs from being empty.
func Difference(a, b []float64) Chance {
	n, sum, squares, largest := float64(len(a)), 0., 0., 1.
	for i := range a {
		d := a[i] - b[i]
		sum, squares, largest = sum+d, squares+d*d, max(largest, math.Abs(d))
	}
	m := sum / n
	variance := (squares+2*largest*largest)/(n+2) - math.Pow(sum/(n+2), 2)
	half := normal * math.Sqrt(variance/n)
	return Chance{m, m - half, m + half}
}
