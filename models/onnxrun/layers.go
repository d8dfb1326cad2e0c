package onnxrun

import (
	"errors"
	"math"
	"slices"
)

// multiply writes x [rows, inner] · y [inner, width] to out [rows, width].
func (r *run) multiply(out, x, y []float32, rows, inner, width int) {
	if len(r.sums) < width {
		r.sums = make([]float64, width)
	}
	sums := r.sums[:width]
	for i := range rows {
		clear(sums)
		for k, v := range x[i*inner : (i+1)*inner] {
			if v == 0 { // cards and flags are mostly zeros
				continue
			}
			v := float64(v)
			for j, w := range y[k*width : (k+1)*width][:len(sums)] {
				sums[j] += float64(v * float64(w)) // the conversion forbids fusing, which would differ between machines
			}
		}
		for j, s := range sums {
			out[i*width+j] = float32(s)
		}
	}
}

// turned returns the transpose of a matrix [rows, width].
func turned(r *run, x *Tensor) (*Tensor, error) {
	rows, width := x.Shape[0], x.Shape[1]
	out, err := r.make(Float, []int{width, rows})
	if err != nil {
		return nil, err
	}
	for i := range rows {
		for j := range width {
			out.Floats[j*rows+i] = x.Floats[i*width+j]
		}
	}
	return out, nil
}

// gemm is alpha·A·B + beta·C, of matrices that may be transposed first.
func gemm(r *run, n *node, in []*Tensor) (*Tensor, error) {
	x, y := in[0], in[1]
	if x.Kind != Float || y.Kind != Float || len(x.Shape) != 2 || len(y.Shape) != 2 {
		return nil, errors.New("want matrices of floats")
	}
	var err error
	if n.int("transA", 0) != 0 {
		if x, err = turned(r, x); err != nil {
			return nil, err
		}
	}
	if n.int("transB", 0) != 0 {
		if y = n.turned; y == nil {
			if y, err = turned(r, in[1]); err != nil {
				return nil, err
			}
		}
	}
	rows, inner, width := x.Shape[0], x.Shape[1], y.Shape[1]
	if inner != y.Shape[0] {
		return nil, errors.New("matrices that do not fit together")
	}
	out, err := r.make(Float, []int{rows, width})
	if err == nil {
		err = r.work(rows * inner * width)
	}
	if err != nil {
		return nil, err
	}
	r.multiply(out.Floats, x.Floats, y.Floats, rows, inner, width)
	if alpha := n.float("alpha", 1); alpha != 1 {
		for i := range out.Floats {
			out.Floats[i] *= alpha
		}
	}
	if len(in) < 3 || in[2] == nil {
		return out, nil
	}
	beta := n.float("beta", 1)
	sum, err := combine(r, out, in[2], func(x, y float32) float32 { return x + beta*y }, nil)
	if err == nil && !slices.Equal(sum.Shape, out.Shape) {
		err = errors.New("a third input that does not fit")
	}
	return sum, err
}

// matMul multiplies matrices, or stacks of them, as numpy.matmul does.
func matMul(r *run, _ *node, in []*Tensor) (*Tensor, error) {
	x, y := in[0], in[1]
	if x.Kind != Float || y.Kind != Float || len(x.Shape) == 0 || len(y.Shape) == 0 {
		return nil, errors.New("want matrices of floats")
	}
	xs, ys := x.Shape, y.Shape
	if len(xs) == 1 {
		xs = []int{1, xs[0]}
	}
	if len(ys) == 1 {
		ys = []int{ys[0], 1}
	}
	rows, inner, width := xs[len(xs)-2], xs[len(xs)-1], ys[len(ys)-1]
	if inner != ys[len(ys)-2] {
		return nil, errors.New("matrices that do not fit together")
	}
	// Of the stacks, only their places are walked through.
	w, err := newWalk(&Tensor{Shape: xs[:len(xs)-2]}, &Tensor{Shape: ys[:len(ys)-2]})
	if err != nil {
		return nil, err
	}
	shape := append(slices.Clone(w.shape), rows, width)
	out, err := r.make(Float, shape)
	if err != nil {
		return nil, err
	}
	stack := product(w.shape)
	if err := r.work(stack * rows * inner * width); err != nil {
		return nil, err
	}
	if len(ys) == 2 { // one matrix for all
		r.multiply(out.Floats, x.Floats, y.Floats, stack*rows, inner, width)
	} else {
		w.rows(func(o, n int, at, step [3]int) {
			for i := range n {
				a, b := (at[0]+i*step[0])*rows*inner, (at[1]+i*step[1])*inner*width
				r.multiply(out.Floats[(o+i)*rows*width:(o+i+1)*rows*width], x.Floats[a:a+rows*inner], y.Floats[b:b+inner*width], rows, inner, width)
			}
		})
	}
	if len(x.Shape) == 1 {
		shape = slices.Delete(shape, len(shape)-2, len(shape)-1)
	}
	if len(y.Shape) == 1 {
		shape = shape[:len(shape)-1]
	}
	return out.as(shape), nil
}

