package onnxrun

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Used counts the numbers and the steps that a run took.
type Used struct{ Numbers, Work int }

// run is one run of a model.
type run struct {
	limits Limits
	used   Used
	floats []float32 // memory of the run before, which this one takes first
	taken  int       // of floats
	demand int       // floats that the run wanted
	sums   []float64 // scratch of multiply
}

var (
	errNumbers = errors.New("the run holds too many numbers")
	errWork    = errors.New("the run takes too much work")
)

// Run runs the model and returns its outputs, in memory of their own. Errors name the node
// whose inputs do not fit, or are ctx's.
func (m *Model) Run(ctx context.Context, inputs map[string]*Tensor) ([]*Tensor, Used, error) {
	values := slices.Clone(m.values)
	for name, slot := range m.inputs {
		in := inputs[name]
		if in == nil {
			return nil, Used{}, fmt.Errorf("onnx: the input %q is missing", name)
		}
		values[slot] = in
	}
	r, _ := m.idle.Get().(*run)
	if r == nil {
		r = &run{}
	}
	r.limits, r.used, r.taken, r.demand = m.limits, Used{}, 0, 0
	defer func() {
		if len(r.floats) < r.demand {
			r.floats = make([]float32, r.demand)
		}
		m.idle.Put(r)
	}()
	for i := range m.nodes {
		if err := ctx.Err(); err != nil {
			return nil, r.used, err
		}
		if err := r.node(&m.nodes[i], values); err != nil {
			return nil, r.used, fmt.Errorf("onnx: %w", err)
		}
	}
	outputs := make([]*Tensor, len(m.output))
	for i, slot := range m.output {
		t := values[slot]
		outputs[i] = &Tensor{t.Kind, slices.Clone(t.Shape), slices.Clone(t.Floats), slices.Clone(t.Ints)}
	}
	return outputs, r.used, nil
}

// fold computes once what follows from constants alone.
func (m *Model) fold() error {
	r := &run{limits: m.limits}
	var left []node
	for i := range m.nodes {
		n := &m.nodes[i]
		if slices.ContainsFunc(n.inputs, func(slot int) bool { return slot >= 0 && m.values[slot] == nil }) {
			if err := n.prepare(r, m.values); err != nil {
				return err
			}
			left = append(left, *n)
			continue
		}
		if err := r.node(n, m.values); err != nil {
			return err
		}
	}
	m.nodes = left
	return nil
}

// prepare transposes once the constant matrix of a layer.
func (n *node) prepare(r *run, values []*Tensor) (err error) {
	if n.kind != "Gemm" || n.int("transB", 0) == 0 || n.inputs[1] < 0 {
		return nil
	}
	if w := values[n.inputs[1]]; w != nil && w.Kind == Float && len(w.Shape) == 2 {
		n.turned, err = turned(r, w)
	}
	return err
}

// node runs one operation.
func (r *run) node(n *node, values []*Tensor) error {
	in := make([]*Tensor, len(n.inputs))
	for i, slot := range n.inputs {
		if slot >= 0 {
			in[i] = values[slot]
		} else if i < n.op.least {
			return fmt.Errorf("%s: input %d is left out", n.label(), i)
		}
	}
	var outs []*Tensor
	var err error
	if n.op.many != nil {
		outs, err = n.op.many(r, n, in)
	} else {
		var out *Tensor
		out, err = n.op.one(r, n, in)
		outs = []*Tensor{out}
	}
	if err != nil {
		var shapes []string
		for _, t := range in {
			shapes = append(shapes, t.describe())
		}
		return fmt.Errorf("%s of %v: %w", n.label(), shapes, err)
	}
	for i, slot := range n.output {
		if slot >= 0 {
			values[slot] = outs[i]
		}
	}
	return nil
}

// work counts steps of the run.
func (r *run) work(steps int) error {
	if r.used.Work += steps; steps < 0 || r.used.Work > r.limits.Work {
		return errWork
	}
	return nil
}

// sizeOf returns the number of elements of a shape.
func (r *run) sizeOf(shape []int) (int, error) {
	if len(shape) > mostAxes {
		return 0, fmt.Errorf("%d axes: want at most %d", len(shape), mostAxes)
	}
	size := 1
	for _, d := range shape {
		if d < 0 || d > 0 && size > r.limits.Numbers/d {
			return 0, fmt.Errorf("shape %v: %w", shape, errNumbers)
		}
		size *= d
	}
	return size, nil
}

// make allocates a tensor of zeros.
func (r *run) make(kind Kind, shape []int) (*Tensor, error) {
	size, err := r.sizeOf(shape)
	if err != nil {
		return nil, err
	}
	// A tensor takes its numbers, and itself.
	if r.used.Numbers += size + len(shape) + 16; r.used.Numbers > r.limits.Numbers {
		return nil, errNumbers
	}
	if err := r.work(size + 1); err != nil {
		return nil, err
	}
	t := &Tensor{Kind: kind, Shape: slices.Clone(shape)}
	if kind != Float {
		t.Ints = make([]int64, size)
		return t, nil
	}
	r.demand += size
	if r.taken+size <= len(r.floats) {
		t.Floats = r.floats[r.taken : r.taken+size : r.taken+size]
		clear(t.Floats)
		r.taken += size
	} else {
		t.Floats = make([]float32, size)
	}
	return t, nil
}

// as returns the elements of a tensor in another shape of the same size, without copying.
func (t *Tensor) as(shape []int) *Tensor {
	return &Tensor{t.Kind, slices.Clone(shape), t.Floats, t.Ints}
}

// move copies n elements of x from its j-th on to the i-th of t, which is of the same kind.
func (t *Tensor) move(i int, x *Tensor, j, n int) {
	if t.Kind == Float {
		copy(t.Floats[i:i+n], x.Floats[j:j+n])
	} else {
		copy(t.Ints[i:i+n], x.Ints[j:j+n])
	}
}

// product returns the product of sizes that come from a tensor's shape.
func product(shape []int) int {
	p := 1
	for _, d := range shape {
		p *= d
	}
	return p
}

// axisOf returns an axis of a shape with rank axes, where negative ones count from the end.
func axisOf(axis int64, rank int) (int, error) {
	if axis < 0 {
		axis += int64(rank)
	}
	if axis < 0 || axis >= int64(rank) {
		return 0, fmt.Errorf("axis %d of %d axes", axis, rank)
	}
	return int(axis), nil
}

// int returns an attribute that is one integer.
func (n *node) int(name string, otherwise int64) int64 {
	if v := n.ints[name]; len(v) == 1 {
		return v[0]
	}
	return otherwise
}

// float returns an attribute that is one number.
func (n *node) float(name string, otherwise float32) float32 {
	if v := n.numbers[name]; len(v) == 1 {
		return v[0]
	}
	return otherwise
}

// list returns the integers of an optional input, or of the attribute that older operator
// sets have instead.
func (n *node) list(in []*Tensor, at int, attribute string) ([]int64, error) {
	if at >= len(in) || in[at] == nil {
		return n.ints[attribute], nil
	}
	if in[at].Kind != Integer || len(in[at].Shape) > 1 {
		return nil, fmt.Errorf("input %d: want a list of integers", at)
	}
	return in[at].Ints, nil
}

func want(t *Tensor, kind Kind, at int) error {
	if t.Kind != kind {
		return fmt.Errorf("input %d: want %s", at, kind)
	}
	return nil
}
