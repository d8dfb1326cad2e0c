package levels

import (
	"cmp"
	"math"
	"slices"
)

// Spread returns at most n of the selves: the first, the last, and others whose
// iterations are spread evenly on a logarithmic scale, because strength grows fastest
// at the beginning. Selves must be in the order of their iterations, which are positive.
func Spread(selves []Self, n int) []Self {
	if len(selves) <= n {
		return selves
	}
	if n == 1 {
		return selves[len(selves)-1:]
	}
	first, last := math.Log(float64(selves[0].Iteration)), math.Log(float64(selves[len(selves)-1].Iteration))
	out := make([]Self, 0, n)
	next := 0 // the first self that may be taken
	for i := range n {
		want := first + (last-first)*float64(i)/float64(n-1)
		end := len(selves) - (n - 1 - i) // leave one for each that is still to come
		best := next
		for j := next; j < end; j++ {
			if distance(selves[j], want) < distance(selves[best], want) {
				best = j
			}
		}
		out = append(out, selves[best])
		next = best + 1
	}
	return out
}

func distance(s Self, want float64) float64 { return math.Abs(math.Log(float64(s.Iteration)) - want) }

// choose returns the indices of n ratings, lowest first, that are nearest to n targets
// by the sum of squares: the targets split the way from bottom to top evenly and leave out both
// ends. Only ratings under top count; ok is false when there are fewer than n.
func choose(ratings []float64, bottom, top float64, n int) (chosen []int, ok bool) {
	var order []int
	for i, r := range ratings {
		if r < top {
			order = append(order, i)
		}
	}
	if len(order) < n {
		return nil, false
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[a], ratings[b]) })
	// cost[k][i] is the least sum for the first k targets with the first i ratings.
	cost := make([][]float64, n+1)
	for k := range cost {
		cost[k] = make([]float64, len(order)+1)
		for i := range cost[k] {
			if k > i {
				cost[k][i] = math.Inf(1)
			}
		}
	}
	price := func(k, i int) float64 { // of rating i-1 for target k-1
		off := ratings[order[i-1]] - (bottom + (top-bottom)*float64(k)/float64(n+1))
		return off * off
	}
	for k := 1; k <= n; k++ {
		for i := k; i <= len(order); i++ {
			cost[k][i] = min(cost[k][i-1], cost[k-1][i-1]+price(k, i))
		}
	}
	for k, i := n, len(order); k > 0; i-- {
		if cost[k][i] < cost[k][i-1] {
			chosen = append(chosen, order[i-1])
			k--
		}
	}
	slices.Reverse(chosen)
	return chosen, true
}
