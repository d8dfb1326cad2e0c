package tree

import "fmt"

// Plan writes into x the realisation plan of a policy: for each slot, the
// probability that its owner makes all its own choices up to and including it.
// len(x) == Slots.
func (t *Tree) Plan(policy Policy, x []float64) {
	t.check(policy)
	for i, from := range t.Sequence {
		before := 1.0
		if from != Root {
			before = x[from]
		}
		for s := t.Offset[i]; s < t.Offset[i+1]; s++ {
			x[s] = before * policy[s]
		}
	}
}

// Values returns each seat's expected return when all seats follow policy.
func (t *Tree) Values(policy Policy) []float64 {
	x := make([]float64, t.Slots())
	t.Plan(policy, x)
	n := t.Players()
	values := make([]float64, n)
	for z, reach := range t.TerminalReach {
		sequences := t.TerminalSequence[z*n : (z+1)*n]
		returns := t.TerminalReturn[z*n : (z+1)*n]
		for _, s := range sequences {
			if s != Root {
				reach *= x[s]
			}
		}
		for p, r := range returns {
			values[p] += reach * r
		}
	}
	return values
}

// Gradient writes into g the value of each sequence of a seat at the terminals that
// it reaches before the seat chooses again: the sum over those terminals
// of return × probability that chance and all other seats play along. x is a
// realisation plan (Plan) of all seats; the part of the seat itself is not read,
// and g is written at the seat's own slots only. It returns the value of the
// empty sequence. len(g) == Slots.
//
// The seat's expected return is that value plus the sum of its own plan times g, so g is the gradient that solvers need.
func (t *Tree) Gradient(x []float64, seat int, g []float64) (empty float64) {
	n := t.Players()
	if seat < 0 || seat >= n {
		panic(fmt.Sprintf("tree: seat %d of %d", seat, n))
	}
	for _, i := range t.Of[seat] {
		clear(g[t.Offset[i]:t.Offset[i+1]])
	}
	for z, worth := range t.TerminalReach {
		sequences := t.TerminalSequence[z*n : (z+1)*n]
		worth *= t.TerminalReturn[z*n+seat]
		for p, s := range sequences {
			if p != seat && s != Root {
				worth *= x[s]
			}
		}
		if own := sequences[seat]; own != Root {
			g[own] += worth
		} else {
			empty += worth
		}
	}
	return empty
}

// BestResponse returns the largest expected return of a seat when all others follow
// policy, and a deterministic policy that reaches it: policy with the seat's own
// infosets replaced. Among equally good actions it takes the first.
func (t *Tree) BestResponse(policy Policy, seat int) (value float64, response Policy) {
	x := make([]float64, t.Slots())
	t.Plan(policy, x)
	g := make([]float64, t.Slots())
	value = t.Gradient(x, seat, g)
	response = append(Policy(nil), policy...)
	own := t.Of[seat]
	for k := len(own) - 1; k >= 0; k-- {
		i := own[k]
		from, to := t.Offset[i], t.Offset[i+1]
		best := from
		for s := from; s < to; s++ {
			response[s] = 0
			if g[s] > g[best] {
				best = s
			}
		}
		response[best] = 1
		if before := t.Sequence[i]; before != Root {
			g[before] += g[best]
		} else {
			value += g[best]
		}
	}
	return value, response
}

// NashConv returns the sum of the seats' gains, each from switching to its best
// response alone: 0 exactly at a Nash equilibrium. values and best are
// each seat's expected return and the return of its best response.
func (t *Tree) NashConv(policy Policy) (nashConv float64, values, best []float64) {
	values = t.Values(policy)
	best = make([]float64, t.Players())
	for p := range best {
		best[p], _ = t.BestResponse(policy, p)
		nashConv += best[p] - values[p]
	}
	return nashConv, values, best
}

func (t *Tree) check(policy Policy) {
	if len(policy) != t.Slots() {
		panic(fmt.Sprintf("tree: a policy of %d probabilities for %d slots", len(policy), t.Slots()))
	}
}
