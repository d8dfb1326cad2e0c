package dmc

import (
	"context"
	"fmt"

	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/qvalue"
)

// Config holds the settings of deep Monte-Carlo, in the words of Zha et al., arXiv 2106.06135.
type Config struct {
	qvalue.Config `yaml:",inline"`
}

// Defaults returns settings for small games. The memory is a few iterations, as the buffers of the paper are: what a
// return says of an action holds for the play that it comes from.
func Defaults() Config {
	c := Config{qvalue.Defaults()}
	c.Memory, c.Replays = 20_000, 2
	return c
}

// Validate reports every fault.
func (c *Config) Validate() error {
	var faults env.Faults
	c.Config.Validate(&faults)
	return faults.Err()
}

// CheckRun refuses first weights that come from a policy.
func (c *Config) CheckRun(s train.Setup) error { return qvalue.CheckRun(s) }

// CheckGame refuses a memory that is too large for a game.
func (c *Config) CheckGame(spec *env.Spec) error { return qvalue.CheckGame("dmc", c.Memory, spec) }

// DMC is the algorithm; it implements train.Behaving.
type DMC struct {
	cfg    Config
	fitter *qvalue.Fitter
}

var _ train.Behaving = (*DMC)(nil)

// New builds the algorithm on first weights, which are copied.
func New(cfg Config, weights *models.Weights) (*DMC, error) {
	m := &DMC{cfg: cfg}
	var err error
	if m.fitter, err = qvalue.NewFitter(&m.cfg.Config, weights); err != nil {
		return nil, fmt.Errorf("dmc: %w", err)
	}
	return m, nil
}

// Acting says how seats play.
func (m *DMC) Acting(progress float64) train.Acting { return m.cfg.Acting(progress) }

// Update learns from the memory, and then adds the batch to it. The target of an action is the return of its episode: there is
// nothing else to compute (arXiv 2106.06135, section Deep Monte-Carlo).
func (m *DMC) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	var metrics []train.Metric
	if rows, _ := m.fitter.Draw(b.Rows, rng); len(rows) > 0 {
		var err error
		if metrics, err = m.fitter.Fit(ctx, rows, m.fitter.Memory.Return, progress); err != nil {
			return nil, err
		}
	}
	m.fitter.Memory.Add(b)
	return append(metrics,
		train.Metric{Name: "epsilon", Value: m.cfg.Acting(progress).Epsilon},
		train.Metric{Name: "memory", Value: float64(m.fitter.Memory.Len())}), nil
}

// Weights copies the current weights into dst.
func (m *DMC) Weights(dst *models.Weights) { m.fitter.Weights(dst) }

// memoryPrefix begins the names of the memory's tensors.
const memoryPrefix = "memory/"

// State returns the optimiser's moments and step count, and the memory, whose tensors are windows that the next Update
// changes.
func (m *DMC) State() []models.Tensor {
	return append(m.fitter.State(), m.fitter.Memory.State(memoryPrefix)...)
}

// Restore puts back weights and state.
func (m *DMC) Restore(weights *models.Weights, state []models.Tensor) error {
	others, err := m.fitter.Memory.Restore(memoryPrefix, state)
	if err != nil {
		return fmt.Errorf("dmc: %w", err)
	}
	return m.fitter.Restore(weights, others)
}
