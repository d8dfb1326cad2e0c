package policy

import "math"

// Moments returns mean and standard deviation.
func Moments(x []float32) (mean, spread float64) {
	for _, v := range x {
		mean += float64(v)
	}
	mean /= float64(len(x))
	for _, v := range x {
		spread += (float64(v) - mean) * (float64(v) - mean)
	}
	return mean, math.Sqrt(spread / float64(len(x)))
}

// ExplainedVariance is 1 - Var(target - value)/Var(target): 1 for a perfect
// critic, 0 for a constant one.
func ExplainedVariance(value, target []float32) float64 {
	difference := make([]float32, len(value))
	for i := range value {
		difference[i] = target[i] - value[i]
	}
	_, rest := Moments(difference)
	_, all := Moments(target)
	if all == 0 {
		return 0
	}
	return 1 - rest*rest/(all*all)
}

// Anneal goes from one value to another linearly; -1 stays with the first.
func Anneal(from, to, progress float64) float64 {
	if to == -1 {
		return from
	}
	return from + (to-from)*min(progress, 1)
}

// Room returns a slice of n numbers of any value, in the place of s where that is large enough.
func Room(s []float32, n int) []float32 {
	if cap(s) < n {
		s = make([]float32, 2*n)
	}
	return s[:n]
}
