package policy

import (
	"context"
	"fmt"

	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
)

// Learner descends the loss of an algorithm. One goroutine at a time uses it.
type Learner struct {
	*graph.Learner
	cfg   Optimiser
	loss  *Loss
	steps Steps
}

// mostMetrics bounds the metrics of a loss.
const mostMetrics = 8

// NewLearner returns the learner of a loss on first weights, which are copied.
func NewLearner(cfg Optimiser, loss *Loss, weights *models.Weights) (*Learner, error) {
	if len(loss.Metrics) > mostMetrics {
		return nil, fmt.Errorf("policy: a loss of %d metrics: want at most %d", len(loss.Metrics), mostMetrics)
	}
	adam := graph.DefaultAdam()
	adam.Epsilon = cfg.AdamEpsilon
	learner, err := graph.NewLearner(weights, loss.graph, graph.LearnerConfig{
		Minibatch: cfg.Minibatch, Shards: cfg.Shards, Inputs: loss.inputs(weights.Network.Actions), Scalars: firstScalar + loss.Scalars,
		Adam: adam, MaxGradNorm: cfg.MaxGradNorm, Plain: loss.plain(),
	})
	if err != nil {
		return nil, err
	}
	return &Learner{Learner: learner, cfg: cfg, loss: loss, steps: Steps{Epochs: cfg.Epochs, Minibatch: cfg.Minibatch}}, nil
}

// Fills returns an error for a batch of so few rows that no step can be made.
func (l *Learner) Fills(rows int) error { return l.steps.Fills(rows) }

// Learn makes the passes of an update over a batch whose values are to become target [rows].
// inputs and scalars belong to the loss alone, without the ones that every loss has. It returns the
// metrics of the update.
func (l *Learner) Learn(ctx context.Context, b *train.Batch, target []float32, progress float64, rng env.Rand, inputs []any, scalars []float32) ([]train.Metric, error) {
	rate := Anneal(l.cfg.LearningRate, l.cfg.FinalLearningRate, progress)
	inputs = append([]any{b.Mask, target}, inputs...)
	scalars = append([]float32{float32(l.cfg.Value)}, scalars...)
	means, err := l.steps.Run(ctx, b.Rows, rng, func(rows []int32) ([]float32, error) {
		return l.Step(rate, b.Observation, inputs, rows, scalars)
	})
	if err != nil {
		return nil, err
	}
	out := []train.Metric{
		{Name: "loss", Value: means.Mean[graph.MetricLoss]},
		{Name: "gradient_norm", Value: means.Mean[graph.MetricGradNorm]},
	}
	for i, name := range append(commonMetrics[:len(commonMetrics):len(commonMetrics)], l.loss.Metrics...) {
		out = append(out, train.Metric{Name: name, Value: means.Mean[graph.FirstMetricOfLoss+i]})
	}
	return append(out, train.Metric{Name: "learning_rate", Value: rate}), nil
}
