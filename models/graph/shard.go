package graph

import (
	"fmt"
	"slices"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ringer/models"
)

// shard is one piece of a minibatch, m rows, with the buffers it is computed in.
type shard struct {
	obs     *partition
	first   *models.FirstRows // or nil
	sums    []*tensors.Tensor // [m, H] of each first layer, from first
	inputs  []*tensors.Tensor // [m, row...]
	outputs []*tensors.Tensor // report, gradients of sums, and the gradient, while a step runs
	err     error

	buffers []compute.Buffer
}

func (l *Learner) newShard() *shard {
	m := l.cfg.Minibatch / l.cfg.Shards
	s := &shard{obs: newPartition(l.backend, l.net, l.parts(), m)}
	if l.first != nil {
		s.first = l.first.NewRows()
		for range l.first.Trunks() {
			s.sums = append(s.sums, newTensor(l.backend, dtypes.Float32, m, l.net.Hidden[0]))
		}
	}
	for _, in := range l.cfg.Inputs {
		s.inputs = append(s.inputs, newTensor(l.backend, in.DType, append([]int{m}, in.Row...)...))
	}
	return s
}

// parts lists the parts of the observation that the graph of a shard reads.
func (l *Learner) parts() []models.Part {
	parts := partsOf(l.net)
	if l.first != nil {
		parts = slices.DeleteFunc(parts, l.first.Reads)
	}
	return parts
}

// compileGradient builds the graph of one shard.
//
// Parameters: scalars [S], parts of the observation [m, size], sums of the first layers
// [m, H], inputs [m, row...], and the weights: flat [P], or windows. Outputs: [loss,
// metrics...], the gradients of the sums, and the gradient: [P], or on the host its pieces,
// without what first computes.
func (l *Learner) compileGradient(loss LossFunc) error {
	g := gx.NewGraph(l.backend, "gradient")
	all := gx.Parameter(g, "scalars", l.scalars.Shape()) // [S]
	m := l.cfg.Minibatch / l.cfg.Shards
	obs := observed(g, l.parts(), m)
	sums := map[string]*Node{}
	if l.first != nil {
		for _, name := range l.first.Trunks() {
			sums[name] = gx.Parameter(g, "sums/"+name, shapes.Make(dtypes.Float32, m, l.net.Hidden[0]))
		}
	}
	var inputs, scalars []*Node
	for i, in := range l.cfg.Inputs {
		inputs = append(inputs, gx.Parameter(g, "input/"+in.Name, l.shards[0].inputs[i].Shape()))
	}
	for i := range l.cfg.Scalars {
		scalars = append(scalars, gx.Reshape(gx.Slice(all, gx.AxisRange(i, i+1))))
	}
	objective, metrics, grads, dSums := l.differentiate(g, m, obs, sums, inputs, scalars, loss)
	report := []*Node{gx.Reshape(objective, 1)}
	for _, m := range metrics {
		report = append(report, gx.Reshape(gx.ConvertDType(m, dtypes.Float32), 1))
	}
	l.metrics = len(report)
	gradient := l.layOut(grads)
	outputs := slices.Concat([]*Node{gx.Concatenate(report, 0)}, dSums, gradient)
	l.products = products(append(outputs, objective)...)
	if l.first != nil {
		l.products += l.first.Operations(m)
	}
	var err error
	l.gradient, err = compile(g, outputs...)
	return err
}

// layOut returns the nodes of the gradients of all tensors: one that is laid out like the
// flat weights [P], or on the host one for each piece, which slabs then names.
func (l *Learner) layOut(grads gradients) (nodes []*Node) {
	for _, t := range l.net.Tensors() {
		for _, s := range grads[t.Name] {
			if s.node != nil {
				s.node = gx.Reshape(s.node, s.size)
				nodes = append(nodes, s.node)
			}
			l.slabs = append(l.slabs, s)
		}
	}
	if l.flat != nil {
		return nodes
	}
	return []*Node{gx.Concatenate(nodes, 0)}
}

// differentiate runs the network and the loss, and returns the gradients of all tensors and
// of the sums.
func (l *Learner) differentiate(g *gx.Graph, m int, obs []*Node, sums map[string]*Node, inputs, scalars []*Node, loss LossFunc) (objective *Node, metrics []*Node, grads gradients, dSums []*Node) {
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
	if l.first != nil {
		t := pass.(*tape)
		t.first, t.sums, t.dSums = l.first, sums, map[string]*Node{}
	}
	logits, value := pass.forward(m, obs) // [m, A], [m]
	objective, metrics = loss(logits, value, inputs, scalars)
	if objective.Rank() != 0 {
		panic(fmt.Sprintf("graph: loss of shape %s: want one number", objective.Shape()))
	}
	if l.cfg.Autodiff {
		grads = autodiff(objective, l.net, byName)
	} else {
		leaves := gx.Gradient(objective, logits, value)
		grads = pass.backward(leaves[0], leaves[1])
	}
	if l.first != nil {
		for _, name := range l.first.Trunks() {
			dSums = append(dSums, pass.(*tape).dSums[name])
		}
	}
	return objective, metrics, grads, dSums
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
func (l *Learner) gradients(obs []float32, inputs []any, rows []int32) error {
	var wait sync.WaitGroup
	for i, s := range l.shards[1:] {
		wait.Go(func() { s.err = l.runShard(s, i+1, obs, inputs, rows) })
	}
	l.shards[0].err = l.runShard(l.shards[0], 0, obs, inputs, rows)
	wait.Wait()
	for _, s := range l.shards {
		if s.err != nil {
			return s.err
		}
	}
	return nil
}

// runShard copies the rows of shard i in and computes its gradient.
func (l *Learner) runShard(s *shard, i int, obs []float32, inputs []any, rows []int32) (err error) {
	defer catch(&err)
	m := s.obs.batch
	if rows != nil {
		rows = rows[i*m : (i+1)*m]
	} else {
		obs = obs[i*m*s.obs.size:]
	}
	s.obs.fill(obs, m, rows)
	l.sumFirst(s, obs, rows)
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
	add(s.obs.tensors...)
	add(s.sums...)
	add(s.inputs...)
	if l.windows != nil {
		add(l.windows.tensors...)
	} else {
		add(l.state[0])
	}
	s.outputs = l.gradient.run(s.buffers, make([]bool, len(s.buffers)))
	for i, t := range s.outputs[1 : 1+len(s.sums)] {
		tensors.MustConstFlatData(t, func(d []float32) { s.first.Backward(i, d) })
		t.MustFinalizeAll()
	}
	s.outputs = slices.Delete(s.outputs, 1, 1+len(s.sums))
	return nil
}

// sumFirst computes the sums of the first layers for the rows of a shard.
func (l *Learner) sumFirst(s *shard, obs []float32, rows []int32) {
	if l.first == nil {
		return
	}
	s.first.Read(obs, s.obs.batch, rows)
	for i, t := range s.sums {
		tensors.MustMutableFlatData(t, func(sums []float32) { s.first.Forward(i, sums) })
	}
}

// collectMetrics averages the reports of the shards into metrics, leaves the
// place of the gradient norm free, and gives the reports back: the gradient is left.
func (l *Learner) collectMetrics(metrics []float32) {
	scale := 1 / float32(len(l.shards))
	for _, s := range l.shards {
		tensors.MustConstFlatData(s.outputs[0], func(report []float32) {
			metrics[MetricLoss] += scale * report[0]
			for i, v := range report[1:] {
				metrics[FirstMetricOfLoss+i] += scale * v
			}
		})
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
