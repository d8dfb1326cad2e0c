package onnxrun

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// slice cuts ranges out of axes, as x[from:to:step] does in Python.
func slice(r *run, n *node, in []*Tensor) (*Tensor, error) {
	x := in[0]
	var lists [4][]int64 // starts, ends, axes, steps
	for k := range lists {
		var err error
		if lists[k], err = n.list(in, k+1, ""); err != nil {
			return nil, err
		}
	}
	starts, ends, axes, steps := lists[0], lists[1], lists[2], lists[3]
	count := len(starts)
	for i := range count {
		if len(in) < 4 || in[3] == nil {
			axes = append(axes, int64(i))
		}
		if len(in) < 5 || in[4] == nil {
			steps = append(steps, 1)
		}
	}
	if len(ends) != count || len(axes) != count || len(steps) != count {
		return nil, errors.New("want as many starts, ends, axes and steps")
	}
	shape, strides, start := slices.Clone(x.Shape), stridesOf(x.Shape), 0
	seen := make([]bool, len(shape))
	for i := range count {
		d, err := axisOf(axes[i], len(shape))
		if err != nil || seen[d] {
			return nil, fmt.Errorf("axes %v: want each once, of %d", axes, len(shape))
		}
		seen[d] = true
		from, size, err := cut(starts[i], ends[i], steps[i], int64(shape[d]))
		if err != nil {
			return nil, err
		}
		if shape[d] = size; size > 0 {
			start += from * strides[d]
			strides[d] *= int(steps[i])
		}
	}
	return r.strided(x, shape, start, strides)
}

// cut returns the first place and the number of places of a range of an axis.
func cut(from, to, step, size int64) (first, count int, err error) {
	if step == 0 || step > math.MaxInt32 || step < -math.MaxInt32 {
		return 0, 0, fmt.Errorf("step %d: want another", step)
	}
	lowest, highest := int64(0), size
	if step < 0 {
		lowest, highest = -1, size-1
	}
	clamp := func(v int64) int64 {
		if v < 0 {
			v += size
		}
		return min(max(v, lowest), highest)
	}
	from, to = clamp(from), clamp(to)
	if step > 0 && to > from {
		count = int((to - from + step - 1) / step)
	}
	if step < 0 && to < from {
		count = int((from - to - step - 1) / -step)
	}
	return int(from), count, nil
}

// gather takes the parts along an axis that a tensor of places lists.
func gather(r *run, n *node, in []*Tensor) (*Tensor, error) {
	x, places := in[0], in[1]
	if err := want(places, Integer, 1); err != nil {
		return nil, err
	}
	d, err := axisOf(n.int("axis", 0), len(x.Shape))
	if err != nil {
		return nil, err
	}
	if len(x.Shape)+len(places.Shape) > mostAxes {
		return nil, fmt.Errorf("%d axes: want at most %d", len(x.Shape)+len(places.Shape), mostAxes)
	}
	shape := slices.Concat(x.Shape[:d], places.Shape, x.Shape[d+1:])
	out, err := r.make(x.Kind, shape)
	if err != nil || out.size() == 0 {
		return out, err
	}
	behind, at := product(x.Shape[d+1:]), 0
	for b := range product(x.Shape[:d]) {
		for _, place := range places.Ints {
			k, err := placeOf(place, x.Shape[d])
			if err != nil {
				return nil, err
			}
			out.move(at, x, (b*x.Shape[d]+k)*behind, behind)
			at += behind
		}
	}
	return out, nil
}

func placeOf(place int64, size int) (int, error) {
	if place < 0 {
		place += int64(size)
	}
	if place < 0 || place >= int64(size) {
		return 0, fmt.Errorf("place %d of %d", place, size)
	}
	return int(place), nil
}

// gatherElements takes, for each element of a tensor of places, the element of x at the
// same index but for one axis.
func gatherElements(r *run, n *node, in []*Tensor) (*Tensor, error) {
	x, places := in[0], in[1]
	if err := want(places, Integer, 1); err != nil {
		return nil, err
	}
	d, err := axisOf(n.int("axis", 0), len(x.Shape))
	if err != nil {
		return nil, err
	}
	if len(places.Shape) != len(x.Shape) {
		return nil, errors.New("want as many axes of both")
	}
	for k, size := range places.Shape {
		if k != d && size > x.Shape[k] {
			return nil, errors.New("more places than elements")
		}
	}
	out, err := r.make(x.Kind, places.Shape)
	if err != nil || out.size() == 0 {
		return out, err
	}
	strides, index := stridesOf(x.Shape), make([]int, len(x.Shape))
	for i := range out.size() {
		place, err := placeOf(places.Ints[i], x.Shape[d])
		if err != nil {
			return nil, err
		}
		at := place * strides[d]
		for k, v := range index {
			if k != d {
				at += v * strides[k]
			}
		}
		out.move(i, x, at, 1)
		for k := len(index) - 1; k >= 0; k-- {
			if index[k]++; index[k] < places.Shape[k] {
				break
			}
			index[k] = 0
		}
	}
	return out, nil
}

// counted is the numbers from a start to before an end, by a step.
func counted(r *run, _ *node, in []*Tensor) (*Tensor, error) {
	for i, t := range in {
		if t.size() != 1 || t.Kind != in[0].Kind || t.Kind == Boolean {
			return nil, fmt.Errorf("input %d: want one number", i)
		}
	}
	if in[0].Kind == Float {
		from, to, step := float64(in[0].Floats[0]), float64(in[1].Floats[0]), float64(in[2].Floats[0])
		count := math.Ceil((to - from) / step)
		if math.IsNaN(count) || count > float64(r.limits.Numbers) {
			return nil, errNumbers
		}
		out, err := r.make(Float, []int{int(max(count, 0))})
		if err != nil {
			return nil, err
		}
		for i := range out.Floats {
			out.Floats[i] = float32(from + float64(i)*step)
		}
		return out, nil
	}
	from, to, step := in[0].Ints[0], in[1].Ints[0], in[2].Ints[0]
	most := int64(math.MaxInt32)
	if step == 0 || max(from, to, step) > most || min(from, to, step) < -most {
		return nil, fmt.Errorf("from %d to %d by %d: want 32-bit numbers and a step", from, to, step)
	}
	count := (to - from + step - 1) / step
	if step < 0 {
		count = (from - to - step - 1) / -step
	}
	if count > int64(r.limits.Numbers) {
		return nil, errNumbers
	}
	out, err := r.make(Integer, []int{int(max(count, 0))})
	if err != nil {
		return nil, err
	}
	for i := range out.Ints {
		out.Ints[i] = from + int64(i)*step
	}
	return out, nil
}

// trilu keeps the upper or the lower triangle of matrices.
func trilu(r *run, n *node, in []*Tensor) (*Tensor, error) {
	x := in[0]
	if len(x.Shape) < 2 {
		return nil, errors.New("want matrices")
	}
	k := int64(0)
	if len(in) > 1 && in[1] != nil {
		if in[1].Kind != Integer || in[1].size() != 1 {
			return nil, errors.New("input 1: want one integer")
		}
		k = min(max(in[1].Ints[0], math.MinInt32), math.MaxInt32)
	}
	out, err := r.make(x.Kind, x.Shape)
	if err != nil {
		return nil, err
	}
	rows, width := x.Shape[len(x.Shape)-2], x.Shape[len(x.Shape)-1]
	upper := n.int("upper", 1) != 0
	for i := range out.size() {
		above := int64(i%width) - int64(i/width%rows)
		if upper && above >= k || !upper && above <= k {
			out.move(i, x, i, 1)
		}
	}
	return out, nil
}