// alongAxis calls f with the values along an axis, one after the other in memory of x when
// it is the last axis, else copied.
func alongAxis(r *run, x *Tensor, axis int64, f func(in, out []float32)) (*Tensor, error) {
	if err := want(x, Float, 0); err != nil {
		return nil, err
	}
	d, err := axisOf(axis, len(x.Shape))
	if err != nil {
		return nil, err
	}
	out, err := r.make(Float, x.Shape)
	if err != nil || len(x.Floats) == 0 {
		return out, err
	}
	n, behind := x.Shape[d], product(x.Shape[d+1:])
	if behind == 1 {
		for from := 0; from < len(x.Floats); from += n {
			f(x.Floats[from:from+n], out.Floats[from:from+n])
		}
		return out, nil
	}
	some, result := make([]float32, n), make([]float32, n)
	for from := 0; from < len(x.Floats); from += n * behind {
		for j := range behind {
			for k := range n {
				some[k] = x.Floats[from+k*behind+j]
			}
			f(some, result)
			for k := range n {
				out.Floats[from+k*behind+j] = result[k]
			}
		}
	}
	return out, nil
}

func softmax(r *run, n *node, in []*Tensor) (*Tensor, error) {
	return alongAxis(r, in[0], n.int("axis", -1), func(in, out []float32) {
		top, sum := slices.Max(in), 0.0
		for i, v := range in {
			e := math.Exp(float64(v) - float64(top))
			out[i] = float32(e)
			sum += e
		}
		for i := range out {
			out[i] = float32(float64(out[i]) / sum)
		}
	})
}

func logSoftmax(r *run, n *node, in []*Tensor) (*Tensor, error) {
	return alongAxis(r, in[0], n.int("axis", -1), func(in, out []float32) {
		top, sum := float64(slices.Max(in)), 0.0
		for _, v := range in {
			sum += math.Exp(float64(v) - top)
		}
		for i, v := range in {
			out[i] = float32(float64(v) - top - math.Log(sum))
		}
	})
}

// layerNormalization is over the axes from axis on (Ba and others, arXiv 1607.06450).
func layerNormalization(r *run, n *node, in []*Tensor) (*Tensor, error) {
	x := in[0]
	d, err := axisOf(n.int("axis", -1), len(x.Shape))
	if err == nil {
		err = want(x, Float, 0)
	}
	if err != nil {
		return nil, err
	}
	epsilon := float64(n.float("epsilon", 1e-5))
	lead, width := product(x.Shape[:d]), product(x.Shape[d:])
	flat, err := alongAxis(r, x.as([]int{lead, width}), -1, func(in, out []float32) {
		mean, square := 0.0, 0.0
		for _, v := range in {
			mean += float64(v)
		}
		mean /= float64(len(in))
		for _, v := range in {
			square += (float64(v) - mean) * (float64(v) - mean)
		}
		scale := 1 / math.Sqrt(square/float64(len(in))+epsilon)
		for i, v := range in {
			out[i] = float32((float64(v) - mean) * scale)
		}
	})
	if err != nil {
		return nil, err
	}
	out := flat.as(x.Shape)
	for i, f := range []func(x, y float32) float32{func(x, y float32) float32 { return x * y }, func(x, y float32) float32 { return x + y }} {
		if i+1 >= len(in) || in[i+1] == nil {
			continue
		}
		if out, err = combine(r, out, in[i+1], f, nil); err != nil {
			return nil, err
		}
		if !slices.Equal(out.Shape, x.Shape) {
			return nil, errors.New("a scale or bias that does not fit")
		}
	}
	return out, nil
}

