package models

import (
	"fmt"
	"math"
)

// nonzero is a vector as the list of its elements that are not zero. Card
// counts, one-hot fields and the outputs of relu are mostly zeros, and a row of
// weights that would be multiplied by zero need not be read.
type nonzero struct {
	index []int32
	value []float32
	n     int
}

// gather takes over the elements of x.
func (a *nonzero) gather(x []float32) { a.n = compress(x, a.index[:len(x)], a.value[:len(x)]) }

// wide is the number of floats of the widest vectors of any build.
const wide = 16

// compressGo writes the elements of x that are not zero, and where they are, and returns
// their number.
func compressGo(x []float32, index []int32, value []float32) (n int) {
	for i, v := range x {
		// Written always, kept only when not zero: no branch to mispredict.
		index[n], value[n] = int32(i), v
		if v != 0 {
			n++
		}
	}
	return n
}

// pick takes over the elements of x at the given places.
func (a *nonzero) pick(x []float32, places []int32) {
	index, value := a.index[:len(places)], a.value[:len(places)]
	n := 0
	for i, at := range places {
		v := x[at]
		index[n], value[n] = int32(i), v
		if v != 0 {
			n++
		}
	}
	a.n = n
}

// dense computes out = bias + x·weight. A missing bias is zero.
func (a *nonzero) dense(out []float32, l layer) {
	if l.bias == nil {
		clear(out)
	} else {
		copy(out, l.bias)
	}
	accumulate(out, l.weight, a.index[:a.n], a.value[:a.n])
}

// accumulateGo adds value[k] times row index[k] of weight [_, len(out)] to out,
// for every k. Indices ascend.
func accumulateGo(out, weight []float32, index []int32, value []float32) {
	width := len(out)
	k := 0
	for ; k+4 <= len(index); k += 4 {
		// Four rows at once read and write out a quarter as often.
		w0 := weight[int(index[k])*width:][:width]
		w1 := weight[int(index[k+1])*width:][:width]
		w2 := weight[int(index[k+2])*width:][:width]
		w3 := weight[int(index[k+3])*width:][:width]
		v0, v1, v2, v3 := value[k], value[k+1], value[k+2], value[k+3]
		for j := range out {
			out[j] += (v0*w0[j] + v1*w1[j]) + (v2*w2[j] + v3*w3[j])
		}
	}
	for ; k < len(index); k++ {
		row := weight[int(index[k])*width:][:width]
		v := value[k]
		for j := range out {
			out[j] += v * row[j]
		}
	}
}

// multiply is multiplyGo.
func multiply(out, a, b []float32, width, inner, rowStride, stride int) {
	multiplyFrom(nil, out, a, b, width, inner, rowStride, stride)
}

// multiplyGo adds the product of a [rows, inner], whose rows and elements are strides apart, with
// b [inner, width] to out [rows, width]. Each sum has its elements in the order in which
// accumulate has them.
func multiplyGo(out, a, b []float32, width, inner, rowStride, stride int) {
	multiplyColumns(out, a, b, width, inner, rowStride, stride, 0)
}

// spread copies a row [width], if there is one, to all rows of out [_, width].
func spread(row, out []float32) {
	for width := len(row); width > 0 && len(out) > 0; out = out[width:] {
		copy(out, row)
	}
}

// multiplyColumns is multiplyGo for the columns from one on.
func multiplyColumns(out, a, b []float32, width, inner, rowStride, stride, from int) {
	if inner == 0 {
		return
	}
	for r := range len(out) / max(1, width) {
		row, factors := out[r*width:(r+1)*width], a[r*rowStride:]
		j := from
		for ; j+4 <= width; j += 4 { // sums that stay in registers
			s0, s1, s2, s3 := row[j], row[j+1], row[j+2], row[j+3]
			for k := range inner {
				v, w := factors[k*stride], b[k*width+j:][:4]
				s0 += v * w[0]
				s1 += v * w[1]
				s2 += v * w[2]
				s3 += v * w[3]
			}
			row[j], row[j+1], row[j+2], row[j+3] = s0, s1, s2, s3
		}
		for ; j+2 <= width; j += 2 {
			s0, s1 := row[j], row[j+1]
			for k := range inner {
				v, w := factors[k*stride], b[k*width+j:][:2]
				s0 += v * w[0]
				s1 += v * w[1]
			}
			row[j], row[j+1] = s0, s1
		}
		for ; j < width; j++ {
			s0 := row[j]
			for k := range inner {
				s0 += factors[k*stride] * b[k*width+j]
			}
			row[j] = s0
		}
	}
}

func dotGo(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return (s0 + s1) + (s2 + s3)
}

func reluGo(x []float32) {
	for i, v := range x {
		if v < 0 {
			x[i] = 0
		}
	}
}

// Beyond tanhLimit, tanh rounds to ±1 in float32.
const tanhLimit = 9.02

