package models

import (
	"fmt"
	"math"
	"slices"
)

// onnxRun is one run of a model.
type onnxRun struct {
	values map[string]onnxTensor
	left   int // floats that may still be allocated
}

// onnxOp is an operation: how many inputs it has (Concat: at least), and what it does
// to them.
type onnxOp struct {
	inputs int
	run    func(*onnxRun, onnxNode, []onnxTensor) (onnxTensor, error)
}

// onnxOps are the operations that WriteONNX uses.
var onnxOps = map[string]onnxOp{
	"Gemm":      {3, (*onnxRun).product},
	"MatMul":    {2, (*onnxRun).product},
	"Relu":      {1, mapped(func(x float64) float64 { return max(x, 0) })},
	"Tanh":      {1, mapped(math.Tanh)},
	"Add":       {2, combined(func(x, y float32) float32 { return x + y })},
	"Sub":       {2, combined(func(x, y float32) float32 { return x - y })},
	"Mul":       {2, combined(func(x, y float32) float32 { return x * y })},
	"Div":       {2, combined(func(x, y float32) float32 { return x / y })},
	"Where":     {3, (*onnxRun).where},
	"Softmax":   {1, (*onnxRun).softmax},
	"Slice":     {4, (*onnxRun).slice},
	"Gather":    {2, (*onnxRun).gather},
	"Reshape":   {2, (*onnxRun).reshape},
	"Squeeze":   {2, (*onnxRun).squeeze},
	"Concat":    {1, (*onnxRun).concat},
	"ReduceSum": {2, (*onnxRun).reduceSum},
	"ReduceMax": {1, (*onnxRun).reduceMax},
}

// Run runs the model on one observation. mask says which actions are legal. It returns
// their probabilities and the value, or an error that names the operation whose inputs
// do not fit.
func (m *ONNXModel) Run(observation []float32, mask []bool) (probabilities []float32, value float32, err error) {
	legal := make([]float32, len(mask))
	for i, is := range mask {
		if is {
			legal[i] = 1
		}
	}
	r := onnxRun{values: map[string]onnxTensor{
		ONNXObservation: {shape: []int{1, len(observation)}, floats: observation},
		ONNXMask:        {shape: []int{1, len(mask)}, floats: legal},
	}, left: m.budget + 64*(len(observation)+len(mask))}
	for _, n := range m.nodes {
		in := make([]onnxTensor, len(n.inputs))
		for i, name := range n.inputs {
			t, ok := r.values[name]
			if !ok {
				t = m.constants[name]
			}
			in[i] = t
		}
		out, err := onnxOps[n.op].run(&r, n, in)
		if err != nil {
			return nil, 0, fmt.Errorf("onnx: %s %q: %w", n.op, n.output, err)
		}
		r.values[n.output] = out
	}
	probs, v := r.values[ONNXProbabilities], r.values[ONNXValue]
	if !slices.Equal(probs.shape, []int{1, len(mask)}) || len(v.floats) != 1 {
		return nil, 0, fmt.Errorf("onnx: outputs of shapes %v and %v: want [1 %d] and [1]", probs.shape, v.shape, len(mask))
	}
	return probs.floats, v.floats[0], nil
}

// floats allocates a tensor of floats.
func (r *onnxRun) floats(shape ...int) (onnxTensor, error) {
	size := 1
	for _, d := range shape {
		if d < 0 || d > 0 && size > r.left/d {
			return onnxTensor{}, fmt.Errorf("shape %v: more than this model should need", shape)
		}
		size *= d
	}
	r.left -= size
	return onnxTensor{shape: slices.Clone(shape), floats: make([]float32, size)}, nil
}

func misfit(in []onnxTensor) error {
	var shapes [][]int
	for _, t := range in {
		shapes = append(shapes, t.shape)
	}
	return fmt.Errorf("inputs of shapes %v do not fit", shapes)
}

