package escher

import (
	"context"

	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
	"ringer/train/qvalue"
	"ringer/train/replay"
)

// A part is a network that learns a number for every action from samples of a whole run.
type part struct {
	cfg     *Learning
	learner *graph.Learner
	memory  *replay.Samples
	metrics []string // of its loss
	rows    []int32  // of all steps of an iteration
}

func newPart(cfg *Learning, weights *models.Weights, loss graph.LossFunc, plain *graph.PlainLoss, metrics []string) (*part, error) {
	p := &part{cfg: cfg, metrics: metrics}
	var err error
	if p.memory, err = replay.NewSamples(cfg.Memory, weights.Network); err != nil {
		return nil, err
	}
	adam := graph.DefaultAdam()
	adam.Epsilon = cfg.AdamEpsilon
	p.learner, err = graph.NewLearner(weights, loss, graph.LearnerConfig{
		Minibatch: cfg.Minibatch, Shards: cfg.Shards, Inputs: lossInputs(weights.Network.Actions), Scalars: numScalars,
		Adam: adam, MaxGradNorm: cfg.MaxGradNorm, Plain: plain,
	})
	return p, err
}

// learn makes the gradient steps of an iteration that brings a number of decisions, none as long as the memory warms up.
// share is the weight of a row by the weight that the memory has for it.
func (p *part) learn(ctx context.Context, decisions int, progress float64, rng env.Rand, setting, share float32) ([]train.Metric, error) {
	if p.memory.Len() < p.cfg.WarmUp {
		return nil, nil
	}
	size := p.cfg.steps(decisions) * p.cfg.Minibatch
	if cap(p.rows) < size {
		p.rows = make([]int32, size+size/4)
	}
	p.rows = p.rows[:size]
	p.memory.Draw(rng, p.rows)
	rate := qvalue.Anneal(p.cfg.LearningRate, p.cfg.FinalLearningRate, progress)
	m := p.memory
	sums, err := qvalue.Steps(ctx, p.learner, rate, m.Observation, []any{m.Mask, m.Target, m.Return, m.Weight}, p.rows, p.cfg.Minibatch, []float32{setting, share})
	if err != nil {
		return nil, err
	}
	return append(sums.Metrics(p.metrics), train.Metric{Name: "learning_rate", Value: rate}), nil
}
