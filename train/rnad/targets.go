package rnad

import "math"

// Rows are the decisions of an iteration as Targets reads them: R rows of A actions. Of a
// return the other seat gets the opposite.
type Rows struct {
	Actions  int
	Mask     []float32 // [R, A] 1 for legal actions, 0 for others
	Policy   []float32 // [R, A] log-probabilities of the policy that learns; 0 where illegal
	Played   []float32 // [R, A] of the one that played
	Regular  []float32 // [R, A] of the regularisation policy
	Action   []int32   // [R]
	Value    []float32 // [R]
	Return   []float32 // [R]
	Next     []int32   // [R] the seat's next decision in the episode, or -1
	Follower []int32   // [R] the next decision of either seat in the episode, or -1
}

// Bounds are the bounds of V-trace: on the weight of a row, and on how much it hears of later ones.
type Bounds struct{ Rho, C, Lambda float64 }

// Published returns the bounds of the authors' program: no bound on the weight, and 1.
func Published(lambda float64) Bounds { return Bounds{Rho: math.Inf(1), C: 1, Lambda: lambda} }

// A side holds the sums over an episode from a decision on, as a seat sees them: since its own decision there, or of
// what the other seat did until its next one.
type side struct {
	reward      float64 // of the game and the transformation, each weighed by how much likelier the way there is by now
	uncorrected float64 // the same unweighed
	value       float64 // at the seat's next decision
	target      float64 // there
	weight      float64 // how much likelier the other seat's actions until there are under the policy that learns
}

// Targets writes the value targets [R] and the estimates of the values of actions [R, A] that
// two-sided V-trace gives under transformed rewards, and returns the mean over rows of the
// divergence of the policy from the regularisation policy, in nats.
//
// The transformation (Perolat et al., arXiv 2206.15378, section on the reward transformation) takes
//
//	eta * log(policy(a) / regularisation(a))
//
// for every action from the seat that chose it and gives it to the other. The targets follow
// the section on two-sided V-trace in the supplement: from one decision of a seat to its next one
// lies what the other seat does, whose part of the reward is a mean over the actions that it might
// have chosen. With r, the sum of that and of the game's rewards, and w, the product of
// policy(a)/played(a), from this decision up to the seat's next one, n:
//
//	target_i = value_i + min(rho, w) * (r - eta * KL_i + value_n - value_i) + lambda * min(c, w) * (target_n - value_n)
//	q_i(a)   = value_i - eta * log(policy(a) / regularisation(a)), and for the action that was taken
//	           + (r' + w' * target_n - value_i) / played(a), where ' leaves this decision out of the product, and weighs r
//
// sides is room [2R].
func (rows *Rows) Targets(eta float64, b Bounds, sides []side, target, q []float32) (divergence float64) {
	a, n := rows.Actions, len(rows.Action)
	own, other := sides[:n], sides[n:2*n] // as the seat of the row sees the episode from the row on, and as the other one does
	for i := n - 1; i >= 0; i-- {
		mine, theirs, ret := side{weight: 1}, side{weight: 1}, 0.0
		switch f := rows.Follower[i]; {
		case f < 0:
			ret = float64(rows.Return[i])
		case f == rows.Next[i]:
			mine, theirs = own[f], other[f]
		default:
			mine, theirs = other[f], own[f]
		}
		at, taken := i*a, int(rows.Action[i])
		kl := 0.0
		for j := at; j < at+a; j++ {
			if rows.Mask[j] > 0 {
				kl += float64(math.Exp(float64(rows.Policy[j])) * (float64(rows.Policy[j]) - float64(rows.Regular[j])))
			}
		}
		divergence += kl
		likelier := math.Exp(float64(rows.Policy[at+taken]) - float64(rows.Played[at+taken]))

		v, w := float64(rows.Value[i]), likelier*mine.weight
		miss := ret + mine.uncorrected - float64(eta*kl) + mine.value - v
		t := v + float64(min(b.Rho, w)*miss) + float64(b.Lambda*min(b.C, w)*(mine.target-mine.value))
		target[i] = float32(t)
		for j := at; j < at+a; j++ {
			q[j] = 0
			if rows.Mask[j] > 0 {
				q[j] = float32(v - float64(eta*(float64(rows.Policy[j])-float64(rows.Regular[j]))))
			}
		}
		gain := ret + mine.reward + float64(mine.weight*mine.target) - v
		q[at+taken] += float32(gain * math.Exp(-float64(rows.Played[at+taken])))

		own[i] = side{value: v, target: t, weight: 1}
		other[i] = side{
			reward:      float64(eta*kl) + float64(likelier*(theirs.reward-ret)),
			uncorrected: float64(eta*kl) + theirs.uncorrected - ret,
			value:       theirs.value, target: theirs.target, weight: likelier * theirs.weight,
		}
	}
	return divergence / float64(n)
}

// Forces writes how far each legal action's estimate q [R, A] is above the policy's mean of them,
// from -clip to clip: what pushes its logit in NeuRD (Hennes et al., arXiv 1906.00190, equation 10).
func (rows *Rows) Forces(q []float32, clip float64, force []float32) {
	a := rows.Actions
	for i := range rows.Action {
		mean := 0.0
		for j := i * a; j < (i+1)*a; j++ {
			if rows.Mask[j] > 0 {
				mean += float64(math.Exp(float64(rows.Policy[j])) * float64(q[j]))
			}
		}
		for j := i * a; j < (i+1)*a; j++ {
			force[j] = 0
			if rows.Mask[j] > 0 {
				force[j] = float32(min(max(float64(q[j])-mean, -clip), clip))
			}
		}
	}
}
