package onnxrun

import (
	"errors"
	"fmt"
	"math"
)

// walk goes through the elements of the common shape of up to three tensors: dimensions
// of 1, and those that are missing in front, repeat.
type walk struct {
	shape   []int
	strides [3][]int // of each tensor, 0 where it repeats
}

func newWalk(in ...*Tensor) (*walk, error) {
	rank := 0
	for _, t := range in {
		rank = max(rank, len(t.Shape))
	}
	w := &walk{shape: make([]int, rank)}
	for d := range w.shape {
		w.shape[d] = 1
		for _, t := range in {
			at := d - (rank - len(t.Shape))
			if at < 0 || t.Shape[at] == 1 {
				continue
			}
			if w.shape[d] != 1 && w.shape[d] != t.Shape[at] {
				return nil, errors.New("shapes that do not fit together")
			}
			w.shape[d] = t.Shape[at]
		}
	}
	for k, t := range in {
		w.strides[k] = make([]int, rank)
		step := 1
		for at := len(t.Shape) - 1; at >= 0; at-- {
			if t.Shape[at] != 1 {
				w.strides[k][at+rank-len(t.Shape)] = step
			}
			step *= t.Shape[at]
		}
	}
	return w, nil
}

// rows calls f with runs of n elements: those from out on of the result, and for each
// tensor the place of the first one and the step to the next.
func (w *walk) rows(f func(out, n int, at, step [3]int)) {
	for _, d := range w.shape {
		if d == 0 {
			return
		}
	}
	rank := len(w.shape)
	n := 1
	var at, step [3]int
	if rank > 0 {
		n = w.shape[rank-1]
		for k := range w.strides {
			if w.strides[k] != nil {
				step[k] = w.strides[k][rank-1]
			}
		}
	}
	index := make([]int, max(rank-1, 0))
	for out := 0; ; out += n {
		f(out, n, at, step)
		d := len(index) - 1
		for ; d >= 0; d-- {
			index[d]++
			for k := range w.strides {
				if w.strides[k] != nil {
					at[k] += w.strides[k][d]
				}
			}
			if index[d] < w.shape[d] {
				break
			}
			for k := range w.strides {
				if w.strides[k] != nil {
					at[k] -= w.strides[k][d] * index[d]
				}
			}
			index[d] = 0
		}
		if d < 0 {
			return
		}
	}
}

func sameKind(x, y *Tensor) error {
	if x.Kind != y.Kind {
		return fmt.Errorf("%s and %s: want the same kind", x.Kind, y.Kind)
	}
	return nil
}

// combine returns a number for every two elements that belong together. g is nil where
// integers are not allowed.
func combine(r *run, x, y *Tensor, f func(x, y float32) float32, g func(x, y int64) int64) (*Tensor, error) {
	if err := sameKind(x, y); err != nil {
		return nil, err
	}
	if x.Kind != Float && (g == nil || x.Kind != Integer) {
		return nil, fmt.Errorf("of %s: want numbers", x.Kind)
	}
	w, err := newWalk(x, y)
	if err != nil {
		return nil, err
	}
	out, err := r.make(x.Kind, w.shape)
	if err != nil {
		return nil, err
	}
	w.rows(func(o, n int, at, step [3]int) {
		a, b := at[0], at[1]
		for i := o; i < o+n; i++ {
			if x.Kind == Float {
				out.Floats[i] = f(x.Floats[a], y.Floats[b])
			} else {
				out.Ints[i] = g(x.Ints[a], y.Ints[b])
			}
			a += step[0]
			b += step[1]
		}
	})
	return out, nil
}

func combined(f func(x, y float32) float32, g func(x, y int64) int64) func(*run, *node, []*Tensor) (*Tensor, error) {
	return func(r *run, _ *node, in []*Tensor) (*Tensor, error) { return combine(r, in[0], in[1], f, g) }
}

// folded combines any number of tensors.
func folded(f func(x, y float32) float32, g func(x, y int64) int64) func(*run, *node, []*Tensor) (*Tensor, error) {
	return func(r *run, _ *node, in []*Tensor) (*Tensor, error) {
		out := in[0]
		for i, t := range in[1:] {
			if t == nil {
				return nil, fmt.Errorf("input %d is left out", i+1)
			}
			var err error
			if out, err = combine(r, out, t, f, g); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
}

// divided is a division of integers towards zero; by 0 it is 0.
func divided(x, y int64) int64 {
	if y == 0 {
		return 0
	}
	return x / y
}

// power raises numbers to powers, which may be integers.
func power(r *run, _ *node, in []*Tensor) (*Tensor, error) {
	exponents, err := castTo(r, in[1], Float)
	if err != nil {
		return nil, err
	}
	return combine(r, in[0], exponents, func(x, y float32) float32 { return float32(math.Pow(float64(x), float64(y))) }, nil)
}

// ask returns a boolean for every two elements that belong together.
func ask(r *run, x, y *Tensor, f func(i, j int) bool) (*Tensor, error) {
	w, err := newWalk(x, y)
	if err != nil {
		return nil, err
	}
	out, err := r.make(Boolean, w.shape)
	if err != nil {
		return nil, err
	}
	w.rows(func(o, n int, at, step [3]int) {
		for i := range n {
			out.Ints[o+i] = truth(f(at[0]+i*step[0], at[1]+i*step[1]))
		}
	})
	return out, nil
}

func compared(f func(x, y float32) bool, g func(x, y int64) bool) func(*run, *node, []*Tensor) (*Tensor, error) {
	return func(r *run, _ *node, in []*Tensor) (*Tensor, error) {
		x, y := in[0], in[1]
		if err := sameKind(x, y); err != nil {
			return nil, err
		}
		if x.Kind == Float {
			return ask(r, x, y, func(i, j int) bool { return f(x.Floats[i], y.Floats[j]) })
		}
		return ask(r, x, y, func(i, j int) bool { return g(x.Ints[i], y.Ints[j]) })
	}
}

func logical(f func(x, y bool) bool) func(*run, *node, []*Tensor) (*Tensor, error) {
	return func(r *run, _ *node, in []*Tensor) (*Tensor, error) {
		x, y := in[0], in[1]
		if x.Kind != Boolean || y.Kind != Boolean {
			return nil, errors.New("want bool")
		}
		return ask(r, x, y, func(i, j int) bool { return f(x.Ints[i] != 0, y.Ints[j] != 0) })
	}
}

// where takes elements of the second tensor where the first is true, else of the third.
func where(r *run, _ *node, in []*Tensor) (*Tensor, error) {
	c, x, y := in[0], in[1], in[2]
	if err := want(c, Boolean, 0); err != nil {
		return nil, err
	}
	if err := sameKind(x, y); err != nil {
		return nil, err
	}
	w, err := newWalk(c, x, y)
	if err != nil {
		return nil, err
	}
	out, err := r.make(x.Kind, w.shape)
	if err != nil {
		return nil, err
	}
	w.rows(func(o, n int, at, step [3]int) {
		for i := range n {
			from, j := y, at[2]+i*step[2]
			if c.Ints[at[0]+i*step[0]] != 0 {
				from, j = x, at[1]+i*step[1]
			}
			out.move(o+i, from, j, 1)
		}
	})
	return out, nil
}
