package dqn

import (
	"context"
	"math"
	"slices"

	"ringer/eval"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train/qvalue"
	"ringer/train/replay"
)

// targets computes what actions that were taken are worth.
type targets struct {
	cfg   *Config
	scale float64 // of a logit by a value, now

	// mean is the network whose values stand for what follows, choice that whose policy chooses by them.
	mean, choice *graph.Inference

	bootstrapped []bool  // [memory], by place
	places       []int32 // of decisions whose values are asked for, each once
	obs          []float32
	logits, by   []float32 // [places, A] of mean and of choice
	worth        []float32 // [memory], of places
}

func newTargets(cfg *Config, network *models.Network) (*targets, error) {
	t := &targets{cfg: cfg}
	var err error
	if t.mean, err = graph.NewInference(network, passRows); err == nil && cfg.Double {
		t.choice, err = graph.NewInference(network, passRows)
	}
	return t, err
}

// passRows is the number of rows of one run of a network.
const passRows = 256

// write writes the targets of rows of a memory, by place. Of a decision i of a seat, with the decisions i+1, i+2 … of
// the same seat in the episode, the target is
//
//	gamma^(k-1) * return                                       where the k-th decision, k <= n_step, is the last
//	gamma^n_step * sum_a policy(a | i+n_step) Q'(i+n_step, a)   elsewhere
//
// with Q' of the target network. Policy takes the action of the largest Q, of the weights that learn
// (van Hasselt et al., arXiv 1509.06461, section Double DQN; with double false, of Q' itself: Mnih et al. 2015), or is the
// softmax of Q*scale in the same way (expected Sarsa; van Seijen et al., ADPRL 2009). The weights are those
// that the update began with, in all its steps.
func (t *targets) write(ctx context.Context, target, weights *models.Weights, m *replay.Ring, rows []int32, progress float64, out []float32) error {
	t.scale = t.cfg.ScaleAt(progress)
	if err := t.mean.Load(target); err != nil {
		return err
	}
	if t.choice != nil {
		if err := t.choice.Load(weights); err != nil {
			return err
		}
	}
	t.ask(m, rows)
	if err := t.evaluate(ctx, m); err != nil {
		return err
	}
	for _, row := range rows {
		to, steps, ended := m.Ahead(row, t.cfg.NStep)
		if ended {
			out[row] = float32(math.Pow(t.cfg.Gamma, float64(steps-1))) * m.Return[row]
		} else {
			out[row] = float32(math.Pow(t.cfg.Gamma, float64(steps))) * t.worth[to]
		}
	}
	return nil
}

// ask notes the decisions at which rows stop before the end, each once.
func (t *targets) ask(m *replay.Ring, rows []int32) {
	n := m.Len()
	t.bootstrapped = slices.Grow(t.bootstrapped[:0], n)[:n]
	clear(t.bootstrapped)
	t.worth = slices.Grow(t.worth[:0], n)[:n]
	t.places = t.places[:0]
	for _, row := range rows {
		if to, _, ended := m.Ahead(row, t.cfg.NStep); !ended && !t.bootstrapped[to] {
			t.bootstrapped[to] = true
			t.places = append(t.places, to)
		}
	}
}

// evaluate writes what the noted decisions are worth, in pieces of fixed size on as many goroutines as there are processors.
func (t *targets) evaluate(ctx context.Context, m *replay.Ring) error {
	n, a, d := len(t.places), len(m.Mask)/m.Len(), len(m.Observation)/m.Len()
	t.obs = slices.Grow(t.obs[:0], n*d)[:n*d]
	t.logits = slices.Grow(t.logits[:0], n*a)[:n*a]
	t.by = slices.Grow(t.by[:0], n*a)[:n*a]
	return eval.Each(ctx, 0, (n+passRows-1)/passRows, func(piece int) error {
		from := piece * passRows
		to := min(from+passRows, n)
		for i, place := range t.places[from:to] {
			copy(t.obs[(from+i)*d:(from+i+1)*d], m.Observation[int(place)*d:])
		}
		obs, logits, by := t.obs[from*d:to*d], t.logits[from*a:to*a], t.logits[from*a:to*a]
		if err := t.mean.Run(obs, to-from, logits, nil); err != nil {
			return err
		}
		if t.choice != nil {
			by = t.by[from*a : to*a]
			if err := t.choice.Run(obs, to-from, by, nil); err != nil {
				return err
			}
		}
		for i, place := range t.places[from:to] {
			at := int(place) * a
			t.worth[place] = t.worthOf(logits[i*a:(i+1)*a], by[i*a:(i+1)*a], m.Mask[at:at+a])
		}
		return nil
	})
}

// worthOf returns what a decision is worth to a policy over the legal actions, by its logits, with values by other logits.
func (t *targets) worthOf(logits, by, mask []float32) float32 {
	best := -1
	for a, on := range mask {
		if on != 0 && (best < 0 || by[a] > by[best]) {
			best = a
		}
	}
	if t.cfg.Policy == qvalue.Greedy {
		return logits[best] / float32(t.scale)
	}
	sum, mean := 0.0, 0.0
	for a, on := range mask {
		if on != 0 {
			p := math.Exp(float64(by[a] - by[best]))
			sum += p
			mean += p * float64(logits[a])
		}
	}
	return float32(mean / sum / t.scale)
}
