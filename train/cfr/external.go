package cfr

import "ringer/env"

// external samples the actions of chance and of all seats but one, and tries
// all actions of that one: Lanctot and others (2009), section 3.2. The sampled
// counterfactual value of an action is then just the value that comes back,
// equation 7.
type external struct {
	*walker
	seat, next int32     // the seat that learns, and the seat whose average is updated
	values     []float64 // a stack: of the actions being tried
}

func (x *external) iterate(int) {
	for x.seat = range x.players {
		x.next = (x.seat + 1) % x.players
		x.walk(0, 1)
	}
}

// walk returns the sampled value of a node for the seat that learns.
//
// The average policy is updated where the next seat acts. With two seats, it gets
// there as often as its own choices lead there, so that adding the policy as it is
// weighs it by own reach in expectation. With more, the probability of the choices
// of third seats on the way here, third, is divided out.
func (x *external) walk(v int32, third float64) float64 {
	for {
		n := &x.nodes[v]
		switch {
		case n.actor == x.seat:
			return x.try(n, third)
		case n.actor >= 0:
			regret := x.regret[n.at : n.at+n.count]
			total := positive(regret)
			a := x.choose(regret, total)
			if n.actor == x.next {
				add(x.sum[n.at:n.at+n.count], regret, total, 1/third)
			} else {
				third *= matched(regret, a, total)
			}
			v = n.first + a
		case n.actor == int32(env.Terminal):
			return x.payoff[n.at*x.players+x.seat]
		default:
			v = x.chance(n)
		}
	}
}

// try is walk at a node of the seat that learns.
func (x *external) try(n *node, third float64) float64 {
	// Nothing below changes the regrets of this infoset: with perfect recall,
	// no path meets it twice.
	regret := x.regret[n.at : n.at+n.count]
	total := positive(regret)
	base := len(x.values)
	whole := 0.0
	for a := range n.count {
		value := x.walk(n.first+a, third)
		x.values = append(x.values, value)
		if total <= 0 {
			whole += value
		} else if r := regret[a]; r > 0 {
			whole += value * r
		}
	}
	if total > 0 {
		whole /= total
	} else {
		whole /= float64(n.count)
	}
	for a, value := range x.values[base:] {
		regret[a] += value - whole
	}
	x.values = x.values[:base]
	return whole
}
