package dmc

import (
	"context"
	"fmt"

	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/qvalue"
	"ringer/train/replay"
)

// Config holds the settings of deep Monte-Carlo, in the words of Zha et al., arXiv 2106.06135.
type Config struct {
	qvalue.Config `yaml:",inline"`

	// Keep says which decisions the memory holds: newest, or sample, a fair sample of all decisions of the run. Values
	// of a sample answer the average of all play so far, as in fictitious play, which settles in games in which play against
	// the newest goes round.
	Keep string `yaml:"keep"`
}

// Values of Config.Keep.
const (
	Newest = "newest"
	Sample = "sample"
)

// Defaults returns settings for small games. The memory is a few iterations, as the buffers of the paper are: what a
// return says of an action holds for the play that it comes from.
func Defaults() Config {
	c := Config{Config: qvalue.Defaults(), Keep: Newest}
	c.Memory, c.Replays = 20_000, 2
	return c
}

// Validate reports every fault.
func (c *Config) Validate() error {
	var faults env.Faults
	c.Config.Validate(&faults)
	if c.Keep != Newest && c.Keep != Sample {
		faults.Add("keep", c.Keep, "%s or %s", Newest, Sample)
	}
	return faults.Err()
}

// CheckRun refuses first weights that come from a policy.
func (c *Config) CheckRun(s train.Setup) error { return qvalue.CheckRun(s) }

// CheckGame refuses a memory that is too large for a game.
func (c *Config) CheckGame(spec *env.Spec) error { return qvalue.CheckGame("dmc", c.Memory, spec) }

// DMC is the algorithm; it implements train.Behaving.
type DMC struct {
	cfg    Config
	memory memory
	rows   *replay.Rows // of the memory
	fitter *qvalue.Fitter
}

// memory is a ring or a reservoir.
type memory interface {
	add(b *train.Batch, rng env.Rand)
	State(prefix string) []models.Tensor
	Restore(prefix string, state []models.Tensor) ([]models.Tensor, error)
}

type (
	newest struct{ *replay.Ring }
	sample struct{ *replay.Reservoir }
)

func (m newest) add(b *train.Batch, _ env.Rand)   { m.Ring.Add(b) }
func (m sample) add(b *train.Batch, rng env.Rand) { m.Reservoir.Add(b, nil, rng) }

// newMemory returns the memory that the settings ask for, and its rows.
func newMemory(cfg *Config, network *models.Network) (memory, *replay.Rows, error) {
	if cfg.Keep == Sample {
		r, err := replay.NewReservoir(cfg.Memory, network)
		return sample{r}, &r.Rows, err
	}
	r, err := replay.NewRing(cfg.Memory, network)
	return newest{r}, &r.Rows, err
}

var _ train.Behaving = (*DMC)(nil)

// New builds the algorithm on first weights, which are copied. The error names a memory that is too large for the network.
func New(cfg Config, weights *models.Weights) (*DMC, error) {
	m := &DMC{cfg: cfg}
	memory, rows, err := newMemory(&cfg, weights.Network)
	if err != nil {
		return nil, fmt.Errorf("dmc: %w", err)
	}
	m.memory, m.rows = memory, rows
	m.fitter, err = qvalue.NewFitter(&m.cfg.Config, weights, rows)
	return m, err
}

// Acting says how seats play.
func (m *DMC) Acting(progress float64) train.Acting { return m.cfg.Acting(progress) }

// Update learns from the memory, and then adds the batch to it. The target of an action is the return of its episode: there is
// nothing else to compute (arXiv 2106.06135, section Deep Monte-Carlo).
func (m *DMC) Update(ctx context.Context, b *train.Batch, progress float64, rng env.Rand) ([]train.Metric, error) {
	var metrics []train.Metric
	if rows, _ := m.fitter.Draw(b.Rows, rng); len(rows) > 0 {
		var err error
		if metrics, err = m.fitter.Fit(ctx, rows, m.rows.Return, progress); err != nil {
			return nil, err
		}
	}
	m.memory.add(b, rng)
	return append(metrics,
		train.Metric{Name: "epsilon", Value: m.cfg.Acting(progress).Epsilon},
		train.Metric{Name: "memory", Value: float64(m.rows.Len())}), nil
}

// Weights copies the current weights into dst.
func (m *DMC) Weights(dst *models.Weights) { m.fitter.Weights(dst) }

// memoryPrefix begins the names of the memory's tensors.
const memoryPrefix = "memory/"

// State returns the optimiser's moments and step count, and the memory, whose tensors are windows that the next Update
// changes.
func (m *DMC) State() []models.Tensor {
	return append(m.fitter.State(), m.memory.State(memoryPrefix)...)
}

// Restore puts back weights and state.
func (m *DMC) Restore(weights *models.Weights, state []models.Tensor) error {
	others, err := m.memory.Restore(memoryPrefix, state)
	if err != nil {
		return fmt.Errorf("dmc: %w", err)
	}
	return m.fitter.Restore(weights, others)
}
