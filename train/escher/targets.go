package escher

import (
	"context"
	"slices"

	"ringer/eval"
	"ringer/train/replay"
)

// targets computes what actions are worth that were taken in the memory of values, against the policy as it is now: policies change
// in every iteration, and what was worth something to an old one misleads.
type targets struct {
	places []int32   // of decisions that follow on those asked for, each once
	place  []int32   // [memory] of a decision in places, or -1
	obs    []float32 // [places, D]
	q      []float32 // [places, A] logits of the values
	policy []float32 // [places, A]
}

// write writes the targets of rows of a memory, by place, by the networks that a look has loaded. Of a decision
// i whose seat decides next at n, the target is
//
//	G(i) = return                                                                          at its last decision
//	G(i) = worth(n) + min(1, policy(a_n | n) / probability(a_n | n)) (G(n) - q(n, a_n))     elsewhere
//
// with the probability by which the action was drawn: Retrace with lambda 1 (Munos et al., NeurIPS 2016,
// arXiv 1606.02647, equation 3). It tells the worth of the policy that goes on there, though the seat explores.
func (t *targets) write(ctx context.Context, l *look, m *replay.Ring, rows []int32, scale float64, out []float32) error {
	t.ask(m, rows)
	if err := t.evaluate(ctx, l, m); err != nil {
		return err
	}
	for _, row := range rows {
		out[row] = t.after(m, row, scale)
	}
	return nil
}

// ask notes the decisions that follow on rows.
func (t *targets) ask(m *replay.Ring, rows []int32) {
	t.place = slices.Grow(t.place[:0], m.Len())[:m.Len()]
	for i := range t.place {
		t.place[i] = -1
	}
	t.places = t.places[:0]
	for _, row := range rows {
		for at := int(m.Next[row]); at >= 0 && t.place[at] < 0; at = int(m.Next[at]) {
			t.place[at] = int32(len(t.places))
			t.places = append(t.places, int32(at))
		}
	}
}

// evaluate runs both networks on the noted decisions.
func (t *targets) evaluate(ctx context.Context, l *look, m *replay.Ring) error {
	n, a, d := len(t.places), len(m.Mask)/m.Len(), len(m.Observation)/m.Len()
	t.obs, t.q, t.policy = resized(t.obs, n*d), resized(t.q, n*a), resized(t.policy, n*a)
	return eval.Each(ctx, 0, (n+passRows-1)/passRows, func(piece int) error {
		from := piece * passRows
		to := min(from+passRows, n)
		for i := from; i < to; i++ {
			copy(t.obs[i*d:(i+1)*d], m.Observation[int(t.places[i])*d:])
		}
		if err := l.run(t.obs[from*d:to*d], to-from, t.q[from*a:to*a], t.policy[from*a:to*a]); err != nil {
			return err
		}
		for i := from; i < to; i++ {
			place := int(t.places[i])
			matchRegrets(t.policy[i*a:(i+1)*a], m.Mask[place*a:(place+1)*a])
		}
		return nil
	})
}

// after returns G of a row, for which ask and evaluate have looked ahead.
func (t *targets) after(m *replay.Ring, row int32, scale float64) float32 {
	n := int(m.Next[row])
	if n < 0 {
		return m.Return[row]
	}
	a, i := len(m.Mask)/m.Len(), int(t.place[n])
	q, policy := t.q[i*a:(i+1)*a], t.policy[i*a:(i+1)*a] // the policy of illegal actions is 0
	worth := 0.0
	for j := range q {
		worth += float64(policy[j]) * float64(q[j]) / scale
	}
	taken := int(m.Action[n])
	return traced(float32(worth), policy[taken], m.Probability[n], t.after(m, int32(n), scale)-float32(float64(q[taken])/scale))
}

// traced returns G(i) of targets.write by what it has of n; more is G(n) - q(n, a_n).
func traced(worth, policy, probability, more float32) float32 {
	return worth + min(1, policy/probability)*more
}
