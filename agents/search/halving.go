package search

import "math"

// phase is a part of sequential halving: the best actions so far, each
// simulated visits more times.
type phase struct{ actions, visits int }

// halving plans sims simulations over the given number of actions (Karnin,
// Koren and Somekh 2013, as in Danihelka et al. 2022, section 3.3): all of them
// get equally many, then the better half gets as many again together, and so on
// down to two. The last phases go on with two until all simulations are used; the
// last one may have more visits than are left.
func halving(sims, actions int) []phase {
	if actions < 2 {
		return []phase{{actions, sims}}
	}
	rounds := int(math.Ceil(math.Log2(float64(actions))))
	var plan []phase
	for left := sims; left > 0; actions = max(2, actions/2) {
		p := phase{actions, max(1, sims/(rounds*actions))}
		plan = append(plan, p)
		left -= p.actions * p.visits
	}
	return plan
}

// edge is an action of a node: the policy's logit for it, and the results of its
// simulations.
type edge struct {
	logit  float64 // log of the policy's probability
	visits int32
	sum    float64 // of the seat's returns, in [0, 1]
}

// rarest is the probability that an action has at least: a table that never
// plays an action may be wrong.
const rarest = 1e-6

func logit(p float32) float64 { return math.Log(max(float64(p), rarest)) }

// trust sets how far the simulations move the policy: σ(q) = (visits + most visits
// of an action)·scale·q, for q in [0, 1] (Danihelka et al. 2022, equation 8).
type trust struct{ visits, scale float64 }

// improve writes into dst the improved policy of a node, softmax(logits +
// σ(completed q)), and returns its value (equations 10 and 11). The q of an
// action without a visit is completed by mixed. value is the policy's
// value of the node, NaN when it has none. completed is memory for the q.
func (t trust) improve(edges []edge, value float64, dst, completed []float64) float64 {
	filler := mixed(edges, value)
	most := int32(0)
	for i := range edges {
		e := &edges[i]
		completed[i] = filler
		if e.visits > 0 {
			completed[i] = e.sum / float64(e.visits)
		}
		most = max(most, e.visits)
	}
	factor := (t.visits + float64(most)) * t.scale
	top := math.Inf(-1)
	for i := range edges {
		dst[i] = edges[i].logit + factor*completed[i]
		top = max(top, dst[i])
	}
	total := 0.0
	for i := range edges {
		dst[i] = math.Exp(dst[i] - top)
		total += dst[i]
	}
	mean := 0.0
	for i := range edges {
		dst[i] /= total
		mean += dst[i] * completed[i]
	}
	return mean
}

// mixed returns the value of a node that stands in for the q of actions without a
// visit: the policy's own estimate, averaged with the visited actions' q by
// visits, in which the actions weigh as the policy plays them (appendix D,
// equation 33). Without an estimate it is the latter alone, and ½ before any
// visit.
func mixed(edges []edge, value float64) float64 {
	visits, played, q := 0.0, 0.0, 0.0
	for i := range edges {
		if e := &edges[i]; e.visits > 0 {
			p := math.Exp(e.logit)
			visits += float64(e.visits)
			played += p
			q += p * e.sum / float64(e.visits)
		}
	}
	switch {
	case visits == 0 && math.IsNaN(value):
		return 0.5
	case visits == 0:
		return value
	case math.IsNaN(value):
		return q / played
	}
	return (value + visits*q/played) / (1 + visits)
}

// choose returns the action of a node below the root that makes the visits resemble
// the improved policy most: the largest policy − visits/(1 + all visits)
// (equation 14). The first among equals.
func choose(policy []float64, edges []edge) int {
	all := int32(0)
	for i := range edges {
		all += edges[i].visits
	}
	best, most := 0, math.Inf(-1)
	for i := range edges {
		if x := policy[i] - float64(edges[i].visits)/float64(1+all); x > most {
			best, most = i, x
		}
	}
	return best
}
