package mmd

import (
	"context"
	"fmt"
	"math"

	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/policy"
)

// MMD is the algorithm; it implements train.Algorithm.
type MMD struct {
	cfg     Config
	learner *policy.Learner
	magnet  *policy.Magnet // nil without one
	aged    *policy.Correction
	weights *models.Weights // room for what the magnet follows

	advantage, target, pull []float32 // [rows]
	score                   []float32 // [rows, A]
}

var _ train.Algorithm = (*MMD)(nil)

// New builds the algorithm on first weights, which are copied.
func New(cfg Config, weights *models.Weights) (train.Algorithm, error) {
	m := &MMD{cfg: cfg, weights: weights.Clone()}
	var err error
	if m.learner, err = policy.NewLearner(cfg.Optimiser, newLoss(weights.Network.Actions), weights); err != nil {
		return nil, err
	}
	if m.aged, err = policy.NewCorrection(weights); err != nil {
		return nil, err
	}
	if cfg.Magnet.Coefficient > 0 {
		m.magnet, err = policy.NewMagnet(&cfg.Magnet, weights)
	}
	return m, err
}

// Terms are the coefficients of an update.
type Terms struct {
	Entropy  float64 // alpha, towards the uniform policy
	Magnet   float64 // towards the magnet
	StepSize float64 // eta
}

// Pull returns what multiplies the logarithm of the policy in the loss: alpha + magnet + 1/eta.
func (t Terms) Pull() float64 { return t.Entropy + t.Magnet + 1/t.StepSize }

// Scores writes the scores of the actions of a row, whose softmax over Pull is the policy that the
// update makes (Sokota et al., arXiv 2206.05825, equation 10) of the policy that played, old:
//
//	score(a) = q(a) + magnet * log magnet(a) + log old(a) / eta
//
// The uniform magnet adds the same to every action, and is left out. Of q, the advantages of the
// actions, a row knows the one of the action that was taken: it counts by one over its
// probability under old, and the others for nothing. The mean over what old plays is then q: no
// action but the one that was seen is valued by a network, whose errors would be there in every row.
//
// All slices have one element an action, and mask is 1 for legal ones; magnet is nil without one.
func (t Terms) Scores(mask, old, magnet []float32, taken int, advantage float64, score []float32) {
	for a := range score {
		score[a] = 0
		if mask[a] == 0 {
			continue
		}
		s := float64(old[a]) / t.StepSize
		if magnet != nil {
			s += t.Magnet * float64(magnet[a])
		}
		if a == taken {
			s += advantage * math.Exp(-float64(old[a]))
		}
		score[a] = float32(s)
	}
}

// Update moves the policy towards the one that the update of the paper makes.
func (m *MMD) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	if err := m.learner.Fills(b.Rows); err != nil {
		return nil, fmt.Errorf("mmd: %w or lower mmd.minibatch", err)
	}
	m.resize(b)
	old, value, err := m.judge(b)
	if err != nil {
		return nil, err
	}
	terms := Terms{Entropy: policy.Anneal(m.cfg.Entropy, m.cfg.FinalEntropy, progress), StepSize: policy.Anneal(m.cfg.StepSize, m.cfg.FinalStepSize, progress)}
	if m.magnet != nil {
		if err := m.magnet.See(b); err != nil {
			return nil, err
		}
		terms.Magnet = policy.Anneal(m.cfg.Magnet.Coefficient, m.cfg.Magnet.Final, progress)
	}
	a := b.NumActions
	for i := range b.Rows {
		at, to := i*a, (i+1)*a
		var magnet []float32
		if m.magnet != nil {
			magnet = m.magnet.LogProbs[at:to]
		}
		m.pull[i] = float32(terms.Pull())
		terms.Scores(b.Mask[at:to], old[at:to], magnet, int(b.Action[i]), float64(m.advantage[i]), m.score[at:to])
	}
	_, spread := policy.Moments(m.advantage)
	explained := policy.ExplainedVariance(value, m.target)
	out, err := m.learner.Learn(ctx, b, m.target, progress, rng, []any{m.pull, m.score, old}, nil)
	if err != nil {
		return nil, err
	}
	if m.magnet != nil {
		m.learner.Weights(m.weights)
		m.magnet.Follow(m.weights)
	}
	if b.Staleness > 0 {
		out = append(out, train.Metric{Name: "vtrace_weight", Value: policy.MeanWeight(m.aged.Ratio, 1)})
	}
	return append(out,
		train.Metric{Name: "advantage_spread", Value: spread},
		train.Metric{Name: "explained_variance", Value: explained},
		train.Metric{Name: "step_size", Value: terms.StepSize},
		train.Metric{Name: train.CoefficientMetric, Value: terms.Entropy},
		train.Metric{Name: train.TemperatureMetric, Value: terms.Entropy}), nil
}

// judge writes advantages and targets of the rows, and returns the log-probabilities and values
// that the update begins with: of the policy that played, or of the one that learns where that is
// newer. Its rows are then corrected by V-trace with bounds of 1.
func (m *MMD) judge(b *train.Batch) (old, value []float32, err error) {
	if b.Staleness == 0 {
		policy.Targets(b.Value, b.Return, b.Next, m.cfg.Gamma, m.cfg.GAELambda, m.advantage, m.target)
		return b.LogProbs, b.Value, nil
	}
	m.learner.Weights(m.aged.Weights)
	if err := m.aged.See(b); err != nil {
		return nil, nil, err
	}
	policy.VTrace(m.aged.Values, b.Return, m.aged.Ratio, b.Next, m.cfg.Gamma, m.cfg.GAELambda, 1, 1, m.advantage, m.target)
	return m.aged.LogProbs, m.aged.Values, nil
}

func (m *MMD) resize(b *train.Batch) {
	m.advantage, m.target, m.pull = policy.Room(m.advantage, b.Rows), policy.Room(m.target, b.Rows), policy.Room(m.pull, b.Rows)
	m.score = policy.Room(m.score, b.Rows*b.NumActions)
}

// Weights copies the current weights into dst.
func (m *MMD) Weights(dst *models.Weights) { m.learner.Weights(dst) }

// State returns the optimiser's moments and step count, and the magnet.
func (m *MMD) State() []models.Tensor {
	state := m.learner.State()
	if m.magnet != nil {
		state = append(state, m.magnet.State()...)
	}
	return state
}

// Restore puts back weights and state.
func (m *MMD) Restore(weights *models.Weights, state []models.Tensor) (err error) {
	if m.magnet != nil {
		if state, err = m.magnet.Restore(weights, state); err != nil {
			return fmt.Errorf("mmd: %w", err)
		}
	}
	return m.learner.Restore(weights, state)
}
