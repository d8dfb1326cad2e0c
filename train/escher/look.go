package escher

import (
	"context"
	"math"
	"slices"

	"ringer/eval"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
)

// look computes what the rows of a batch say: the policy that the seat has there, what it is worth, and what it regrets.
type look struct {
	q      *models.Weights // of the values
	value  *graph.Inference
	match  *graph.Inference
	logits []float32 // [Rows, A] of the values

	policy []float32 // [Rows, A] that plays where the seat does not explore
	worth  []float32 // [Rows] of the policy, by the values
	regret []float32 // [Rows, A] that the seat did not always take the action; 0 for illegal actions
	target []float32 // [Rows] G of targets.write, by the values
}

// passRows is the number of rows of one run of a network.
const passRows = 256

func (l *look) init(weights *models.Weights) error {
	l.q = weights.Clone()
	var err error
	if l.value, err = graph.NewInference(weights.Network, passRows); err != nil {
		return err
	}
	l.match, err = graph.NewInference(weights.Network, passRows)
	return err
}

// load loads the values of q, and the regrets of other weights that seats play by.
func (l *look) load(regrets *models.Weights) error {
	if err := l.value.Load(l.q); err != nil {
		return err
	}
	return l.match.Load(regrets)
}

// run writes the logits of the values and of the regrets at some observations.
func (l *look) run(obs []float32, rows int, values, regrets []float32) error {
	if err := l.value.Run(obs, rows, values, nil); err != nil {
		return err
	}
	return l.match.Run(obs, rows, regrets, nil)
}

// at looks at a batch by what is loaded. Logits are scale times as large as values and regrets.
func (l *look) at(ctx context.Context, b *train.Batch, cfg *Config) error {
	n, a, d := b.Rows, b.NumActions, b.ObservationSize
	l.logits, l.policy, l.regret = resized(l.logits, n*a), resized(l.policy, n*a), resized(l.regret, n*a)
	l.worth, l.target = resized(l.worth, n), resized(l.target, n)
	err := eval.Each(ctx, 0, (n+passRows-1)/passRows, func(piece int) error {
		from := piece * passRows
		to := min(from+passRows, n)
		return l.run(b.Observation[from*d:to*d], to-from, l.logits[from*a:to*a], l.policy[from*a:to*a])
	})
	if err != nil {
		return err
	}
	for i := range n {
		l.row(b, i, cfg.Scale)
	}
	if cfg.Correct {
		l.correct(b)
	}
	return nil
}

func resized(x []float32, n int) []float32 { return slices.Grow(x[:0], n)[:n] }

// row turns the logits of a row into its policy, worth and regrets:
//
//	policy(a) = max(regret(a), 0) / sum_b max(regret(b), 0)      as it played where the seat did not explore
//	worth     = sum_a policy(a) q(a)
//	r(a)      = q(a) - worth                                     arXiv 2206.04122, equation 6
func (l *look) row(b *train.Batch, i int, scale float64) {
	a := b.NumActions
	mask, policy, q, regret := b.Mask[i*a:(i+1)*a], l.policy[i*a:(i+1)*a], l.logits[i*a:(i+1)*a], l.regret[i*a:(i+1)*a]
	if b.Explored[i] {
		matchRegrets(policy, mask)
	} else {
		for j, on := range mask {
			policy[j] = on * float32(math.Exp(float64(b.LogProbs[i*a+j])))
		}
	}
	worth := 0.0
	for j, on := range mask {
		q[j] = on * float32(float64(q[j])/scale)
		worth += float64(policy[j]) * float64(q[j])
	}
	l.worth[i] = float32(worth)
	for j, on := range mask {
		regret[j] = on * (q[j] - l.worth[i])
	}
}

// matchRegrets turns regrets into the policy that matches them: it takes an action of the largest where none is above 0.
func matchRegrets(regrets, mask []float32) {
	best, above := -1, 0.0
	for j, on := range mask {
		if on > 0 {
			above += max(0, float64(regrets[j]))
			if best < 0 || regrets[j] > regrets[best] {
				best = j
			}
		}
	}
	for j, on := range mask {
		switch {
		case on == 0:
			regrets[j] = 0
		case above > 0:
			regrets[j] = float32(max(0, float64(regrets[j])) / above)
		case j == best:
			regrets[j] = 1
		default:
			regrets[j] = 0
		}
	}
}

// correct puts what was seen after an action into the regrets of a seat that explores:
//
//	q'(a) = q(a) + (G - q(a)) / probability(a)      of the action that was taken; q of the others
//
// which has the mean of what the action is worth even where the values are wrong (variance reduction by baselines; Schmid
// et al., AAAI 2019, arXiv 1809.03057, equation 8, with the probability of this one action alone).
func (l *look) correct(b *train.Batch) {
	a := b.NumActions
	for i := b.Rows - 1; i >= 0; i-- {
		l.target[i] = b.Return[i]
		if n := int(b.Next[i]); n >= 0 {
			taken := n*a + int(b.Action[n])
			l.target[i] = traced(l.worth[n], l.policy[taken], probability(b, n), l.target[n]-l.logits[taken])
		}
		if !b.Explored[i] {
			continue
		}
		taken := i*a + int(b.Action[i])
		more := (l.target[i] - l.logits[taken]) / probability(b, i)
		for j, on := range b.Mask[i*a : (i+1)*a] {
			l.regret[i*a+j] -= on * l.policy[taken] * more
		}
		l.regret[taken] += more
	}
}

// probability returns how likely the action of a row was.
func probability(b *train.Batch, i int) float32 {
	return float32(math.Exp(float64(b.LogProbs[i*b.NumActions+int(b.Action[i])])))
}

// explored writes the rows of b whose seat explores into dst.
func explored(dst, b *train.Batch) {
	a, d := b.NumActions, b.ObservationSize
	*dst = train.Batch{
		ObservationSize: d, NumActions: a, Observation: dst.Observation[:0], Mask: dst.Mask[:0], LogProbs: dst.LogProbs[:0],
		Action: dst.Action[:0], Return: dst.Return[:0], Next: dst.Next[:0],
	}
	place := make([]int32, b.Rows) // in dst
	for i, explored := range b.Explored {
		if explored {
			place[i] = int32(dst.Rows)
			dst.Rows++
		}
	}
	for i, explored := range b.Explored {
		if !explored {
			continue
		}
		dst.Observation = append(dst.Observation, b.Observation[i*d:(i+1)*d]...)
		dst.Mask = append(dst.Mask, b.Mask[i*a:(i+1)*a]...)
		dst.LogProbs = append(dst.LogProbs, b.LogProbs[i*a:(i+1)*a]...)
		dst.Action, dst.Return = append(dst.Action, b.Action[i]), append(dst.Return, b.Return[i])
		next := b.Next[i]
		if next >= 0 {
			next = place[next] // the same seat's
		}
		dst.Next = append(dst.Next, next)
	}
}

// above returns the mean over the rows of a batch that explored of the largest regret.
func (l *look) above(b *train.Batch) float64 {
	sum, n := 0.0, 0
	for i, explored := range b.Explored {
		if explored {
			sum += float64(slices.Max(l.regret[i*b.NumActions : (i+1)*b.NumActions]))
			n++
		}
	}
	return sum / float64(max(n, 1))
}
