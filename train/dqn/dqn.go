package dqn

import (
	"context"
	"fmt"
	"strings"

	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/qvalue"
	"ringer/train/replay"
)

// DQN is the algorithm; it implements train.Behaving.
type DQN struct {
	cfg     Config
	memory  *replay.Ring
	fitter  *qvalue.Fitter
	targets *targets
	weights *models.Weights // that an update begins with

	target *models.Weights // of the target network
	age    int             // iterations since it was replaced
}

var _ train.Behaving = (*DQN)(nil)

// New builds the algorithm on first weights, which are copied. The error names a memory that is too large for the network.
func New(cfg Config, weights *models.Weights) (*DQN, error) {
	q := &DQN{cfg: cfg, weights: weights.Clone(), target: weights.Clone()}
	var err error
	if q.memory, err = replay.NewRing(cfg.Memory, weights.Network); err != nil {
		return nil, fmt.Errorf("dqn: %w", err)
	}
	if q.fitter, err = qvalue.NewFitter(&q.cfg.Config, weights, &q.memory.Rows); err != nil {
		return nil, err
	}
	q.targets, err = newTargets(&q.cfg, weights.Network)
	return q, err
}

// Acting says how seats play.
func (q *DQN) Acting(progress float64) train.Acting { return q.cfg.Acting(progress) }

// Update learns from the memory, and then adds the batch to it.
func (q *DQN) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	metrics, err := q.Learn(ctx, b.Rows, progress, rng)
	if err != nil {
		return nil, err
	}
	q.Remember(b)
	return append(metrics,
		train.Metric{Name: "epsilon", Value: q.cfg.Acting(progress).Epsilon},
		train.Metric{Name: "memory", Value: float64(q.memory.Len())}), nil
}

// Learn makes the gradient steps of an iteration that brings a number of decisions, from the memory as it is. Where it
// returns an error, only Restore makes the algorithm whole.
func (q *DQN) Learn(ctx context.Context, decisions int, progress float64, rng env.Rand) ([]train.Metric, error) {
	rows, target := q.fitter.Draw(decisions, rng)
	if len(rows) == 0 {
		return nil, nil
	}
	q.fitter.Weights(q.weights)
	if err := q.targets.write(ctx, q.target, q.weights, q.memory, rows, progress, target); err != nil {
		return nil, err
	}
	metrics, err := q.fitter.Fit(ctx, rows, target, progress)
	if err != nil {
		return nil, err
	}
	if q.age++; q.age >= q.cfg.TargetEvery {
		q.fitter.Weights(q.target)
		q.age = 0
	}
	return metrics, nil
}

// Remember adds a batch to the memory.
func (q *DQN) Remember(b *train.Batch) { q.memory.Add(b) }

// Weights copies the current weights into dst.
func (q *DQN) Weights(dst *models.Weights) { q.fitter.Weights(dst) }

// Names of the tensors of the state beside the optimiser's.
const (
	memoryPrefix = "memory/"
	targetPrefix = "target/"
	ageName      = "target_age"
)

// State returns the optimiser's moments and step count, the target network with its age, and the memory, whose tensors are windows
// that the next Update changes.
func (q *DQN) State() []models.Tensor {
	state := q.fitter.State()
	for _, t := range q.target.Clone().NamedTensors() {
		t.Name = targetPrefix + t.Name
		state = append(state, t)
	}
	state = append(state, models.Tensor{TensorInfo: models.TensorInfo{Name: ageName, Shape: []int{1}}, Data: []float32{float32(q.age)}})
	return append(state, q.memory.State(memoryPrefix)...)
}

// Restore puts back weights and state.
func (q *DQN) Restore(weights *models.Weights, state []models.Tensor) error {
	target, age := weights.Clone(), 0
	var own, others []models.Tensor
	aged := state == nil
	if state != nil {
		others = []models.Tensor{} // nil would say that there is no state
	}
	for _, t := range state {
		if name, ok := strings.CutPrefix(t.Name, targetPrefix); ok {
			t.Name = name
			own = append(own, t)
		} else if t.Name == ageName {
			if len(t.Data) != 1 || !(t.Data[0] >= 0 && t.Data[0] < float32(q.cfg.TargetEvery)) || t.Data[0] != float32(int(t.Data[0])) {
				return fmt.Errorf("dqn: %s: %v: want one whole number from 0 to %d", ageName, t.Data, q.cfg.TargetEvery-1)
			}
			age, aged = int(t.Data[0]), true
		} else {
			others = append(others, t)
		}
	}
	if !aged {
		return fmt.Errorf("dqn: no %s beside a target network", ageName)
	}
	if state != nil {
		if err := target.Assign(own); err != nil {
			return fmt.Errorf("dqn: the target network: %w", err)
		}
	}
	others, err := q.memory.Restore(memoryPrefix, others)
	if err != nil {
		return fmt.Errorf("dqn: %w", err)
	}
	if err := q.fitter.Restore(weights, others); err != nil {
		return err
	}
	q.target, q.age = target, age
	return nil
}
