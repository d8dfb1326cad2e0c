package graph

import (
	"fmt"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ringer/models"
)

// shard is one piece of a minibatch, m rows, with the buffers it is computed in.
type shard struct {
	rows    int
	inputs  []*tensors.Tensor // [m, row...]
	outputs []*tensors.Tensor // report, and the gradient, while a step runs
	err     error

	obs  *partition         // where the graph computes the network
	tape *models.Tape       // where this process does
	made [2]*tensors.Tensor // logits [m, A] and values [m], from tape
	mini Minibatch          // of a plain loss

	buffers []compute.Buffer
}

func (l *Learner) newShard() *shard {
	m := l.cfg.Minibatch / l.cfg.Shards
	s := &shard{rows: m}
	if l.onHost != nil {
		s.tape = l.onHost.NewTape()
	}
	if l.plain() {
		s.mini.DLogits, s.mini.DValues = make([]float32, m*l.net.Actions), make([]float32, m)
		s.mini.Report = make([]float32, 1+l.cfg.Plain.Metrics)
		return s
	}
	if l.onHost != nil {
		s.made[0] = newTensor(l.backend, dtypes.Float32, m, l.net.Actions)
		s.made[1] = newTensor(l.backend, dtypes.Float32, m)
	} else {
		s.obs = newPartition(l.backend, l.net, partsOf(l.net), m)
	}
	for _, in := range l.cfg.Inputs {
		s.inputs = append(s.inputs, newTensor(l.backend, in.DType, append([]int{m}, in.Row...)...))
	}
	return s
}

// parameters adds the parameters of a loss to a graph.
func (l *Learner) parameters(g *gx.Graph) (inputs func() []*Node, scalars []*Node) {
	all := gx.Parameter(g, "scalars", l.scalars.Shape()) // [S]
	for i := range l.cfg.Scalars {
		scalars = append(scalars, gx.Reshape(gx.Slice(all, gx.AxisRange(i, i+1))))
	}
	return func() (inputs []*Node) {
		for i, in := range l.cfg.Inputs {
			inputs = append(inputs, gx.Parameter(g, "input/"+in.Name, l.shards[0].inputs[i].Shape()))
		}
		return inputs
	}, scalars
}

// report puts a loss and its metrics side by side.
func (l *Learner) report(objective *Node, metrics []*Node) *Node {
	if objective.Rank() != 0 {
		panic(fmt.Sprintf("graph: loss of shape %s: want one number", objective.Shape()))
	}
	report := []*Node{gx.Reshape(objective, 1)}
	for _, m := range metrics {
		report = append(report, gx.Reshape(gx.ConvertDType(m, dtypes.Float32), 1))
	}
	l.metrics = len(report)
	return gx.Concatenate(report, 0)
}

// compileLoss builds the graph of the loss of one shard.
//
// Parameters: scalars [S], logits [m, A], values [m], inputs [m, row...]. Outputs: [loss,
// metrics...], and the gradients of logits and values.
func (l *Learner) compileLoss(loss LossFunc) (err error) {
	g := gx.NewGraph(l.backend, "loss")
	inputs, scalars := l.parameters(g)
	logits := gx.Parameter(g, "logits", l.shards[0].made[0].Shape())
	values := gx.Parameter(g, "values", l.shards[0].made[1].Shape())
	objective, metrics := loss(logits, values, inputs(), scalars)
	report := l.report(objective, metrics)
	l.products = l.onHost.Operations(l.shards[0].rows)
	l.gradient, err = compile(g, append([]*Node{report}, gx.Gradient(objective, logits, values)...)...)
	return err
}

// compileGradient builds the graph of the network and the loss of one shard.
//
// Parameters: scalars [S], parts of the observation [m, size], inputs [m, row...], and the
// weights: flat [P], or windows. Outputs: [loss, metrics...], and the gradient [P].
func (l *Learner) compileGradient(loss LossFunc) error {
	g := gx.NewGraph(l.backend, "gradient")
	m := l.shards[0].rows
	inputs, scalars := l.parameters(g)
	obs := observed(g, partsOf(l.net), m)
	objective, metrics, grads := l.differentiate(g, m, obs, inputs(), scalars, loss)
	report := l.report(objective, metrics)
	var pieces []*Node
	for _, t := range l.net.Tensors() {
		for _, d := range grads[t.Name] {
			pieces = append(pieces, gx.Reshape(d, d.Shape().Size()))
		}
	}
	gradient := gx.Concatenate(pieces, 0)
	l.products = products(report, gradient)
	var err error
	l.gradient, err = compile(g, report, gradient)
	return err
}

// differentiate runs the network and the loss, and returns the gradients of all tensors.
func (l *Learner) differentiate(g *gx.Graph, m int, obs, inputs, scalars []*Node, loss LossFunc) (objective *Node, metrics []*Node, grads gradients) {
	var source weightSource
	var byName map[string]*Node
	if l.backend.HasSharedBuffers() && !l.cfg.Autodiff {
		l.windows = newWindows(g, l.backend, l.net)
		source = l.windows
	} else {
		byName = l.slices(g)
		source = namedWeights{l.net, lookup(byName)}
	}
	pass := newPass(l.net, source, !l.cfg.Autodiff)
	logits, value := pass.forward(m, obs) // [m, A], [m]
	objective, metrics = loss(logits, value, inputs, scalars)
	if l.cfg.Autodiff {
		return objective, metrics, autodiff(objective, l.net, byName)
	}
	leaves := gx.Gradient(objective, logits, value)
	return objective, metrics, pass.backward(leaves[0], leaves[1])
}

