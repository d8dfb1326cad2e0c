package policy

import (
	"math"
	"slices"

	"ringer/models"
	"ringer/train"
)

// Correction says how the learner's policy sees rows that an older one played.
type Correction struct {
	*Pass
	Weights *models.Weights // of the policy that learns, for its owner to set
	Ratio   []float32       // [rows] probability of the action that was taken, by its probability under the policy that took it
}

// NewCorrection returns the correction of a learner of weights like these.
func NewCorrection(weights *models.Weights) (*Correction, error) {
	pass, err := NewPass(weights.Network, true)
	if err != nil {
		return nil, err
	}
	return &Correction{Pass: pass, Weights: weights.Clone()}, nil
}

// See computes the learner's log-probabilities, values and ratios of all rows.
func (c *Correction) See(b *train.Batch) error {
	if err := c.Run(c.Weights, b); err != nil {
		return err
	}
	c.Ratio = slices.Grow(c.Ratio[:0], b.Rows)[:b.Rows]
	for i, action := range b.Action {
		at := i*b.NumActions + int(action)
		c.Ratio[i] = float32(math.Exp(float64(c.LogProbs[at]) - float64(b.LogProbs[at])))
	}
	return nil
}

// VTrace computes, for every row, the value target of V-trace (Espeholt et al., arXiv
// 1802.01561, equation 1) and the advantage (section 4.2) of rows that an older policy
// played. ratio is the probability of the action that was taken under the policy that
// learns, divided by its probability under the one that played, and value is the value
// under the weights that learn. Chains are as in Targets; at the end of one, the return
// stands in the place of gamma * value[next_i], and nothing lies beyond it.
//
//	rho_i = min(rho, ratio_i), c_i = lambda * min(c, ratio_i)
//	target_i = value_i + rho_i * (gamma * value[next_i] - value_i) + gamma * c_i * (target[next_i] - value[next_i])
//	advantage_i = rho_i * (gamma * value[next_i] + gamma * lambda * (target[next_i] - value[next_i]) - value_i)
//
// With ratios of 1 both are as Targets has them. What other seats did in between belongs to
// the game: it is not corrected.
//
// All slices have one element a row; advantage and target are written.
func VTrace(value, ret, ratio []float32, next []int32, gamma, lambda, rho, c float64, advantage, target []float32) {
	for i := len(value) - 1; i >= 0; i-- {
		v, r := float64(value[i]), float64(ratio[i])
		follows, beyond := float64(ret[i]), 0.0
		if n := next[i]; n >= 0 {
			follows = gamma * float64(value[n])
			beyond = gamma * lambda * (float64(target[n]) - float64(value[n]))
		}
		advantage[i] = float32(min(rho, r) * (follows + beyond - v))
		target[i] = float32(v + min(rho, r)*(follows-v) + min(c, r)*beyond)
	}
}

// MeanWeight returns the mean of min(rho, ratio).
func MeanWeight(ratio []float32, rho float64) (mean float64) {
	for _, r := range ratio {
		mean += min(rho, float64(r))
	}
	return mean / float64(len(ratio))
}
