package graph

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/tensors"

	"ringer/models"
)

// LossFunc adds a loss to the graph. For a minibatch of M rows it gets logits
// [M, A], value [M], the inputs [M, row...] and the scalars [] that the learner
// was told to expect, in that order. It returns the loss [], which the learner
// minimises, and any number of metrics [], which are only reported.
//
// Gradients flow through logits and value; inputs and scalars are constants.
type LossFunc func(logits, value *Node, inputs, scalars []*Node) (loss *Node, metrics []*Node)

// Input describes one array that goes with every row of a minibatch.
type Input struct {
	Name  string
	DType dtypes.DType // Float32 ([]float32), Int32 ([]int32) or Bool ([]bool)
	Row   []int        // shape of one row; nil for one number
}

// PlainLoss is a loss in plain Go: it computes what a LossFunc says, and its gradient.
type PlainLoss struct {
	Metrics int // how many the loss has
	Compute func(*Minibatch)
}

// Minibatch holds m rows of a batch: the numbers that a PlainLoss reads, and room for its results.
type Minibatch struct {
	Logits, Values []float32 // [m, A], [m]
	Inputs         []any     // of the whole batch, as Step got them: Row says which rows
	Scalars        []float32

	DLogits, DValues []float32 // [m, A], [m], to be written: the gradient
	Report           []float32 // [1+Metrics], to be written: the loss, and its metrics

	Rows  []int32 // [m] of the batch; nil: from First on
	First int
}

// Row returns the row of the batch that row i of the minibatch is.
func (m *Minibatch) Row(i int) int {
	if m.Rows != nil {
		return int(m.Rows[i])
	}
	return m.First + i
}

func (in Input) rowSize() int {
	n := 1
	for _, d := range in.Row {
		n *= d
	}
	return n
}

// LearnerConfig holds the settings of a Learner.
type LearnerConfig struct {
	Minibatch   int     // rows of every Step
	Inputs      []Input // what the loss reads beside logits and value
	Scalars     int     // how many scalars the loss reads
	Adam        AdamConfig
	MaxGradNorm float64 // gradients with a longer norm are scaled to it; 0: never

	// Shards splits every minibatch into as many equal pieces, whose gradients
	// are computed at the same time and averaged. 0 is 1. More of them use more
	// processors, and give other last bits; the number of processors does not.
	// The loss must then be a mean over rows, because it is built for a piece.
	Shards int

	// Plain is the loss without a graph, or nil. It takes the place of the loss where this
	// process computes the network.
	Plain *PlainLoss

	// Autodiff differentiates the whole network by GoMLX instead of by the
	// backward pass of this package. It is the reference in tests.
	Autodiff bool

	inGraph bool // computes the network in the graph on every backend, for tests
}

func (c *LearnerConfig) validate() error {
	if c.Shards == 0 {
		c.Shards = 1
	}
	if c.Minibatch < 1 || c.Shards < 1 || c.Minibatch%c.Shards != 0 || c.Scalars < 0 || c.MaxGradNorm < 0 {
		return fmt.Errorf("graph: learner of minibatch %d in %d shards, %d scalars, gradient norm %v: want a positive multiple of a positive number, and none negative", c.Minibatch, c.Shards, c.Scalars, c.MaxGradNorm)
	}
	if a := c.Adam; a.Beta1 < 0 || a.Beta1 >= 1 || a.Beta2 < 0 || a.Beta2 >= 1 || a.Epsilon <= 0 {
		return fmt.Errorf("graph: Adam %+v: want betas in [0, 1) and a positive epsilon", a)
	}
	for _, in := range c.Inputs {
		switch in.DType {
		case dtypes.Float32, dtypes.Int32, dtypes.Bool:
		default:
			return fmt.Errorf("graph: input %q has dtype %s: want Float32, Int32 or Bool", in.Name, in.DType)
		}
	}
	return nil
}

// Indices of the numbers that Step returns before the metrics of the loss.
const (
	MetricLoss        = 0
	MetricGradNorm    = 1 // before clipping
	FirstMetricOfLoss = 2
)

// Learner moves the weights of one network down the gradient of a loss with
// Adam. It is deterministic: the same weights, state and steps give the same
// bits, at any number of processors. It is not safe for concurrent use.
type Learner struct {
	net     *models.Network
	cfg     LearnerConfig
	backend compute.Backend

	gradient *program // of one shard: see compileGradient, compileLoss
	update   *program // of the weights: see compileUpdate; nil on the host
	shards   []*shard
	metrics  int     // floats that the gradient graph reports
	products float64 // operations of its matrix products

	onHost  *models.Backprop   // the network, where this process computes it; nil where the graph does
	flat    []float32          // [P], its gradient
	state   [3]*tensors.Tensor // weights, first and second moments, [P] each
	windows *windows           // into the weights; nil when the graph slices them itself
	steps   uint64
	rates   *tensors.Tensor // [numRates]
	scalars *tensors.Tensor // [max(1, Scalars)]
	broken  error
}

