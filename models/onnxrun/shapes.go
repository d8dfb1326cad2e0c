package onnxrun

import (
	"errors"
	"fmt"
	"slices"
)

// constant returns the value of a node's attribute.
func constant(_ *run, n *node, _ []*Tensor) (*Tensor, error) {
	if t := n.tensors["value"]; t != nil {
		return t, nil
	}
	for name, list := range map[string]bool{"value_float": false, "value_floats": true} {
		if v := n.numbers[name]; len(v) > 0 {
			return &Tensor{Kind: Float, Shape: listShape(len(v), list), Floats: v}, nil
		}
	}
	for name, list := range map[string]bool{"value_int": false, "value_ints": true} {
		if v := n.ints[name]; len(v) > 0 {
			return &Tensor{Kind: Integer, Shape: listShape(len(v), list), Ints: v}, nil
		}
	}
	return nil, errors.New("want an attribute value, value_float, value_floats, value_int or value_ints")
}

func listShape(n int, list bool) []int {
	if n == 1 && !list {
		return []int{}
	}
	return []int{n}
}

// shapeFrom reads a shape out of a tensor of integers.
func (r *run) shapeFrom(t *Tensor, at int) ([]int, error) {
	if t.Kind != Integer || len(t.Shape) > 1 {
		return nil, fmt.Errorf("input %d: want a list of integers", at)
	}
	shape := make([]int, len(t.Ints))
	for i, d := range t.Ints {
		if d < 0 || d > int64(r.limits.Numbers) {
			return nil, fmt.Errorf("shape %v: want sizes from 0 to %d", t.Ints, r.limits.Numbers)
		}
		shape[i] = int(d)
	}
	return shape, nil
}

func constantOfShape(r *run, n *node, in []*Tensor) (*Tensor, error) {
	shape, err := r.shapeFrom(in[0], 0)
	if err != nil {
		return nil, err
	}
	value := n.tensors["value"]
	if value == nil {
		return r.make(Float, shape)
	}
	if value.size() != 1 {
		return nil, errors.New("value: want one element")
	}
	out, err := r.make(value.Kind, shape)
	if err != nil {
		return nil, err
	}
	for i := range out.size() {
		out.move(i, value, 0, 1)
	}
	return out, nil
}

func shapeOf(r *run, n *node, in []*Tensor) (*Tensor, error) {
	shape := in[0].Shape
	clamp := func(name string, otherwise int) int {
		v := n.int(name, int64(otherwise))
		if v < 0 {
			v += int64(len(shape))
		}
		return int(min(max(v, 0), int64(len(shape))))
	}
	from, to := clamp("start", 0), clamp("end", len(shape))
	shape = shape[from:max(from, to)]
	out, err := r.make(Integer, []int{len(shape)})
	if err != nil {
		return nil, err
	}
	for i, d := range shape {
		out.Ints[i] = int64(d)
	}
	return out, nil
}

// reshape gives the elements another shape: 0 keeps the size of the axis at that place,
// and one -1 takes what is left.
func reshape(r *run, n *node, in []*Tensor) (*Tensor, error) {
	x := in[0]
	if in[1].Kind != Integer || len(in[1].Shape) != 1 {
		return nil, errors.New("input 1: want a list of integers")
	}
	misfit := fmt.Errorf("%d elements do not fit into shape %v", x.size(), in[1].Ints)
	shape, rest := make([]int, len(in[1].Ints)), -1
	for i, d := range in[1].Ints {
		switch {
		case d == 0 && n.int("allowzero", 0) == 0:
			if i >= len(x.Shape) {
				return nil, misfit
			}
			shape[i] = x.Shape[i]
		case d == -1 && rest < 0:
			rest, shape[i] = i, 1
		case d < 0 || d > int64(r.limits.Numbers):
			return nil, misfit
		default:
			shape[i] = int(d)
		}
	}
	size, err := r.sizeOf(shape)
	if err != nil {
		return nil, err
	}
	if rest >= 0 && size > 0 {
		shape[rest] = x.size() / size
		size *= shape[rest]
	}
	if size != x.size() {
		return nil, misfit
	}
	return x.as(shape), nil
}