// batchNormalization normalises as a trained network does: with fixed means and variances
// of the second axis.
func batchNormalization(r *run, n *node, in []*Tensor) (*Tensor, error) {
	x := in[0]
	if n.int("training_mode", 0) != 0 {
		return nil, errors.New("it is in training mode: export the model in evaluation mode (model.eval())")
	}
	if x.Kind != Float || len(x.Shape) < 2 {
		return nil, errors.New("want floats [batch, channels, …]")
	}
	channels, behind := x.Shape[1], product(x.Shape[2:])
	for i, t := range in[1:] {
		if t.Kind != Float || !slices.Equal(t.Shape, []int{channels}) {
			return nil, errors.Join(want(t, Float, i+1), errors.New("want one number a channel"))
		}
	}
	out, err := r.make(Float, x.Shape)
	if err != nil {
		return nil, err
	}
	epsilon := n.float("epsilon", 1e-5)
	for i, v := range x.Floats {
		c := i / behind % channels
		out.Floats[i] = in[1].Floats[c]*(v-in[3].Floats[c])/float32(math.Sqrt(float64(in[4].Floats[c]+epsilon))) + in[2].Floats[c]
	}
	return out, nil
}

// reduced folds the elements along axes, from a first value on; end turns the result of n
// of them into the output.
func reduced(first float64, f func(x, y float64) float64, end func(x float64, n int) float64) func(*run, *node, []*Tensor) (*Tensor, error) {
	return func(r *run, n *node, in []*Tensor) (*Tensor, error) {
		x := in[0]
		axes, err := n.list(in, 1, "axes")
		if err != nil {
			return nil, err
		}
		if len(axes) == 0 && n.int("noop_with_empty_axes", 0) != 0 {
			return x, nil
		}
		gone := make([]bool, len(x.Shape))
		for _, a := range axes {
			d, err := axisOf(a, len(x.Shape))
			if err != nil {
				return nil, err
			}
			gone[d] = true
		}
		var kept, shape []int // with axes of 1, and as it is given back
		for d, size := range x.Shape {
			if len(axes) == 0 || gone[d] {
				kept = append(kept, 1)
				if n.int("keepdims", 1) != 0 {
					shape = append(shape, 1)
				}
				continue
			}
			kept, shape = append(kept, size), append(shape, size)
		}
		if x.Kind == Boolean {
			return nil, errors.New("of bool: want numbers")
		}
		return fold(r, x, kept, shape, first, f, end)
	}
}

func fold(r *run, x *Tensor, kept, shape []int, first float64, f func(x, y float64) float64, end func(x float64, n int) float64) (*Tensor, error) {
	out, err := r.make(x.Kind, kept)
	if err == nil {
		err = r.work(x.size())
	}
	if err != nil {
		return nil, err
	}
	if x.size() == 0 && out.size() > 0 {
		return nil, errors.New("nothing to take together")
	}
	sums := make([]float64, out.size())
	for i := range sums {
		sums[i] = first
	}
	w, err := newWalk(x, out)
	if err != nil {
		return nil, err
	}
	w.rows(func(o, n int, at, step [3]int) {
		for i := range n {
			v, to := 0.0, at[1]+i*step[1]
			if x.Kind == Float {
				v = float64(x.Floats[at[0]+i*step[0]])
			} else {
				v = float64(x.Ints[at[0]+i*step[0]])
			}
			sums[to] = f(sums[to], v)
		}
	})
	for i, s := range sums {
		if end != nil {
			s = end(s, x.size()/len(sums))
		}
		if x.Kind == Float {
			out.Floats[i] = float32(s)
		} else {
			out.Ints[i] = int64(s)
		}
	}
	return out.as(shape), nil
}
