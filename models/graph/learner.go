package graph

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ringer/models"
)

// LossFunc adds a loss to the graph. For a minibatch of M rows it gets logits
// [M, A], value [M], the inputs [M, row...] and the scalars [] that the learner
// was told to expect, in that order. It returns the loss [], which is what
// is made smaller, and any number of metrics [], which are only reported.
//
// Gradients flow through logits and value; inputs and scalars are constants.
type LossFunc func(logits, value *Node, inputs, scalars []*Node) (loss *Node, metrics []*Node)

// Input describes one array that goes with every row of a minibatch.
type Input struct {
	Name  string
	DType dtypes.DType // Float32 ([]float32), Int32 ([]int32) or Bool ([]bool)
	Row   []int        // shape of one row; nil for one number
}

func (in Input) rowSize() int {
	n := 1
	for _, d := range in.Row {
		n *= d
	}
	return n
}

// AdamConfig holds the constants of Adam (Kingma and Ba 2015).
type AdamConfig struct {
	Beta1, Beta2, Epsilon float64
}

// DefaultAdam is Adam as policy-gradient work sets it.
func DefaultAdam() AdamConfig { return AdamConfig{Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-5} }

// LearnerConfig says what a Learner is made of.
type LearnerConfig struct {
	Minibatch   int     // rows of every Step
	Inputs      []Input // what the loss reads beside logits and value
	Scalars     int     // how many scalars the loss reads
	Adam        AdamConfig
	MaxGradNorm float64 // gradients with a longer norm are scaled to it; 0: never

	// Autodiff differentiates the whole network by GoMLX instead of by the
	// backward pass of this package. It is the reference in tests.
	Autodiff bool
}

// Indices of what Step returns before the metrics of the loss.
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
	graph   *gx.Graph

	state   [3]*tensors.Tensor // weights, first and second moments, [P] each
	windows []*tensors.Tensor  // copies of the single tensors of the weights, for backends on the host; else nil
	steps   uint64
	obs     *partition
	inputs  []*tensors.Tensor // [M, row...]
	scalars *tensors.Tensor   // [fixedScalars + Scalars]
	metrics int

	buffers []compute.Buffer
	donate  []bool
	broken  error
}

// The learner's own scalars come before those of the loss.
const (
	scalarRate = iota // learning rate over the bias correction of the first moment
	scalarRoot        // 1 over the square root of the bias correction of the second
	fixedScalars
)

// NewLearner compiles the update of a loss for a network, starting from the
// given weights, which are copied.
func NewLearner(weights *models.Weights, loss LossFunc, cfg LearnerConfig) (l *Learner, err error) {
	defer catch(&err)
	a := cfg.Adam
	if cfg.Minibatch < 1 || cfg.Scalars < 0 || cfg.MaxGradNorm < 0 ||
		a.Beta1 < 0 || a.Beta1 >= 1 || a.Beta2 < 0 || a.Beta2 >= 1 || a.Epsilon <= 0 {
		return nil, fmt.Errorf("graph: learner of minibatch %d, %d scalars, norm %v, Adam %+v: want a positive minibatch, betas in [0, 1) and a positive epsilon", cfg.Minibatch, cfg.Scalars, cfg.MaxGradNorm, a)
	}
	b, err := Backend()
	if err != nil {
		return nil, err
	}
	l = &Learner{net: weights.Network, cfg: cfg, backend: b}
	for i := range l.state {
		l.state[i] = newTensor(b, dtypes.Float32, len(weights.Flat))
	}
	if b.HasSharedBuffers() {
		for _, t := range weights.Infos() {
			l.windows = append(l.windows, newTensor(b, dtypes.Float32, t.Shape...))
		}
	}
	l.obs = newPartition(b, l.net, cfg.Minibatch)
	for _, in := range cfg.Inputs {
		switch in.DType {
		case dtypes.Float32, dtypes.Int32, dtypes.Bool:
		default:
			return nil, fmt.Errorf("graph: input %q has dtype %s: want Float32, Int32 or Bool", in.Name, in.DType)
		}
		l.inputs = append(l.inputs, newTensor(b, in.DType, append([]int{cfg.Minibatch}, in.Row...)...))
	}
	l.scalars = newTensor(b, dtypes.Float32, fixedScalars+cfg.Scalars)
	if err := l.compile(loss); err != nil {
		return nil, err
	}
	return l, l.Restore(weights, nil)
}

