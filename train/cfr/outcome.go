package cfr

import "ringer/env"

// outcome samples one episode a seat: Lanctot and others (2009), section 3.1.
// All play their current policies, except that the seat that learns plays a
// uniform action with probability explore.
type outcome struct {
	*walker
	explore float64
	seat    int32
}

func (o *outcome) iterate(int) {
	for o.seat = range o.players {
		o.walk(0, 1, 1, 1)
	}
}

// walk samples the rest of an episode and returns the sampled value of the node
// for the seat that learns: the return, divided by the probabilities with which
// its own actions below were sampled and multiplied by the probabilities of its policy.
//
// Three probabilities of the way here: own is the probability by the seat's own policy,
// sampled the one with which its own actions were sampled, and others the one of the other
// seats, whose actions are sampled from their policies. The probability of chance cancels
// out: chance is always sampled by its own probabilities.
func (o *outcome) walk(v int32, own, sampled, others float64) float64 {
	for {
		n := &o.nodes[v]
		switch {
		case n.actor == o.seat:
			return o.act(n, own, sampled, others)
		case n.actor >= 0:
			regret := o.regret[n.at : n.at+n.count]
			total := positive(regret)
			a := o.choose(regret, total)
			others *= matched(regret, a, total)
			v = n.first + a
		case n.actor == int32(env.Terminal):
			return o.payoff[n.at*o.players+o.seat]
		default:
			v = o.chance(n)
		}
	}
}

// act is walk at a node of the seat that learns.
func (o *outcome) act(n *node, own, sampled, others float64) float64 {
	regret := o.regret[n.at : n.at+n.count]
	total := positive(regret)
	var a int32
	if o.float() < o.explore {
		a = int32(o.float() * float64(n.count))
	} else {
		a = o.choose(regret, total)
	}
	policy := matched(regret, a, total)
	chosen := o.explore/float64(n.count) + (1-o.explore)*policy
	value := o.walk(n.first+a, own*policy, sampled*chosen, others) / chosen // of the action
	whole := policy * value
	// The average must weigh every iteration by own reach alone, so what the
	// others did is divided out: the stochastically weighted average of
	// Lanctot's thesis (2013), section 4.1.
	add(o.sum[n.at:n.at+n.count], regret, total, own/(sampled*others))
	// Regrets are weighted by the reach of the others, which cancels out
	// against the probability that they were sampled: equation 10.
	for b := range regret {
		regret[b] -= whole / sampled
	}
	regret[a] += value / sampled
	return whole
}
