package models

import (
	"fmt"
	"slices"
)

// one returns the only element of a vector of integers.
func (t onnxTensor) one() (int64, bool) {
	if len(t.ints) != 1 {
		return 0, false
	}
	return t.ints[0], true
}

// around returns the numbers of elements before an axis, along it and behind it.
func (t onnxTensor) around(axis int64) (before, along, behind int, ok bool) {
	if axis < 0 || axis >= int64(len(t.shape)) || t.floats == nil {
		return 0, 0, 0, false
	}
	before, behind = 1, 1
	for d, size := range t.shape {
		switch {
		case d < int(axis):
			before *= size
		case d > int(axis):
			behind *= size
		}
	}
	return before, t.shape[axis], behind, true
}

// slice cuts from ≤ i < to out of one axis.
func (r *onnxRun) slice(_ onnxNode, in []onnxTensor) (onnxTensor, error) {
	from, ok1 := in[1].one()
	to, ok2 := in[2].one()
	axis, ok3 := in[3].one()
	before, along, behind, ok4 := in[0].around(axis)
	if !ok1 || !ok2 || !ok3 || !ok4 || from < 0 || from > to || to > int64(along) {
		return onnxTensor{}, misfit(in)
	}
	shape := slices.Clone(in[0].shape)
	shape[axis] = int(to - from)
	out, err := r.floats(shape...)
	if err != nil {
		return out, err
	}
	n := shape[axis] * behind
	for b := range before {
		copy(out.floats[b*n:(b+1)*n], in[0].floats[(b*along+int(from))*behind:])
	}
	return out, nil
}

// gather takes the columns of a matrix that a vector lists.
func (r *onnxRun) gather(n onnxNode, in []onnxTensor) (onnxTensor, error) {
	x, index := in[0], in[1].ints
	if len(x.shape) != 2 || x.floats == nil || index == nil {
		return onnxTensor{}, misfit(in)
	}
	if !slices.Equal(n.attributes["axis"], []int64{1}) {
		return onnxTensor{}, fmt.Errorf("axis %v: want 1", n.attributes["axis"])
	}
	out, err := r.floats(x.shape[0], len(index))
	if err != nil {
		return out, err
	}
	for i := range x.shape[0] {
		for j, at := range index {
			if at < 0 || at >= int64(x.shape[1]) {
				return onnxTensor{}, misfit(in)
			}
			out.floats[i*len(index)+j] = x.floats[i*x.shape[1]+int(at)]
		}
	}
	return out, nil
}

// reshape gives the elements another shape; one dimension may be -1, for what is left.
func (r *onnxRun) reshape(_ onnxNode, in []onnxTensor) (onnxTensor, error) {
	x := in[0]
	if x.floats == nil || in[1].ints == nil {
		return onnxTensor{}, misfit(in)
	}
	shape, rest, size := make([]int, len(in[1].ints)), -1, 1
	for i, d := range in[1].ints {
		switch {
		case d == -1 && rest < 0:
			rest = i
			continue
		case d < 1 || d > int64(max(len(x.floats), 1)) || size > len(x.floats):
			return onnxTensor{}, fmt.Errorf("%d floats do not fit into shape %v", len(x.floats), in[1].ints)
		}
		shape[i] = int(d)
		size *= int(d)
	}
	if rest >= 0 {
		shape[rest] = len(x.floats) / size
		size *= shape[rest]
	}
	if size != len(x.floats) {
		return onnxTensor{}, fmt.Errorf("%d floats do not fit into shape %v", len(x.floats), in[1].ints)
	}
	return onnxTensor{shape: shape, floats: x.floats}, nil
}

// squeeze removes an axis of one element.
func (r *onnxRun) squeeze(_ onnxNode, in []onnxTensor) (onnxTensor, error) {
	axis, ok := in[1].one()
	if _, along, _, fits := in[0].around(axis); !ok || !fits || along != 1 {
		return onnxTensor{}, misfit(in)
	}
	return onnxTensor{shape: slices.Delete(slices.Clone(in[0].shape), int(axis), int(axis)+1), floats: in[0].floats}, nil
}

// concat joins matrices side by side.
func (r *onnxRun) concat(n onnxNode, in []onnxTensor) (onnxTensor, error) {
	width := 0
	for _, t := range in {
		if len(t.shape) != 2 || t.shape[0] != in[0].shape[0] || t.floats == nil {
			return onnxTensor{}, misfit(in)
		}
		width += t.shape[1]
	}
	if !slices.Equal(n.attributes["axis"], []int64{1}) {
		return onnxTensor{}, fmt.Errorf("axis %v: want 1", n.attributes["axis"])
	}
	out, err := r.floats(in[0].shape[0], width)
	if err != nil {
		return out, err
	}
	for i := range in[0].shape[0] {
		at := i * width
		for _, t := range in {
			at += copy(out.floats[at:], t.floats[i*t.shape[1]:(i+1)*t.shape[1]])
		}
	}
	return out, nil
}

func (r *onnxRun) reduceSum(n onnxNode, in []onnxTensor) (onnxTensor, error) {
	axis, ok := in[1].one()
	if !ok {
		return onnxTensor{}, misfit(in)
	}
	return r.reduce(n, in[0], axis, func(x, y float32) float32 { return x + y })
}

func (r *onnxRun) reduceMax(n onnxNode, in []onnxTensor) (onnxTensor, error) {
	axes := n.attributes["axes"]
	if len(axes) != 1 {
		return onnxTensor{}, fmt.Errorf("axes %v: want one", axes)
	}
	return r.reduce(n, in[0], axes[0], func(x, y float32) float32 { return max(x, y) })
}

// reduce folds the elements along an axis, which disappears.
func (r *onnxRun) reduce(n onnxNode, x onnxTensor, axis int64, f func(x, y float32) float32) (onnxTensor, error) {
	before, along, behind, ok := x.around(axis)
	if !ok || along < 1 || !slices.Equal(n.attributes["keepdims"], []int64{0}) {
		return onnxTensor{}, misfit([]onnxTensor{x})
	}
	out, err := r.floats(slices.Delete(slices.Clone(x.shape), int(axis), int(axis)+1)...)
	if err != nil {
		return out, err
	}
	for b := range before {
		for j := range behind {
			v := x.floats[b*along*behind+j]
			for k := 1; k < along; k++ {
				v = f(v, x.floats[(b*along+k)*behind+j])
			}
			out.floats[b*behind+j] = v
		}
	}
	return out, nil
}
