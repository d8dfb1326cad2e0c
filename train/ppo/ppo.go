package ppo

import (
	"context"
	"fmt"
	"math"

	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
)

// PPO is the algorithm; it implements train.Algorithm.
type PPO struct {
	cfg     Config
	learner *graph.Learner

	advantage, target []float32 // [rows]
	order             []int32   // [rows]
}

var _ train.Algorithm = (*PPO)(nil)

// New builds the algorithm on first weights, which are copied.
func New(cfg Config, weights *models.Weights) (*PPO, error) {
	adam := graph.DefaultAdam()
	adam.Epsilon = cfg.AdamEpsilon
	learner, err := graph.NewLearner(weights, loss, graph.LearnerConfig{
		Minibatch: cfg.Minibatch, Shards: cfg.Shards, Inputs: lossInputs(weights.Network.Actions), Scalars: numScalars,
		Adam: adam, MaxGradNorm: cfg.MaxGradNorm,
	})
	if err != nil {
		return nil, err
	}
	return &PPO{cfg: cfg, learner: learner}, nil
}

// Update makes Epochs passes over the batch in minibatches. Every pass is in a
// fresh order and drops the rows that do not fill a minibatch.
func (p *PPO) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	m := p.cfg.Minibatch
	if b.Rows < m {
		return nil, fmt.Errorf("ppo: a batch of %d rows does not fill a minibatch of %d: raise collect.batch or lower ppo.minibatch", b.Rows, m)
	}
	p.resize(b.Rows)
	Targets(b.Value, b.Return, b.Next, p.cfg.Gamma, p.cfg.GAELambda, p.advantage, p.target)
	mean, spread := moments(p.advantage)

	rate := anneal(p.cfg.LearningRate, p.cfg.FinalLearningRate, progress)
	entropy := p.entropy(progress)
	scalars := make([]float32, numScalars)
	scalars[scalarClip] = float32(p.cfg.Clip)
	scalars[scalarEntropy] = float32(entropy)
	scalars[scalarKL] = float32(p.cfg.KL)
	scalars[scalarValue] = float32(p.cfg.Value)
	explained := explainedVariance(b.Value, p.target)
	if p.cfg.NormalizeAdvantages {
		for i, a := range p.advantage {
			p.advantage[i] = float32((float64(a) - mean) / (spread + 1e-8))
		}
	}
	inputs := []any{b.Mask, b.LogProbs, b.Action, p.advantage, p.target}

	sums := make([]float64, graph.FirstMetricOfLoss+len(lossMetrics))
	first := math.NaN()
	steps := 0
	for range p.cfg.Epochs {
		for i := range p.order {
			p.order[i] = int32(i)
		}
		rng.Shuffle(len(p.order), func(i, j int) { p.order[i], p.order[j] = p.order[j], p.order[i] })
		for at := 0; at+m <= len(p.order); at += m {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			values, err := p.learner.Step(rate, b.Observation, inputs, p.order[at:at+m], scalars)
			if err != nil {
				return nil, err
			}
			if steps == 0 {
				first = float64(values[len(values)-1])
			}
			for i, v := range values {
				sums[i] += float64(v)
			}
			steps++
		}
	}
	temperature := entropy
	if p.cfg.NormalizeAdvantages {
		temperature *= spread
	}
	out := []train.Metric{
		{Name: "loss", Value: sums[graph.MetricLoss] / float64(steps)},
		{Name: "gradient_norm", Value: sums[graph.MetricGradNorm] / float64(steps)},
	}
	for i, name := range lossMetrics[:len(lossMetrics)-1] {
		out = append(out, train.Metric{Name: name, Value: sums[graph.FirstMetricOfLoss+i] / float64(steps)})
	}
	return append(out,
		train.Metric{Name: "first_ratio_deviation", Value: first},
		train.Metric{Name: "advantage_spread", Value: spread},
		train.Metric{Name: "explained_variance", Value: explained},
		train.Metric{Name: "learning_rate", Value: rate},
		train.Metric{Name: "entropy_coefficient", Value: entropy},
		train.Metric{Name: train.TemperatureMetric, Value: temperature}), nil
}

func (p *PPO) entropy(progress float64) float64 {
	if p.cfg.FinalEntropy < 0 {
		return p.cfg.Entropy
	}
	return anneal(p.cfg.Entropy, p.cfg.FinalEntropy, progress)
}

func anneal(from, to, progress float64) float64 { return from + (to-from)*min(progress, 1) }

func (p *PPO) resize(rows int) {
	if cap(p.order) < rows {
		p.advantage = make([]float32, 2*rows)
		p.target = make([]float32, 2*rows)
		p.order = make([]int32, 2*rows)
	}
	p.advantage, p.target, p.order = p.advantage[:rows], p.target[:rows], p.order[:rows]
}

// moments returns mean and standard deviation.
func moments(x []float32) (mean, spread float64) {
	for _, v := range x {
		mean += float64(v)
	}
	mean /= float64(len(x))
	for _, v := range x {
		spread += (float64(v) - mean) * (float64(v) - mean)
	}
	return mean, math.Sqrt(spread / float64(len(x)))
}

// explainedVariance is 1 - Var(target - value)/Var(target): 1 for a perfect
// critic, 0 for a constant one.
func explainedVariance(value, target []float32) float64 {
	difference := make([]float32, len(value))
	for i := range value {
		difference[i] = target[i] - value[i]
	}
	_, rest := moments(difference)
	_, all := moments(target)
	if all == 0 {
		return 0
	}
	return 1 - rest*rest/(all*all)
}

// Weights copies the current weights into dst.
func (p *PPO) Weights(dst *models.Weights) { p.learner.Weights(dst) }

// State returns the optimiser's moments and step count.
func (p *PPO) State() []models.Tensor { return p.learner.State() }

// Restore puts back weights and state.
func (p *PPO) Restore(weights *models.Weights, state []models.Tensor) error {
	return p.learner.Restore(weights, state)
}
