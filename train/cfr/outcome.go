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
		o.walk(0, 1, 1)
	}
}

// walk samples the rest of an episode and returns the sampled value of the node
// for the seat that learns: the return, divided by the probabilities with which
// its own actions below were sampled and multiplied by those of its policy.
//
// own is the probability of the seat's own policy on the way here, and sampled
// that with which its own actions were sampled. What chance and the others did
// is sampled as they play it, so that their probabilities cancel out of
// equation 10.
func (o *outcome) walk(v int32, own, sampled float64) float64 {
	for {
		n := &o.nodes[v]
		switch {
		case n.actor == o.seat:
			return o.act(n, own, sampled)
		case n.actor >= 0:
			regret := o.regret[n.at : n.at+n.count]
			v = n.first + o.choose(regret, positive(regret))
		case n.actor == int32(env.Terminal):
			return o.payoff[n.at*o.players+o.seat]
		default:
			v = o.chance(n)
		}
	}
}

// act is walk at a node of the seat that learns.
func (o *outcome) act(n *node, own, sampled float64) float64 {
	regret := o.regret[n.at : n.at+n.count]
	total := positive(regret)
	even := 1 / float64(n.count)
	var a int32
	if o.float() < o.explore {
		a = int32(o.float() * float64(n.count))
	} else {
		a = o.choose(regret, total)
	}
	policy := even
	if total > 0 {
		policy = max(regret[a], 0) / total
	}
	chosen := o.explore*even + (1-o.explore)*policy
	value := o.walk(n.first+a, own*policy, sampled*chosen) / chosen // of the action
	whole := policy * value
	// Regrets and average are weighted by 1/sampled: equation 10, and the
	// stochastically weighted average of Lanctot's thesis (2013), section 4.1.
	add(o.sum[n.at:n.at+n.count], regret, total, own/sampled)
	for b := range regret {
		regret[b] -= whole / sampled
	}
	regret[a] += value / sampled
	return whole
}
