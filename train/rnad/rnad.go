package rnad

import (
	"context"
	"fmt"
	"slices"

	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/policy"
)

// RNaD is the algorithm; it implements train.Behaving.
type RNaD struct {
	cfg     Config
	learner *policy.Learner
	aged    *policy.Correction
	average *models.Weights // of the policies so far
	judge   *policy.Pass    // what that says of the rows
	regular *policy.Magnet  // the regularisation policy
	before  *models.Weights // of the one before it
	earlier *policy.Pass    // what that says of the rows
	weights *models.Weights // room

	sides           []side    // [2 rows]
	target          []float32 // [rows]
	blend, q, force []float32 // [rows, A]
}

var _ train.Behaving = (*RNaD)(nil)

// New builds the algorithm on first weights, which are copied and are the first regularisation policy.
func New(cfg Config, weights *models.Weights) (train.Algorithm, error) {
	r := &RNaD{cfg: cfg, average: weights.Clone(), before: weights.Clone(), weights: weights.Clone()}
	var err error
	if r.learner, err = policy.NewLearner(cfg.Optimiser, newLoss(weights.Network.Actions), weights); err != nil {
		return nil, err
	}
	if r.aged, err = policy.NewCorrection(weights); err != nil {
		return nil, err
	}
	if r.regular, err = policy.NewMagnet(&policy.MagnetConfig{ReplaceEvery: cfg.ReplaceEvery}, weights); err != nil {
		return nil, err
	}
	if r.judge, err = policy.NewPass(weights.Network, true); err != nil {
		return nil, err
	}
	r.earlier, err = policy.NewPass(weights.Network, false)
	return r, err
}

// Acting asks for who follows whom across the seats.
func (r *RNaD) Acting(float64) train.Acting { return train.Acting{Followers: true} }

// Update pushes the logits by the estimates of an iteration.
func (r *RNaD) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	if err := r.learner.Fills(b.Rows); err != nil {
		return nil, fmt.Errorf("rnad: %w or lower rnad.minibatch", err)
	}
	if len(b.Follower) != b.Rows {
		return nil, fmt.Errorf("rnad: a batch of %d rows with %d followers: want one each", b.Rows, len(b.Follower))
	}
	if err := r.judge.Run(r.average, b); err != nil {
		return nil, err
	}
	rows := Rows{
		Actions: b.NumActions, Mask: b.Mask, Policy: b.LogProbs, Played: b.LogProbs,
		Action: b.Action, Value: r.judge.Values, Return: b.Return, Next: b.Next, Follower: b.Follower,
	}
	if b.Staleness > 0 { // an older policy has played
		r.learner.Weights(r.aged.Weights)
		if err := r.aged.See(b); err != nil {
			return nil, err
		}
		rows.Policy = r.aged.LogProbs
	}
	var err error
	if rows.Regular, err = r.regularise(b); err != nil {
		return nil, err
	}
	r.resize(b)
	divergence := rows.Targets(r.cfg.Eta, Published(r.cfg.Lambda), r.sides, r.target, r.q)
	rows.Forces(r.q, r.cfg.Clip, r.force)
	_, spread := policy.Moments(r.force)
	explained := policy.ExplainedVariance(rows.Value, r.target)
	out, err := r.learner.Learn(ctx, b, r.target, progress, rng, []any{r.force}, []float32{float32(r.cfg.Threshold)})
	if err != nil {
		return nil, err
	}
	r.learner.Weights(r.weights)
	part := float32(r.cfg.Average)
	for i, w := range r.weights.Flat {
		r.average.Flat[i] += float32(part * (w - r.average.Flat[i]))
	}
	if r.regular.Age()+1 == r.cfg.ReplaceEvery {
		copy(r.before.Flat, r.regular.Weights.Flat)
	}
	r.regular.Follow(r.average)
	return append(out,
		train.Metric{Name: "force_spread", Value: spread},
		train.Metric{Name: "explained_variance", Value: explained},
		train.Metric{Name: "regularisation_kl", Value: divergence}), nil
}

// share returns the weight of the newest regularisation policy beside the one before it: it
// comes in over the first half of its time (Perolat et al., arXiv 2206.15378, supplement).
func (r *RNaD) share() float64 {
	return min(1, 2*float64(r.regular.Age())/float64(r.cfg.ReplaceEvery))
}

// regularise returns the logarithms of the regularisation policy in all rows: the newest
// one and the one before it, mixed.
func (r *RNaD) regularise(b *train.Batch) ([]float32, error) {
	if err := r.regular.See(b); err != nil {
		return nil, err
	}
	share := float32(r.share())
	if share == 1 {
		return r.regular.LogProbs, nil
	}
	if err := r.earlier.Run(r.before, b); err != nil {
		return nil, err
	}
	r.blend = policy.Room(r.blend, len(b.Mask))
	for i, l := range r.regular.LogProbs {
		r.blend[i] = float32(share*l) + float32((1-share)*r.earlier.LogProbs[i])
	}
	return r.blend, nil
}

func (r *RNaD) resize(b *train.Batch) {
	if len(r.sides) < 2*b.Rows {
		r.sides = make([]side, 4*b.Rows)
	}
	r.target = policy.Room(r.target, b.Rows)
	r.q, r.force = policy.Room(r.q, len(b.Mask)), policy.Room(r.force, len(b.Mask))
}

// Weights copies the current weights into dst.
func (r *RNaD) Weights(dst *models.Weights) { r.learner.Weights(dst) }

// Beginnings of the names of tensors in the state: of the average, and of the regularisation policy
// before the newest one.
const (
	averagePrefix = "average/"
	beforePrefix  = "before/"
)

// State returns the optimiser's moments and step count, the average and both regularisation policies.
func (r *RNaD) State() []models.Tensor {
	return slices.Concat(r.learner.State(), r.regular.State(), policy.Tensors(averagePrefix, r.average), policy.Tensors(beforePrefix, r.before))
}

// Restore puts back weights and state. Without a state the average and both regularisation
// policies are where the weights are.
func (r *RNaD) Restore(weights *models.Weights, state []models.Tensor) (err error) {
	if state == nil {
		copy(r.average.Flat, weights.Flat)
		copy(r.before.Flat, weights.Flat)
	} else {
		if state, err = policy.Assign(beforePrefix, r.before, state); err != nil {
			return fmt.Errorf("rnad: the regularisation policy before the newest: %w", err)
		}
		if state, err = policy.Assign(averagePrefix, r.average, state); err != nil {
			return fmt.Errorf("rnad: the average: %w", err)
		}
	}
	if state, err = r.regular.Restore(weights, state); err != nil {
		return fmt.Errorf("rnad: the regularisation policy: %w", err)
	}
	return r.learner.Restore(weights, state)
}
