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
	rates := make([]float64, len(ps))
	least := 1.
	for k, i := range Ranked(ps) {
		least = min(least, ps[i]*float64(len(ps))/float64(len(ps)-k))
		rates[i] = least
	}
	return rates
}

// Ranked returns the indices of values, the largest value first; equal ones keep their order.
func Ranked[N cmp.Ordered](values []N) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(values[b], values[a]) })
	return order
}
