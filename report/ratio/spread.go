package ratio

import (
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Spread describes how one number differs from game to game.
type Spread struct {
	Mean   Figure  `json:"mean"`
	Min    float64 `json:"min"`
	P10    float64 `json:"p10"` // quantiles
	P25    float64 `json:"p25"`
	Median float64 `json:"median"`
	P75    float64 `json:"p75"`
	P90    float64 `json:"p90"`
	Max    float64 `json:"max"`
}

// SpreadOf returns the mean of independent figures with its 95% interval, and their
// quantiles. It panics without figures.
func SpreadOf(name string, xs []float64) Spread {
	sorted := slices.Sorted(slices.Values(xs))
	at := func(p float64) float64 { return stat.Quantile(p, stat.Empirical, sorted, nil) }
	return Spread{
		Mean: Over(name, xs, .95), Min: sorted[0], Max: sorted[len(sorted)-1],
		P10: at(.1), P25: at(.25), Median: at(.5), P75: at(.75), P90: at(.9),
	}
}