// product is Gemm, with a bias, or MatMul of two matrices.
func (r *onnxRun) product(_ onnxNode, in []onnxTensor) (onnxTensor, error) {
	x, w := in[0], in[1]
	if len(x.shape) != 2 || len(w.shape) != 2 || x.shape[1] != w.shape[0] || x.floats == nil || w.floats == nil {
		return onnxTensor{}, misfit(in)
	}
	rows, inner, width := x.shape[0], x.shape[1], w.shape[1]
	if len(in) == 3 && (len(in[2].shape) != 1 || len(in[2].floats) != width) {
		return onnxTensor{}, misfit(in)
	}
	out, err := r.floats(rows, width)
	if err != nil {
		return out, err
	}
	sums := make([]float64, width)
	for i := range rows {
		clear(sums)
		for k := range inner {
			v := float64(x.floats[i*inner+k])
			if v == 0 {
				continue
			}
			for j, w := range w.floats[k*width : (k+1)*width] {
				sums[j] += v * float64(w)
			}
		}
		for j, s := range sums {
			if len(in) == 3 {
				s += float64(in[2].floats[j])
			}
			out.floats[i*width+j] = float32(s)
		}
	}
	return out, nil
}

// mapped is an operation on every element.
func mapped(f func(float64) float64) func(*onnxRun, onnxNode, []onnxTensor) (onnxTensor, error) {
	return func(r *onnxRun, _ onnxNode, in []onnxTensor) (onnxTensor, error) {
		if in[0].floats == nil {
			return onnxTensor{}, misfit(in)
		}
		out, err := r.floats(in[0].shape...)
		for i := range out.floats {
			out.floats[i] = float32(f(float64(in[0].floats[i])))
		}
		return out, err
	}
}

// combined is an operation on the elements of two tensors, with broadcasting.
func combined(f func(x, y float32) float32) func(*onnxRun, onnxNode, []onnxTensor) (onnxTensor, error) {
	return func(r *onnxRun, _ onnxNode, in []onnxTensor) (onnxTensor, error) {
		return r.broadcast(in, func(v []float32) float32 { return f(v[0], v[1]) })
	}
}

func (r *onnxRun) where(_ onnxNode, in []onnxTensor) (onnxTensor, error) {
	return r.broadcast(in, func(v []float32) float32 {
		if v[0] != 0 {
			return v[1]
		}
		return v[2]
	})
}

// broadcast calls f for every element of the common shape: dimensions of 1, and those
// that are missing in front, repeat.
func (r *onnxRun) broadcast(in []onnxTensor, f func([]float32) float32) (onnxTensor, error) {
	rank := 0
	for _, t := range in {
		rank = max(rank, len(t.shape))
	}
	shape := make([]int, rank)
	for d := range shape {
		shape[d] = 1
		for _, t := range in {
			if at := d - (rank - len(t.shape)); at >= 0 && t.shape[at] != 1 {
				if shape[d] != 1 && shape[d] != t.shape[at] {
					return onnxTensor{}, misfit(in)
				}
				shape[d] = t.shape[at]
			}
			if t.floats == nil {
				return onnxTensor{}, misfit(in)
			}
		}
	}
	out, err := r.floats(shape...)
	if err != nil {
		return out, err
	}
	values, index := make([]float32, len(in)), make([]int, rank)
	for i := range out.floats {
		for k, t := range in {
			at := 0
			for d, size := range t.shape {
				if x := index[d+rank-len(t.shape)]; size != 1 {
					at = at*size + x
				}
			}
			values[k] = t.floats[at]
		}
		out.floats[i] = f(values)
		for d := rank - 1; d >= 0; d-- {
			if index[d]++; index[d] < shape[d] {
				break
			}
			index[d] = 0
		}
	}
	return out, nil
}

// softmax is over the last axis.
func (r *onnxRun) softmax(n onnxNode, in []onnxTensor) (onnxTensor, error) {
	x := in[0]
	if len(x.shape) == 0 || x.floats == nil || !slices.Equal(n.attributes["axis"], []int64{-1}) {
		return onnxTensor{}, misfit(in)
	}
	out, err := r.floats(x.shape...)
	if err != nil {
		return out, err
	}
	width := x.shape[len(x.shape)-1]
	for from := 0; from < len(x.floats); from += width {
		row, to := x.floats[from:from+width], out.floats[from:from+width]
		top, sum := slices.Max(row), 0.0
		for _, v := range row {
			sum += math.Exp(float64(v) - float64(top))
		}
		for j, v := range row {
			to[j] = float32(math.Exp(float64(v)-float64(top)) / sum)
		}
	}
	return out, nil
}
