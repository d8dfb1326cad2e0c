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
	magnet  *magnet     // nil without one
	control *control    // nil where no kind has a target
	aged    *correction // nil without one
	weights *models.Weights

	advantage, target []float32 // [rows]
	bonus             []float32 // [rows] entropy coefficients
	order             []int32   // [rows]
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
	p := &PPO{cfg: cfg, learner: learner}
	if cfg.holds() {
		p.control = &control{cfg: &p.cfg}
	}
	if pulled {
		p.weights = weights.Clone()
		if p.magnet, err = newMagnet(&cfg.Magnet, weights); err != nil {
			return nil, err
		}
	}
	if cfg.Corrects() {
		if p.aged, err = newCorrection(weights); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Update makes Epochs passes over the batch in minibatches. Every pass is in a
// fresh order and drops the rows that do not fill a minibatch.
func (p *PPO) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	m := p.cfg.Minibatch
	if b.Rows < m {
		return nil, fmt.Errorf("ppo: a batch of %d rows does not fill a minibatch of %d: raise collect.batch or lower ppo.minibatch", b.Rows, m)
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
	policy, value, err := p.settle(b, progress)
	if err != nil {
		return nil, err
	}
	mean, spread := moments(p.advantage)

	rate := anneal(p.cfg.LearningRate, p.cfg.FinalLearningRate, progress)
	scalars := make([]float32, numScalars)
	scalars[scalarClip] = float32(p.cfg.Clip)
	scalars[scalarKL] = float32(p.cfg.KL)
	scalars[scalarValue] = float32(p.cfg.Value)
	explained := explainedVariance(value, p.target)
	if p.cfg.NormalizeAdvantages {
		for i, a := range p.advantage {
			p.advantage[i] = float32((float64(a) - mean) / (spread + 1e-8))
		}
	}
	inputs := []any{b.Mask, policy, b.Action, p.advantage, p.target, p.bonus}
	if p.magnet != nil {
		if err := p.magnet.pass.run(p.magnet.average, b); err != nil {
			return nil, err
		}
		inputs = append(inputs, p.magnet.pass.logProbs)
		scalars[scalarMagnet] = float32(anneal(p.cfg.Magnet.Coefficient, p.cfg.Magnet.Final, progress))
	}

	names := lossMetrics(p.magnet != nil)
	sums := make([]float64, graph.FirstMetricOfLoss+len(names))
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
				first = float64(values[graph.FirstMetricOfLoss])
			}
			for i, v := range values {
				sums[i] += float64(v)
			}
			steps++
		}
	}
	if p.magnet != nil {
		p.learner.Weights(p.weights)
		p.magnet.follow(p.weights)
	}
	coefficient := anneal(p.cfg.Entropy, p.cfg.FinalEntropy, progress)
	if p.control != nil {
		coefficient, _ = moments(p.bonus)
	}
	temperature := coefficient
	if p.cfg.NormalizeAdvantages {
		temperature *= spread
	}
	out := []train.Metric{
		{Name: "loss", Value: sums[graph.MetricLoss] / float64(steps)},
		{Name: "gradient_norm", Value: sums[graph.MetricGradNorm] / float64(steps)},
	}
	for i, name := range names[1:] {
		out = append(out, train.Metric{Name: name, Value: sums[graph.FirstMetricOfLoss+1+i] / float64(steps)})
	}
	if p.corrects(b) {
		out = append(out, train.Metric{Name: "vtrace_weight", Value: meanWeight(p.aged.ratio, p.cfg.VTrace.Rho)})
	}
	out = append(out,
		train.Metric{Name: "first_ratio_deviation", Value: first},
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
func (p *PPO) settle(b *train.Batch, progress float64) (policy, value []float32, err error) {
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
	policy, value = b.LogProbs, b.Value
	estimate := func(lambda float64, advantage, target []float32) {
		Targets(value, b.Return, b.Next, p.cfg.Gamma, lambda, advantage, target)
	}
	if p.corrects(b) {
		p.learner.Weights(p.aged.weights)
		if err := p.aged.see(b); err != nil {
			return nil, nil, err
		}
		policy, value = p.aged.logProbs, p.aged.values
		estimate = func(lambda float64, advantage, target []float32) {
			VTrace(value, b.Return, p.aged.ratio, b.Next, p.cfg.Gamma, lambda, p.cfg.VTrace.Rho, p.cfg.VTrace.C, advantage, target)
		}
	}
	byKind(b.Kind, lambdas, p.advantage, p.target, estimate)
	for i, k := range b.Kind {
		p.bonus[i] = float32(entropies[k])
	}
	return policy, value, nil
}

func (p *PPO) resize(rows int) {
	if cap(p.order) < rows {
		p.advantage = make([]float32, 2*rows)
		p.target = make([]float32, 2*rows)
		p.bonus = make([]float32, 2*rows)
		p.order = make([]int32, 2*rows)
	}
	p.advantage, p.target, p.bonus, p.order = p.advantage[:rows], p.target[:rows], p.bonus[:rows], p.order[:rows]
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

// State returns the optimiser's moments and step count, the magnet, and the coefficients that hold entropies.
func (p *PPO) State() []models.Tensor {
	state := p.learner.State()
	if p.magnet != nil {
		state = append(state, p.magnet.state()...)
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
		if state, err = p.magnet.restore(weights, state); err != nil {
			return err
		}
	}
	return p.learner.Restore(weights, state)
}
