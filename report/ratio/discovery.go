package ratio

import (
	"cmp"
	"slices"
)

// DiscoveryRates returns, for each of the p-values of tests, the smallest rate of false
// discoveries at which it is one (Benjamini and Hochberg, "Controlling the false discovery
// rate", 1995, section 3.1): those with a rate of at most r are the discoveries of which a
// share of at most r is wrong.
func DiscoveryRates(ps []float64) []float64 {
	order := make([]int, len(ps))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ps[a], ps[b]) })
	rates := make([]float64, len(ps))
	least := 1.
	for k, i := range slices.Backward(order) {
		least = min(least, ps[i]*float64(len(ps))/float64(k+1))
		rates[i] = least
	}
	return rates
}
