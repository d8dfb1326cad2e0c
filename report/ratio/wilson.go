package ratio

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// OfShare returns the share x/n of n independent games with its score interval (Wilson,
// "Probable inference", 1927) at a confidence such as 0.95. x may be a fraction, because
// joint winners share; the interval is then a little too wide. Without games the figure
// is of nothing.
func OfShare(name string, x float64, n int, confidence float64) Figure {
	f := Figure{Name: name, Of: n, Games: n, Share: true}
	if n == 0 {
		return f
	}
	f.Value = x / float64(n)
	f.Low, f.High = wilson(f.Value, float64(n), distuv.UnitNormal.Quantile(1-(1-confidence)/2))
	// Rounding must not move the ends off 0 and 1.
	if x <= 0 {
		f.Low = 0
	}
	if x >= float64(n) {
		f.High = 1
	}
	return f
}

func wilson(p, n, z float64) (low, high float64) {
	centre := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(max(0, p*(1-p)/n+z*z/(4*n*n)))
	return centre - half, centre + half
}

// Over returns the mean of independent figures, one a game, with its interval at a
// confidence such as 0.95, by the normal distribution. Without games the figure is of
// nothing, and the figure of one game has no width.
func Over(name string, xs []float64, confidence float64) Figure {
	f := Figure{Name: name, Of: len(xs), Games: len(xs)}
	if len(xs) == 0 {
		return f
	}
	n, sum, squares := float64(len(xs)), 0., 0.
	for _, x := range xs {
		sum += x
	}
	f.Value = sum / n
	for _, x := range xs {
		squares += (x - f.Value) * (x - f.Value)
	}
	half := 0.
	if len(xs) > 1 {
		half = distuv.UnitNormal.Quantile(1-(1-confidence)/2) * math.Sqrt(squares/(n-1)/n)
	}
	f.Low, f.High = f.Value-half, f.Value+half
	return f
}
