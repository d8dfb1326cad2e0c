// Package reinforce is REINFORCE with a learned baseline (R. J. Williams, "Simple
// statistical gradient-following algorithms for connectionist reinforcement learning",
// Machine Learning 8, 1992): an example of a training algorithm in a module of its own.
package reinforce

import (
	"context"
	"fmt"
	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"

	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"
)

// Config is the section reinforce of a training configuration.
type Config struct {
	LearningRate float64 `yaml:"learning_rate"` // falls linearly to 0
	Minibatch    int     `yaml:"minibatch"`
	Entropy      float64 `yaml:"entropy"` // bonus, falls linearly to 0
	Value        float64 `yaml:"value"`   // weight of the baseline's loss
}

// Defaults returns the settings that a configuration does not mention.
func Defaults() Config { return Config{LearningRate: 1e-3, Minibatch: 512, Entropy: 0.05, Value: 0.5} }

// Validate reports every fault.
func (c *Config) Validate() error {
	var faults env.Faults
	if !(c.LearningRate > 0 && c.LearningRate <= 1) {
		faults.Add("learning_rate", c.LearningRate, "a number above 0, at most 1")
	}
	if c.Minibatch < 1 {
		faults.Add("minibatch", c.Minibatch, "at least 1")
	}
	if !(c.Entropy >= 0 && c.Entropy <= 10) {
		faults.Add("entropy", c.Entropy, "a number from 0 to 10")
	}
	if !(c.Value >= 0 && c.Value <= 100) {
		faults.Add("value", c.Value, "a number from 0 to 100")
	}
	return faults.Err()
}

// Algorithm implements train.Algorithm.
type Algorithm struct {
	*graph.Learner // Weights, State and Restore
	c              Config
	order          []int32
}

// New builds the algorithm on first weights, which are copied.
func New(c Config, weights *models.Weights) (train.Algorithm, error) {
	learner, err := graph.NewLearner(weights, loss, graph.LearnerConfig{
		Minibatch: c.Minibatch, Scalars: 2, Adam: graph.DefaultAdam(), MaxGradNorm: 1,
		Inputs: []graph.Input{
			{Name: "mask", DType: dtypes.Float32, Row: []int{weights.Network.Actions}},
			{Name: "action", DType: dtypes.Int32},
			{Name: "advantage", DType: dtypes.Float32},
			{Name: "return", DType: dtypes.Float32},
		},
	})
	if err != nil {
		return nil, err
	}
	return &Algorithm{Learner: learner, c: c}, nil
}

// Update makes one pass over the batch, in a fresh order.
func (a *Algorithm) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	if b.Rows < a.c.Minibatch {
		return nil, fmt.Errorf("reinforce: a batch of %d rows does not fill a minibatch of %d: raise collect.batch or lower reinforce.minibatch", b.Rows, a.c.Minibatch)
	}
	a.order = a.order[:0]
	advantage := make([]float32, b.Rows)
	for i := range b.Rows {
		a.order = append(a.order, int32(i))
		advantage[i] = b.Return[i] - b.Value[i]
	}
	rng.Shuffle(len(a.order), func(i, j int) { a.order[i], a.order[j] = a.order[j], a.order[i] })
	rate, entropy := a.c.LearningRate*(1-progress), a.c.Entropy*(1-progress)
	inputs, scalars := []any{b.Mask, b.Action, advantage, b.Return}, []float32{float32(entropy), float32(a.c.Value)}
	sum, steps := 0., 0
	for at := 0; at+a.c.Minibatch <= len(a.order); at += a.c.Minibatch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		values, err := a.Step(rate, b.Observation, inputs, a.order[at:at+a.c.Minibatch], scalars)
		if err != nil {
			return nil, err
		}
		sum += float64(values[graph.MetricLoss])
		steps++
	}
	return []train.Metric{{Name: "loss", Value: sum / float64(steps)}, {Name: train.CoefficientMetric, Value: entropy}}, nil
}

// loss is, over M rows and A actions,
//
//	mean (-advantage * log policy(action) - entropy * H(policy) + value * (baseline - return)^2)
func loss(logits, value *graph.Node, inputs, scalars []*graph.Node) (*graph.Node, []*graph.Node) {
	mask, action, advantage, ret := inputs[0], inputs[1], inputs[2], inputs[3] // [M, A], [M], [M], [M]
	legal := gx.GreaterThan(mask, gx.ZerosLike(mask))
	masked := gx.Where(legal, logits, gx.MulScalar(gx.OnesLike(logits), -1e9))
	logProbs := gx.Where(legal, gx.LogSoftmax(masked, -1), gx.ZerosLike(logits)) // [M, A]
	chosen := gx.OneHot(action, logits.Shape().Dim(1), logits.DType())           // [M, A]
	taken := gx.ReduceSum(gx.Mul(logProbs, chosen), -1)                          // [M]
	entropy := gx.Neg(gx.ReduceSum(gx.Mul(gx.Mul(gx.Exp(logProbs), mask), logProbs), -1))
	gain := gx.Add(gx.Mul(taken, advantage), gx.Mul(scalars[0], entropy))
	squared := gx.Square(gx.Sub(value, ret))
	return gx.ReduceAllMean(gx.Sub(gx.Mul(scalars[1], squared), gain)), nil
}
