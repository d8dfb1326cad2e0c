package train

import (
	"context"

	"ringer/agents"
	"ringer/env"
	"ringer/models"
	"ringer/train/checkpoint"
	"ringer/train/metrics"
)

// Metric is one number of an update, named as in metrics.jsonl.
type Metric struct {
	Name  string
	Value float64
}

// Algorithm turns experience into better weights. Implementations live in
// train/<algorithm>; train/algos is the table of them.
type Algorithm interface {
	// Update learns from one batch. progress in [0, 1) is the share of the
	// run's decisions already made, for schedules. All randomness comes from
	// rng, which is this iteration's own stream. When ctx is done, Update ends soon
	// with an error; Restore then makes the algorithm whole again.
	Update(ctx context.Context, batch *Batch, progress float64, rng env.Rand) ([]Metric, error)

	// Weights copies the current weights into dst.
	Weights(dst *models.Weights)

	// State returns everything else that the next Update depends on, such as the
	// optimiser's moments, as named tensors. After Restore of Weights and State the
	// updates that follow give the same bits.
	State() []models.Tensor
	Restore(weights *models.Weights, state []models.Tensor) error
}

// Setup holds the demands of a training on its algorithm, beside the algorithm's own settings.
type Setup struct {
	Run      *Config // valid or not
	Imitates bool    // the weights learn from an agent before they play
	Starts   bool    // the weights begin as a bot's
}

// Options holds the parts of a run that its configuration does not.
type Options struct {
	Game env.Game

	// Algorithm builds the configured algorithm on first weights.
	Algorithm func(*models.Weights) (Algorithm, error)

	// Start, when not nil, trains the weights of a new run before self-play. The
	// collector is the run's own; progress may be called with the amount done and
	// the whole. The result must depend on nothing but the configuration.
	Start func(ctx context.Context, c *Collector, weights *models.Weights, progress func(done, total int)) error

	// Agent builds an agent by its name: opponents of training and evaluation.
	Agent func(name string) (agents.Agent, error)

	// Run keeps the run on disk; nil keeps nothing. It stays open.
	Run *checkpoint.Run

	// Player plays the iterations; nil: this process does. It stays open.
	Player Player

	// Settings are the keys of the whole configuration, which the events for TensorBoard
	// show.
	Settings []metrics.Setting

	// Seconds, when positive, ends training after that time; the evaluation at the end
	// is not shortened. The length of the run then depends on the machine. Settings that
	// change with the decisions, as learning rates do, stay where they then are: they
	// come to their last values at the configured decisions alone.
	Seconds float64

	// Until, when positive, pauses the run at the first iteration with that many decisions: it is
	// saved and measured, and goes on from there as if it had never stopped. A run whose
	// configured decisions are not more ends as ever.
	Until int

	// Progress is called after every iteration and evaluation, from one
	// goroutine. It may be nil.
	Progress func(Progress)
}

// Progress reports on a run under way.
type Progress struct {
	Phase       Phase
	Done, Total int // of the phase: decisions, or games

	Iteration          int
	DecisionsPerSecond float64      // of training, since this process went on with it
	Evaluations        []Evaluation // the last
	EvaluatedAt        int          // their iteration; 0: none were made in this process
	Alarms             []Alarm      // of this iteration
}

// Phase names a part of a run whose progress is counted on its own.
type Phase string

// Phases, in the order in which a run goes through them; it evaluates now and
// then while it trains.
const (
	Imitating  Phase = "imitating"
	Training   Phase = "training"
	Evaluating Phase = "evaluating"
	Choosing   Phase = "choosing between last and averaged weights"
	Reporting  Phase = "playing the final games"
)

// Result summarises a finished run.
type Result struct {
	Iterations         int          `json:"iterations"`
	Decisions          int          `json:"decisions"`
	Seconds            float64      `json:"seconds"` // of all processes that trained the run
	DecisionsPerSecond float64      `json:"decisions_per_second"`
	Checkpoint         string       `json:"checkpoint"`
	Evaluations        []Evaluation `json:"evaluations"`
	Alarms             []Sounded    `json:"alarms"` // of the whole run

	// Weights are the better of the last and the averaged weights; Averaged is true
	// for the latter.
	Weights  *models.Weights `json:"-"`
	Averaged bool            `json:"averaged_weights"`

	// LastExploitability and AveragedExploitability are the exact figures between which the choice
	// was, nil where there was none: without averaged weights, or without an exact evaluation.
	LastExploitability     *float64 `json:"last_exploitability,omitempty"`
	AveragedExploitability *float64 `json:"averaged_exploitability,omitempty"`

	// Interrupted is true when the run was stopped before its end; it can be
	// resumed.
	Interrupted bool `json:"interrupted"`

	// Paused is true, beside Interrupted, where the run has come to Options.Until: Evaluations are
	// then of the weights so far, on the seeds by which runs choose between last and averaged ones.
	Paused bool `json:"paused,omitempty"`
}