// flatten makes a matrix of the axes before one and those from it on.
func flatten(_ *run, n *node, in []*Tensor) (*Tensor, error) {
	x := in[0]
	axis := n.int("axis", 1)
	if axis < 0 {
		axis += int64(len(x.Shape))
	}
	if axis < 0 || axis > int64(len(x.Shape)) {
		return nil, fmt.Errorf("axis %d of %d axes", axis, len(x.Shape))
	}
	shape := []int{product(x.Shape[:axis]), product(x.Shape[axis:])}
	if shape[0] < 0 || shape[1] < 0 || shape[0]*shape[1] != x.size() {
		return nil, errNumbers
	}
	return x.as(shape), nil
}

// squeeze removes axes of one element: those that are listed, or all.
func squeeze(_ *run, n *node, in []*Tensor) (*Tensor, error) {
	x := in[0]
	axes, err := n.list(in, 1, "axes")
	if err != nil {
		return nil, err
	}
	gone := make([]bool, len(x.Shape))
	for _, a := range axes {
		d, err := axisOf(a, len(x.Shape))
		if err != nil {
			return nil, err
		}
		if x.Shape[d] != 1 {
			return nil, fmt.Errorf("axis %d has %d elements: want 1", d, x.Shape[d])
		}
		gone[d] = true
	}
	var shape []int
	for d, size := range x.Shape {
		if !gone[d] && (len(axes) > 0 || size != 1) {
			shape = append(shape, size)
		}
	}
	return x.as(shape), nil
}

// mostAxes bounds the axes of a tensor.
const mostAxes = 32

func unsqueeze(_ *run, n *node, in []*Tensor) (*Tensor, error) {
	x := in[0]
	axes, err := n.list(in, 1, "axes")
	if err != nil {
		return nil, err
	}
	rank := len(x.Shape) + len(axes)
	if rank > mostAxes {
		return nil, fmt.Errorf("%d axes: want at most %d", rank, mostAxes)
	}
	shape := make([]int, rank)
	for _, a := range axes {
		d, err := axisOf(a, rank)
		if err != nil {
			return nil, err
		}
		if shape[d] == 1 {
			return nil, fmt.Errorf("axis %d is listed twice", d)
		}
		shape[d] = 1
	}
	next := 0
	for d := range shape {
		if shape[d] == 0 {
			shape[d] = x.Shape[next]
			next++
		}
	}
	return x.as(shape), nil
}

// transpose puts the axes into another order.
func transpose(r *run, n *node, in []*Tensor) (*Tensor, error) {
	x := in[0]
	order := n.ints["perm"]
	if len(order) == 0 {
		for d := len(x.Shape) - 1; d >= 0; d-- {
			order = append(order, int64(d))
		}
	}
	if len(order) != len(x.Shape) {
		return nil, fmt.Errorf("perm %v: want %d axes", order, len(x.Shape))
	}
	shape, seen, strides := make([]int, len(order)), make([]bool, len(order)), make([]int, len(order))
	for i, a := range order {
		d, err := axisOf(a, len(order))
		if err != nil || seen[d] {
			return nil, fmt.Errorf("perm %v: want every axis once", order)
		}
		seen[d], shape[i], strides[i] = true, x.Shape[d], product(x.Shape[d+1:])
	}
	return r.strided(x, shape, 0, strides)
}

// strided returns the elements of x at start + Σ index·stride.
func (r *run) strided(x *Tensor, shape []int, start int, strides []int) (*Tensor, error) {
	out, err := r.make(x.Kind, shape)
	if err != nil || out.size() == 0 {
		return out, err
	}
	index, at := make([]int, len(shape)), start
	for i := range out.size() {
		out.move(i, x, at, 1)
		for d := len(shape) - 1; d >= 0; d-- {
			index[d]++
			at += strides[d]
			if index[d] < shape[d] {
				break
			}
			at -= strides[d] * index[d]
			index[d] = 0
		}
	}
	return out, nil
}