// compile builds the graph of one step.
//
// Parameters: weights, first moments, second moments [P], windows, scalars [S],
// parts of the observation [M, size], inputs [M, row...]. Outputs: the three
// [P] after the step, and [loss, gradient norm, metrics...].
func (l *Learner) compile(loss LossFunc) error {
	g := gx.NewGraph(l.backend, "learner")
	var state [3]*Node // [P]
	for i, name := range []string{"weights", "first", "second"} {
		state[i] = gx.Parameter(g, name, l.state[i].Shape())
	}
	byName := l.tensorNodes(g, state[0])
	all := gx.Parameter(g, "scalars", l.scalars.Shape()) // [S]
	obs := l.obs.parameters(g)
	var inputs, scalars []*Node
	for i, in := range l.cfg.Inputs {
		inputs = append(inputs, gx.Parameter(g, "input/"+in.Name, l.inputs[i].Shape()))
	}
	scalar := func(i int) *Node { return gx.Reshape(gx.Slice(all, gx.AxisRange(i, i+1))) } // []
	for i := range l.cfg.Scalars {
		scalars = append(scalars, scalar(fixedScalars+i))
	}

	objective, metrics, gradient := l.differentiate(byName, obs, inputs, scalars, loss)

	norm := gx.Sqrt(gx.ReduceAllSum(gx.Mul(gradient, gradient))) // []
	if limit := l.cfg.MaxGradNorm; limit > 0 {
		// scale = min(1, limit/norm); the tiny number keeps 0/0 out
		scale := gx.Min(gx.OnesLike(norm), gx.Div(gx.Scalar(g, dtypes.Float32, limit), gx.AddScalar(norm, 1e-12)))
		gradient = gx.Mul(gradient, scale)
	}
	b1, b2 := l.cfg.Adam.Beta1, l.cfg.Adam.Beta2
	first := gx.Add(gx.MulScalar(state[1], b1), gx.MulScalar(gradient, 1-b1))
	second := gx.Add(gx.MulScalar(state[2], b2), gx.MulScalar(gx.Mul(gradient, gradient), 1-b2))
	root := gx.AddScalar(gx.Mul(gx.Sqrt(second), scalar(scalarRoot)), l.cfg.Adam.Epsilon)
	weights := gx.Sub(state[0], gx.Mul(gx.Div(first, root), scalar(scalarRate)))

	report := []*Node{gx.Reshape(objective, 1), gx.Reshape(norm, 1)}
	for _, m := range metrics {
		report = append(report, gx.Reshape(gx.ConvertDType(m, dtypes.Float32), 1))
	}
	l.metrics = len(report)
	l.graph = g
	return g.Compile(weights, first, second, gx.Concatenate(report, 0))
}

// differentiate runs the network and the loss, and lays the gradients of all
// tensors out like the flat weights [P].
func (l *Learner) differentiate(byName map[string]*Node, obs, inputs, scalars []*Node, loss LossFunc) (objective *Node, metrics []*Node, gradient *Node) {
	tape := newTape(l.net, lookup(byName))
	logits, value := tape.forward(obs) // [M, A], [M]
	objective, metrics = loss(logits, value, inputs, scalars)
	if objective.Rank() != 0 {
		panic(fmt.Sprintf("graph: loss of shape %s: want one number", objective.Shape()))
	}
	infos := l.net.Tensors()
	var gradients map[string]*Node
	if l.cfg.Autodiff {
		gradients = autodiff(objective, infos, byName)
	} else {
		leaves := gx.Gradient(objective, logits, value)
		gradients = tape.backward(leaves[0], leaves[1])
	}
	var pieces []*Node
	for _, t := range infos {
		pieces = append(pieces, gx.Reshape(gradients[t.Name], t.Size()))
	}
	return objective, metrics, gx.Concatenate(pieces, 0)
}

// tensorNodes gives the single tensors of the weights as nodes. On the host
// they are parameters of their own, because copying them from the flat weights
// beforehand is cheaper than slicing in the graph; on another device slicing
// is cheaper than the way there and back.
func (l *Learner) tensorNodes(g *gx.Graph, flat *Node) map[string]*Node {
	byName := map[string]*Node{}
	at := 0
	for i, t := range l.net.Tensors() {
		if l.windows != nil {
			byName[t.Name] = gx.Parameter(g, t.Name, l.windows[i].Shape())
		} else {
			byName[t.Name] = gx.Reshape(gx.Slice(flat, gx.AxisRange(at, at+t.Size())), t.Shape...)
		}
		at += t.Size()
	}
	return byName
}