// The continued fraction tanh x = x/(1 + x²/(3 + x²/(5 + …))) (Lambert 1761),
// cut after thirteen terms, as x·P(x²)/Q(x²). The largest error in float32 is
// 4e-7; the tests hold it to that.
const (
	tanhP1 = 0.14666667
	tanhP2 = 0.0052173915
	tanhP3 = 6.6252585e-05
	tanhP4 = 3.2286837e-07
	tanhP5 = 5.179706e-10
	tanhP6 = 1.2648855e-13
	tanhQ1 = 0.48
	tanhQ2 = 0.03188406
	tanhQ3 = 0.0006625259
	tanhQ4 = 5.2304677e-06
	tanhQ5 = 1.5193805e-08
	tanhQ6 = 1.1510458e-11
)

func tanh1(x float32) float32 {
	// Comparisons and not min and max, which cost more for the sake of -0.
	if x > tanhLimit {
		x = tanhLimit
	} else if x < -tanhLimit {
		x = -tanhLimit
	}
	y := x * x
	p := 1 + y*(tanhP1+y*(tanhP2+y*(tanhP3+y*(tanhP4+y*(tanhP5+y*tanhP6)))))
	q := 1 + y*(tanhQ1+y*(tanhQ2+y*(tanhQ3+y*(tanhQ4+y*(tanhQ5+y*tanhQ6)))))
	t := x * p / q
	if t > 1 {
		return 1
	} else if t < -1 {
		return -1
	}
	return t
}

func tanhGo(x []float32) {
	for i, v := range x {
		x[i] = tanh1(v)
	}
}

// cutGo writes zeros to d where y is not positive.
func cutGo(y, d []float32) {
	for i, v := range y[:len(d)] {
		if v <= 0 {
			d[i] = 0
		}
	}
}

// bendGo multiplies d by the slope of the hyperbolic tangent where it is y.
func bendGo(y, d []float32) {
	for i, v := range y[:len(d)] {
		d[i] *= 1 - float32(v*v)
	}
}

// poolGo writes the sums and the maxima [2 width] of some rows of x [_, width], in the columns
// after the first ones. Rows of number -1 are left out; without rows all is 0.
func poolGo(pooled, x []float32, rows []int32, width, columns int) {
	clear(pooled[columns:width])
	clear(pooled[width+columns:])
	first := true
	for _, r := range rows {
		if r >= 0 {
			pool(pooled[columns:width], pooled[width+columns:], x[int(r)*width:][columns:width], first)
			first = false
		}
	}
}

// unpoolGo adds the gradient [2 width] of what poolGo has written to the gradient d of x. Rows that
// share a maximum share its gradient; share [width] is memory for that.
func unpoolGo(d, gradient, pooled, x []float32, rows []int32, width, columns int, share []float32) {
	sums, maxima, top := gradient[:width], gradient[width:], pooled[width:]
	clear(share)
	for _, r := range rows {
		if r >= 0 {
			row := x[int(r)*width:][:width]
			for j := columns; j < width; j++ {
				if row[j] == top[j] {
					share[j]++
				}
			}
		}
	}
	for j := columns; j < width; j++ {
		share[j] = maxima[j] / max(1, share[j])
	}
	for _, r := range rows {
		if r >= 0 {
			row, to := x[int(r)*width:][:width], d[int(r)*width:][:width]
			for j := columns; j < width; j++ {
				g := sums[j]
				if row[j] == top[j] {
					g += share[j]
				}
				to[j] += g
			}
		}
	}
}

// MaskedSoftmax writes the probabilities [len(legal)] of the legal actions.
// Logits of other actions are not read. It panics when there is no legal
// action, when an action has no logit, or when the logits are not numbers.
func MaskedSoftmax[A ~int32](logits []float32, legal []A, probs []float32) {
	if len(legal) == 0 || len(probs) != len(legal) {
		panic(fmt.Sprintf("models: %d probabilities for %d legal actions", len(probs), len(legal)))
	}
	top := logits[legal[0]]
	for _, a := range legal[1:] {
		top = max(top, logits[a])
	}
	sum := 0.0
	for i, a := range legal {
		e := math.Exp(float64(logits[a] - top))
		probs[i] = float32(e)
		sum += e
	}
	normalise(probs, sum)
}

func normalise(probs []float32, sum float64) {
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		panic("models: logits are not numbers")
	}
	scale := float32(1 / sum)
	for i := range probs {
		probs[i] *= scale
	}
}

// Sharpened returns a copy of the weights whose policy is w's at a temperature:
// probabilities proportional to p^(1/temperature). Below 1 sharpens, above 1 flattens.
// Since logits are sums of what the policy's head and the scores of items give, their last
// layers are divided by the temperature; values stay as they are. It panics when the
// temperature is not positive.
func (w *Weights) Sharpened(temperature float64) *Weights {
	if !(temperature > 0) || math.IsInf(temperature, 1) {
		panic(fmt.Sprintf("models: temperature %v", temperature))
	}
	out := w.Clone()
	for _, layer := range w.Network.architecture().LogitLayers(w.Network) {
		for _, name := range []string{layer + "/weight", layer + "/bias"} {
			t := out.Tensor(name)
			for i := range t {
				t[i] = float32(float64(t[i]) / temperature)
			}
		}
	}
	return out
}