// slices cuts the tensors of the weights out of the flat ones, in the graph.
func (l *Learner) slices(g *gx.Graph) map[string]*Node {
	byName := map[string]*Node{}
	flat := gx.Parameter(g, "weights", l.state[0].Shape())
	at := 0
	for _, t := range l.net.Tensors() {
		byName[t.Name] = gx.Reshape(gx.Slice(flat, gx.AxisRange(at, at+t.Size())), t.Shape...)
		at += t.Size()
	}
	return byName
}

func autodiff(loss *Node, net *models.Network, byName map[string]*Node) gradients {
	var nodes []*Node
	for _, t := range net.Tensors() {
		nodes = append(nodes, byName[t.Name])
	}
	grads := gradients{}
	for i, d := range gx.Gradient(loss, nodes...) {
		grads.set(net.Tensors()[i].Name, d)
	}
	return grads
}

// gradients runs all shards at the same time and leaves their outputs in them.
func (l *Learner) gradients(obs []float32, inputs []any, rows []int32, scalars []float32) error {
	var wait sync.WaitGroup
	for i, s := range l.shards[1:] {
		wait.Go(func() { s.err = l.runShard(s, i+1, obs, inputs, rows, scalars) })
	}
	l.shards[0].err = l.runShard(l.shards[0], 0, obs, inputs, rows, scalars)
	wait.Wait()
	for _, s := range l.shards {
		if s.err != nil {
			return s.err
		}
	}
	return nil
}

// runShard copies the rows of shard i in and computes its gradient.
func (l *Learner) runShard(s *shard, i int, obs []float32, inputs []any, rows []int32, scalars []float32) (err error) {
	defer catch(&err)
	m := s.rows
	if rows != nil {
		rows = rows[i*m : (i+1)*m]
	} else {
		obs = obs[i*m*l.net.ObservationSize():]
	}
	if l.plain() {
		b := &s.mini
		b.Rows, b.First, b.Inputs, b.Scalars = rows, i*m, inputs, scalars
		b.Logits, b.Values = s.tape.Forward(obs, m, rows)
		l.cfg.Plain.Compute(b)
		s.tape.Backward(b.DLogits, b.DValues)
		return nil
	}
	for k, in := range l.cfg.Inputs {
		first := 0
		if rows == nil {
			first = i * m * in.rowSize()
		}
		switch from := inputs[k].(type) {
		case []float32:
			fill(s.inputs[k], from[first:], in.rowSize(), m, rows)
		case []int32:
			fill(s.inputs[k], from[first:], in.rowSize(), m, rows)
		case []bool:
			fill(s.inputs[k], from[first:], in.rowSize(), m, rows)
		}
	}
	s.buffers = s.buffers[:0]
	add := func(ts ...*tensors.Tensor) {
		for _, t := range ts {
			s.buffers = append(s.buffers, must(t.Buffer(l.backend, 0)))
		}
	}
	add(l.scalars)
	if s.tape != nil {
		logits, values := s.tape.Forward(obs, m, rows)
		for k, made := range [][]float32{logits, values} {
			tensors.MustMutableFlatData(s.made[k], func(flat []float32) { copy(flat, made) })
		}
		add(s.made[:]...)
		add(s.inputs...)
	} else {
		s.obs.fill(obs, m, rows)
		add(s.obs.tensors...)
		add(s.inputs...)
		if l.windows != nil {
			add(l.windows.tensors...)
		} else {
			add(l.state[0])
		}
	}
	s.outputs = l.gradient.run(s.buffers, make([]bool, len(s.buffers)))
	if s.tape != nil {
		tensors.MustConstFlatData(s.outputs[1], func(logits []float32) {
			tensors.MustConstFlatData(s.outputs[2], func(values []float32) { s.tape.Backward(logits, values) })
		})
		for _, t := range s.outputs[1:] {
			t.MustFinalizeAll() // gives the buffer back to the backend's pool
		}
		s.outputs = s.outputs[:1]
	}
	return nil
}

// collectMetrics averages the reports of the shards into metrics, leaves the
// place of the gradient norm free, and gives the reports back: the gradient is left.
func (l *Learner) collectMetrics(metrics []float32) {
	scale := 1 / float32(len(l.shards))
	add := func(report []float32) {
		metrics[MetricLoss] += scale * report[0]
		for i, v := range report[1:] {
			metrics[FirstMetricOfLoss+i] += scale * v
		}
	}
	for _, s := range l.shards {
		if l.plain() {
			add(s.mini.Report)
			continue
		}
		tensors.MustConstFlatData(s.outputs[0], add)
		s.outputs[0].MustFinalizeAll()
		s.outputs = s.outputs[1:]
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