// NewLearner compiles the update of a loss for a network, starting from the
// given weights, which are copied.
func NewLearner(weights *models.Weights, loss LossFunc, cfg LearnerConfig) (l *Learner, err error) {
	defer catch(&err)
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	b, err := backendFor(cfg.Shards)
	if err != nil {
		return nil, err
	}
	l = &Learner{net: weights.Network, cfg: cfg, backend: b}
	if b.HasSharedBuffers() && !cfg.Autodiff && !cfg.inGraph {
		if l.onHost = models.NewBackprop(l.net); l.onHost != nil {
			l.flat = make([]float32, len(weights.Flat))
		}
	}
	for i := range l.state {
		l.state[i] = newTensor(b, dtypes.Float32, len(weights.Flat))
	}
	l.rates = newTensor(b, dtypes.Float32, numRates)
	l.scalars = newTensor(b, dtypes.Float32, max(1, cfg.Scalars))
	for range cfg.Shards {
		l.shards = append(l.shards, l.newShard())
	}
	if l.plain() {
		l.metrics, l.products = 1+cfg.Plain.Metrics, l.onHost.Operations(l.shards[0].rows)
	} else if l.onHost != nil {
		err = l.compileLoss(loss)
	} else if err = l.compileGradient(loss); err == nil {
		err = l.compileUpdate()
	}
	if err != nil {
		return nil, err
	}
	return l, l.Restore(weights, nil)
}

// plain reports whether the loss is computed without a graph.
func (l *Learner) plain() bool { return l.onHost != nil && l.cfg.Plain != nil }

// Step does one update on the given rows of a batch: obs [B, D] and one slice
// [B, row...] per input, []float32, []int32 or []bool as its DType says. rows
// has Minibatch row numbers; nil means the first Minibatch rows. Slices are
// only read. It returns the loss, the gradient norm before clipping, and the
// metrics of the loss, all as they were before the update and averaged over
// the shards; the slice is the caller's.
//
// After an error of the backend every later Step returns the same error;
// Restore makes the learner whole again. An error about the arguments changes
// nothing.
func (l *Learner) Step(learningRate float64, obs []float32, inputs []any, rows []int32, scalars []float32) (metrics []float32, err error) {
	if l.broken != nil {
		return nil, l.broken
	}
	if err := l.checkRows(rows, len(obs), inputs, scalars); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			l.broken = err
		}
	}()
	defer catch(&err)
	tensors.MustMutableFlatData(l.scalars, func(flat []float32) { copy(flat, scalars) })
	if err := l.gradients(obs, inputs, rows, scalars); err != nil {
		return nil, err
	}
	metrics = make([]float32, 1+l.metrics)
	l.collectMetrics(metrics)
	if l.onHost != nil {
		metrics[MetricGradNorm] = l.applyOnHost(learningRate)
	} else {
		metrics[MetricGradNorm] = l.apply(learningRate)
	}
	return metrics, nil
}

// checkRows checks everything that the caller of Step can get wrong.
func (l *Learner) checkRows(rows []int32, obs int, inputs []any, scalars []float32) error {
	if len(inputs) != len(l.cfg.Inputs) || len(scalars) != l.cfg.Scalars {
		return fmt.Errorf("graph: step with %d inputs and %d scalars: want %d and %d", len(inputs), len(scalars), len(l.cfg.Inputs), l.cfg.Scalars)
	}
	need := l.cfg.Minibatch
	if rows != nil {
		if len(rows) != need {
			return fmt.Errorf("graph: step on %d rows: want the minibatch, %d", len(rows), need)
		}
		if slices.Min(rows) < 0 {
			return fmt.Errorf("graph: step on row %d", slices.Min(rows))
		}
		need = int(slices.Max(rows)) + 1
	}
	if obs < need*l.net.ObservationSize() {
		return fmt.Errorf("graph: step reads %d observations: got %d floats, %d each", need, obs, l.net.ObservationSize())
	}
	for i, in := range l.cfg.Inputs {
		n, ok := -1, false
		switch s := inputs[i].(type) {
		case []float32:
			n, ok = len(s), in.DType == dtypes.Float32
		case []int32:
			n, ok = len(s), in.DType == dtypes.Int32
		case []bool:
			n, ok = len(s), in.DType == dtypes.Bool
		}
		if !ok || n < need*in.rowSize() {
			return fmt.Errorf("graph: input %q is a %T of length %d: want %s, %d rows of %d", in.Name, inputs[i], n, in.DType, need, in.rowSize())
		}
	}
	return nil
}

// weightsChanged updates the copies that are derived from the flat weights.
func (l *Learner) weightsChanged() {
	if l.windows != nil {
		l.windows.copyFrom(l.state[0])
	}
	if l.onHost != nil {
		tensors.MustConstFlatData(l.state[0], l.onHost.Load)
	}
}

// Steps returns the number of steps since the start, restored ones included.
func (l *Learner) Steps() uint64 { return l.steps }

// Weights copies the present weights into dst, which must be of the same
// network.
func (l *Learner) Weights(dst *models.Weights) {
	if dst.Network != l.net && !dst.Network.Equal(l.net) {
		panic("graph: weights of another network")
	}
	if l.state[0] == nil {
		panic(fmt.Sprintf("graph: the learner has lost its weights: %v", l.broken))
	}
	tensors.MustConstFlatData(l.state[0], func(flat []float32) { copy(dst.Flat, flat) })
}