// copyWindows brings the windows up to date with the flat weights.
func (l *Learner) copyWindows() {
	if l.windows == nil {
		return
	}
	tensors.MustConstFlatData(l.state[0], func(flat []float32) {
		for _, w := range l.windows {
			tensors.MustMutableFlatData(w, func(window []float32) { flat = flat[copy(window, flat):] })
		}
	})
}

func autodiff(loss *Node, infos []models.TensorInfo, byName map[string]*Node) map[string]*Node {
	nodes := make([]*Node, len(infos))
	for i, t := range infos {
		nodes[i] = byName[t.Name]
	}
	out := map[string]*Node{}
	for i, grad := range gx.Gradient(loss, nodes...) {
		out[infos[i].Name] = grad
	}
	return out
}

// Step does one update on the given rows of a batch: obs [B, D] and one slice
// [B, row...] per input, []float32, []int32 or []bool as its DType says. rows
// has Minibatch row numbers; nil means the first Minibatch rows. Slices are
// only read. It returns the loss, the gradient norm before clipping, and the
// metrics of the loss, all as they were before the update; the slice is the
// caller's.
//
// After an error of the backend the weights are lost and every later Step
// returns the same error; Restore makes the learner whole again. An error about
// the arguments changes nothing.
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
	l.obs.fill(obs, l.cfg.Minibatch, rows)
	for i := range l.inputs {
		l.fillInput(i, inputs[i], rows)
	}
	t := float64(l.steps + 1)
	tensors.MustMutableFlatData(l.scalars, func(flat []float32) {
		flat[scalarRate] = float32(learningRate / (1 - math.Pow(l.cfg.Adam.Beta1, t)))
		flat[scalarRoot] = float32(1 / math.Sqrt(1-math.Pow(l.cfg.Adam.Beta2, t)))
		copy(flat[fixedScalars:], scalars)
	})
	outputs := l.graph.RunWithBuffers(l.gather())
	for i := range l.state {
		l.state[i] = outputs[i]
	}
	l.copyWindows()
	l.steps++
	metrics = make([]float32, l.metrics)
	tensors.MustConstFlatData(outputs[3], func(flat []float32) { copy(metrics, flat) })
	outputs[3].MustFinalizeAll()
	return metrics, nil
}

// gather lists the buffers of the graph's parameters. The state is given away:
// the backend may write the new state over it.
func (l *Learner) gather() ([]compute.Buffer, []bool, compute.DeviceNum) {
	l.buffers, l.donate = l.buffers[:0], l.donate[:0]
	for i, t := range l.state {
		l.buffers = append(l.buffers, must(t.DonateBuffer(l.backend, 0)))
		l.donate = append(l.donate, true)
		l.state[i] = nil
	}
	keep := func(t *tensors.Tensor) {
		l.buffers = append(l.buffers, must(t.Buffer(l.backend, 0)))
		l.donate = append(l.donate, false)
	}
	for _, t := range l.windows {
		keep(t)
	}
	keep(l.scalars)
	for _, t := range l.obs.tensors {
		keep(t)
	}
	for _, t := range l.inputs {
		keep(t)
	}
	return l.buffers, l.donate, 0
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

// fillInput copies the chosen rows of one input. Its type has been checked.
func (l *Learner) fillInput(i int, from any, rows []int32) {
	size := l.cfg.Inputs[i].rowSize()
	switch s := from.(type) {
	case []float32:
		fill(l.inputs[i], s, size, l.cfg.Minibatch, rows)
	case []int32:
		fill(l.inputs[i], s, size, l.cfg.Minibatch, rows)
	case []bool:
		fill(l.inputs[i], s, size, l.cfg.Minibatch, rows)
	}
}

// fill copies rows of size floats each into a tensor.
func fill[T float32 | int32 | bool](t *tensors.Tensor, from []T, size, minibatch int, rows []int32) {
	tensors.MustMutableFlatData(t, func(flat []T) {
		if rows == nil {
			copy(flat, from[:minibatch*size])
			return
		}
		if size == 1 {
			for i, r := range rows {
				flat[i] = from[r]
			}
			return
		}
		for i, r := range rows {
			copy(flat[i*size:(i+1)*size], from[int(r)*size:])
		}
	})
}

// Network is the description of the network that learns.
func (l *Learner) Network() *models.Network { return l.net }

// Steps is the number of steps since the start, restored ones included.
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