// concat joins tensors along an axis.
func concat(r *run, n *node, in []*Tensor) (*Tensor, error) {
	for i, t := range in {
		if t == nil || t.Kind != in[0].Kind || len(t.Shape) != len(in[0].Shape) {
			return nil, fmt.Errorf("input %d: want %s of %d axes", i, in[0].Kind, len(in[0].Shape))
		}
	}
	d, err := axisOf(n.int("axis", 0), len(in[0].Shape))
	if err != nil {
		return nil, err
	}
	shape := slices.Clone(in[0].Shape)
	shape[d] = 0
	for i, t := range in {
		for k := range shape {
			if k != d && t.Shape[k] != shape[k] {
				return nil, fmt.Errorf("input %d does not fit beside the others", i)
			}
		}
		shape[d] += t.Shape[d]
	}
	out, err := r.make(in[0].Kind, shape)
	if err != nil || out.size() == 0 {
		return out, err
	}
	at, behind := 0, product(shape[d+1:])
	for b := range product(shape[:d]) {
		for _, t := range in {
			n := t.Shape[d] * behind
			out.move(at, t, b*n, n)
			at += n
		}
	}
	return out, nil
}

// split cuts a tensor along an axis, into equal parts or those that are listed.
func split(r *run, n *node, in []*Tensor) ([]*Tensor, error) {
	x := in[0]
	d, err := axisOf(n.int("axis", 0), len(x.Shape))
	if err != nil {
		return nil, err
	}
	sizes, err := n.list(in, 1, "split")
	if err != nil {
		return nil, err
	}
	parts := len(n.output)
	if sizes == nil {
		each := (x.Shape[d] + parts - 1) / parts
		for i := range parts {
			sizes = append(sizes, int64(max(0, min(each, x.Shape[d]-i*each))))
		}
	}
	if len(sizes) != parts {
		return nil, fmt.Errorf("parts %v: want %d, one an output", sizes, parts)
	}
	outs := make([]*Tensor, parts)
	from, strides := int64(0), stridesOf(x.Shape)
	for i, size := range sizes {
		if size < 0 || size > int64(x.Shape[d])-from {
			return nil, fmt.Errorf("parts %v of an axis of %d", sizes, x.Shape[d])
		}
		shape := slices.Clone(x.Shape)
		shape[d] = int(size)
		if outs[i], err = r.strided(x, shape, int(from)*strides[d], strides); err != nil {
			return nil, err
		}
		from += size
	}
	if from != int64(x.Shape[d]) {
		return nil, fmt.Errorf("parts %v of an axis of %d", sizes, x.Shape[d])
	}
	return outs, nil
}

func stridesOf(shape []int) []int {
	strides := make([]int, len(shape))
	for d := range shape {
		strides[d] = product(shape[d+1:])
	}
	return strides
}

// expand repeats a tensor to a shape that it fits.
func expand(r *run, _ *node, in []*Tensor) (*Tensor, error) {
	shape, err := r.shapeFrom(in[1], 1)
	if err != nil {
		return nil, err
	}
	if len(shape) > mostAxes {
		return nil, fmt.Errorf("%d axes: want at most %d", len(shape), mostAxes)
	}
	w, err := newWalk(in[0], &Tensor{Shape: shape})
	if err != nil {
		return nil, err
	}
	return r.strided(in[0], w.shape, 0, w.strides[0])
}

// tile repeats a tensor along each axis.
func tile(r *run, _ *node, in []*Tensor) (*Tensor, error) {
	x := in[0]
	times, err := r.shapeFrom(in[1], 1)
	if err != nil {
		return nil, err
	}
	if len(times) != len(x.Shape) || 2*len(times) > mostAxes {
		return nil, fmt.Errorf("times %v: want one for each of %d axes", times, len(x.Shape))
	}
	// Every axis becomes two: of the repetitions, which stay in place, and its own.
	var shape, strides, joined []int
	own := stridesOf(x.Shape)
	for d, n := range times {
		shape, strides = append(shape, n, x.Shape[d]), append(strides, 0, own[d])
		if x.Shape[d] > 0 && n > r.limits.Numbers/x.Shape[d] {
			return nil, errNumbers
		}
		joined = append(joined, n*x.Shape[d])
	}
	out, err := r.strided(x, shape, 0, strides)
	if err != nil {
		return nil, err
	}
	return out.as(joined), nil
}
