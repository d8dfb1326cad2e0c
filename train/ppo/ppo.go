package ppo

import (
	"context"
	"fmt"

	"ringer/env"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
	"ringer/train/policy"
)

// PPO is the algorithm; it implements train.Algorithm.
type PPO struct {
	cfg     Config
	learner *graph.Learner
	steps   policy.Steps
	magnet  *policy.Magnet     // nil without one
	control *control           // nil where no kind has a target
	aged    *policy.Correction // nil without one
	weights *models.Weights

	advantage, target []float32 // [rows]
	bonus             []float32 // [rows] entropy coefficients
}

var _ train.Algorithm = (*PPO)(nil)

// New builds the algorithm on first weights, which are copied.
func New(cfg Config, weights *models.Weights) (*PPO, error) {
	adam := graph.DefaultAdam()
	adam.Epsilon = cfg.AdamEpsilon
	pulled := cfg.Magnet.Coefficient > 0
	learner, err := graph.NewLearner(weights, loss, graph.LearnerConfig{
		Minibatch: cfg.Minibatch, Shards: cfg.Shards, Inputs: lossInputs(weights.Network.Actions, pulled), Scalars: numScalars,
		Adam: adam, MaxGradNorm: cfg.MaxGradNorm, Plain: plainLoss(pulled),
	})
	if err != nil {
		return nil, err
	}
	p := &PPO{cfg: cfg, learner: learner, steps: policy.Steps{Epochs: cfg.Epochs, Minibatch: cfg.Minibatch}}
	if cfg.holds() {
		p.control = &control{cfg: &p.cfg}
	}
	if pulled {
		p.weights = weights.Clone()
		if p.magnet, err = policy.NewMagnet(&cfg.Magnet, weights); err != nil {
			return nil, err
		}
	}
	if cfg.Corrects() {
		if p.aged, err = policy.NewCorrection(weights); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Update makes Epochs passes over the batch in minibatches. Every pass is in a
// fresh order and drops the rows that do not fill a minibatch.
func (p *PPO) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	if err := p.steps.Fills(b.Rows); err != nil {
		return nil, fmt.Errorf("ppo: %w or lower ppo.minibatch", err)
	}
	if err := p.cfg.CheckKinds(b.Kinds); err != nil {
		return nil, fmt.Errorf("ppo: %w", err)
	}
	p.resize(b.Rows)
	if p.control != nil {
		if err := p.control.settle(b); err != nil {
			return nil, err
		}
	}
	played, value, err := p.settle(b, progress)
	if err != nil {
		return nil, err
	}
	mean, spread := policy.Moments(p.advantage)

	rate := policy.Anneal(p.cfg.LearningRate, p.cfg.FinalLearningRate, progress)
	scalars := make([]float32, numScalars)
	scalars[scalarClip] = float32(p.cfg.Clip)
	scalars[scalarKL] = float32(p.cfg.KL)
	scalars[scalarValue] = float32(p.cfg.Value)
	explained := policy.ExplainedVariance(value, p.target)
	if p.cfg.NormalizeAdvantages {
		for i, a := range p.advantage {
			p.advantage[i] = float32((float64(a) - mean) / (spread + 1e-8))
		}
	}
	inputs := []any{b.Mask, played, b.Action, p.advantage, p.target, p.bonus}
	if p.magnet != nil {
		if err := p.magnet.See(b); err != nil {
			return nil, err
		}
		inputs = append(inputs, p.magnet.LogProbs)
		scalars[scalarMagnet] = float32(policy.Anneal(p.cfg.Magnet.Coefficient, p.cfg.Magnet.Final, progress))
	}

	names := lossMetrics(p.magnet != nil)
	steps, err := p.steps.Run(ctx, b.Rows, rng, func(rows []int32) ([]float32, error) {
		return p.learner.Step(rate, b.Observation, inputs, rows, scalars)
	})
	if err != nil {
		return nil, err
	}
	if p.magnet != nil {
		p.learner.Weights(p.weights)
		p.magnet.Follow(p.weights)
	}
	coefficient := policy.Anneal(p.cfg.Entropy, p.cfg.FinalEntropy, progress)
	if p.control != nil {
		coefficient, _ = policy.Moments(p.bonus)
	}
	temperature := coefficient
	if p.cfg.NormalizeAdvantages {
		temperature *= spread
	}
	out := []train.Metric{
		{Name: "loss", Value: steps.Mean[graph.MetricLoss]},
		{Name: "gradient_norm", Value: steps.Mean[graph.MetricGradNorm]},
	}
	for i, name := range names[1:] {
		out = append(out, train.Metric{Name: name, Value: steps.Mean[graph.FirstMetricOfLoss+1+i]})
	}
	if p.corrects(b) {
		out = append(out, train.Metric{Name: "vtrace_weight", Value: policy.MeanWeight(p.aged.Ratio, p.cfg.VTrace.Rho)})
	}
	out = append(out,
		train.Metric{Name: "first_ratio_deviation", Value: float64(steps.First[graph.FirstMetricOfLoss])},
		train.Metric{Name: "advantage_spread", Value: spread},
		train.Metric{Name: "explained_variance", Value: explained},
		train.Metric{Name: "learning_rate", Value: rate},
		train.Metric{Name: train.CoefficientMetric, Value: coefficient},
		train.Metric{Name: train.TemperatureMetric, Value: temperature})
	if p.control != nil {
		out = append(out, p.control.metrics(b)...)
	}
	return out, nil
}

// corrects reports whether the rows are corrected for the age of the policy that played them.
func (p *PPO) corrects(b *train.Batch) bool { return p.aged != nil && b.Staleness > 0 }

// settle writes advantages, targets and entropy coefficients of the rows, each by the kind
// of its decision. It returns the log-probabilities and values that the update begins with: of
// the policy that played, or of the one that learns where that is newer and the rows are corrected.
func (p *PPO) settle(b *train.Batch, progress float64) (played, value []float32, err error) {
	var lambdas, entropies []float64
	for _, name := range b.Kinds {
		lambdas = append(lambdas, p.cfg.lambdaOf(name))
		entropies = append(entropies, p.cfg.entropyOf(name, progress))
	}
	if p.control != nil {
		for k, c := range p.control.coefficients {
			if c > 0 {
				entropies[k] = float64(c)
			}
		}
	}
	played, value = b.LogProbs, b.Value
	estimate := func(lambda float64, advantage, target []float32) {
		policy.Targets(value, b.Return, b.Next, p.cfg.Gamma, lambda, advantage, target)
	}
	if p.corrects(b) {
		p.learner.Weights(p.aged.Weights)
		if err := p.aged.See(b); err != nil {
			return nil, nil, err
		}
		played, value = p.aged.LogProbs, p.aged.Values
		estimate = func(lambda float64, advantage, target []float32) {
			policy.VTrace(value, b.Return, p.aged.Ratio, b.Next, p.cfg.Gamma, lambda, p.cfg.VTrace.Rho, p.cfg.VTrace.C, advantage, target)
		}
	}
	policy.ByKind(b.Kind, lambdas, p.advantage, p.target, estimate)
	for i, k := range b.Kind {
		p.bonus[i] = float32(entropies[k])
	}
	return played, value, nil
}

func (p *PPO) resize(rows int) {
	if cap(p.advantage) < rows {
		p.advantage = make([]float32, 2*rows)
		p.target = make([]float32, 2*rows)
		p.bonus = make([]float32, 2*rows)
	}
	p.advantage, p.target, p.bonus = p.advantage[:rows], p.target[:rows], p.bonus[:rows]
}

// Weights copies the current weights into dst.
func (p *PPO) Weights(dst *models.Weights) { p.learner.Weights(dst) }

// State returns the optimiser's moments and step count, the magnet, and the coefficients that hold entropies.
func (p *PPO) State() []models.Tensor {
	state := p.learner.State()
	if p.magnet != nil {
		state = append(state, p.magnet.State()...)
	}
	if p.control != nil {
		state = append(state, p.control.state()...)
	}
	return state
}

// Restore puts back weights and state.
func (p *PPO) Restore(weights *models.Weights, state []models.Tensor) (err error) {
	if p.control != nil {
		if state, err = p.control.restore(state); err != nil {
			return err
		}
	}
	if p.magnet != nil {
		if state, err = p.magnet.Restore(weights, state); err != nil {
			return fmt.Errorf("ppo: %w", err)
		}
	}
	return p.learner.Restore(weights, state)
}
