//go:build goexperiment.simd && wasm

package models

import (
	"simd/archsimd"
	"unsafe"
)

// The vectors of WebAssembly have four lanes and no fused product and sum: every element
// goes through the operations of the portable kernels in their order, so that the
// results are theirs, bit for bit.
type vector = archsimd.Float32x4

const lanes = 4

// inOrder reports whether accumulate adds one element after the other, so that a sum has the same
// bits in pieces, and with zeros. It adds four at once.
const inOrder = false

// SIMD reports whether Forward uses vector instructions in this build on this
// machine.
func SIMD() bool { return true }

// load reads 4 floats from x[i:] without a bounds check: the callers of this
// file have checked.
func load(x unsafe.Pointer, i int) vector {
	return archsimd.LoadFloat32x4Array((*[lanes]float32)(unsafe.Add(x, i*4)))
}

func store(v vector, x unsafe.Pointer, i int) {
	v.StoreArray((*[lanes]float32)(unsafe.Add(x, i*4)))
}

func accumulate(out, weight []float32, index []int32, value []float32) {
	width, rows := len(out), 0
	if width > 0 {
		rows = len(weight) / width
	}
	if n := len(index); n > 0 && (index[0] < 0 || int(index[n-1]) >= rows) { // they ascend
		panic("models: row out of the matrix")
	}
	value = value[:len(index)]
	w, o := unsafe.Pointer(unsafe.SliceData(weight)), unsafe.Pointer(unsafe.SliceData(out))
	j := 0
	// As many columns at once as registers hold: each is read and written once.
	for ; j+4*lanes <= width; j += 4 * lanes {
		a0, a1, a2, a3 := load(o, j), load(o, j+lanes), load(o, j+2*lanes), load(o, j+3*lanes)
		k := 0
		for ; k+4 <= len(index); k += 4 {
			w0, w1 := unsafe.Add(w, (int(index[k])*width+j)*4), unsafe.Add(w, (int(index[k+1])*width+j)*4)
			w2, w3 := unsafe.Add(w, (int(index[k+2])*width+j)*4), unsafe.Add(w, (int(index[k+3])*width+j)*4)
			v0, v1 := archsimd.BroadcastFloat32x4(value[k]), archsimd.BroadcastFloat32x4(value[k+1])
			v2, v3 := archsimd.BroadcastFloat32x4(value[k+2]), archsimd.BroadcastFloat32x4(value[k+3])
			a0 = a0.Add(v0.Mul(load(w0, 0)).Add(v1.Mul(load(w1, 0))).Add(v2.Mul(load(w2, 0)).Add(v3.Mul(load(w3, 0)))))
			a1 = a1.Add(v0.Mul(load(w0, lanes)).Add(v1.Mul(load(w1, lanes))).Add(v2.Mul(load(w2, lanes)).Add(v3.Mul(load(w3, lanes)))))
			a2 = a2.Add(v0.Mul(load(w0, 2*lanes)).Add(v1.Mul(load(w1, 2*lanes))).Add(v2.Mul(load(w2, 2*lanes)).Add(v3.Mul(load(w3, 2*lanes)))))
			a3 = a3.Add(v0.Mul(load(w0, 3*lanes)).Add(v1.Mul(load(w1, 3*lanes))).Add(v2.Mul(load(w2, 3*lanes)).Add(v3.Mul(load(w3, 3*lanes)))))
		}
		for ; k < len(index); k++ {
			w0, v := unsafe.Add(w, (int(index[k])*width+j)*4), archsimd.BroadcastFloat32x4(value[k])
			a0 = a0.Add(v.Mul(load(w0, 0)))
			a1 = a1.Add(v.Mul(load(w0, lanes)))
			a2 = a2.Add(v.Mul(load(w0, 2*lanes)))
			a3 = a3.Add(v.Mul(load(w0, 3*lanes)))
		}
		store(a0, o, j)
		store(a1, o, j+lanes)
		store(a2, o, j+2*lanes)
		store(a3, o, j+3*lanes)
	}
	for ; j+lanes <= width; j += lanes {
		a := load(o, j)
		k := 0
		for ; k+4 <= len(index); k += 4 {
			w0, w1 := load(w, int(index[k])*width+j), load(w, int(index[k+1])*width+j)
			w2, w3 := load(w, int(index[k+2])*width+j), load(w, int(index[k+3])*width+j)
			v0, v1 := archsimd.BroadcastFloat32x4(value[k]), archsimd.BroadcastFloat32x4(value[k+1])
			v2, v3 := archsimd.BroadcastFloat32x4(value[k+2]), archsimd.BroadcastFloat32x4(value[k+3])
			a = a.Add(v0.Mul(w0).Add(v1.Mul(w1)).Add(v2.Mul(w2).Add(v3.Mul(w3))))
		}
		for ; k < len(index); k++ {
			a = a.Add(archsimd.BroadcastFloat32x4(value[k]).Mul(load(w, int(index[k])*width+j)))
		}
		store(a, o, j)
	}
	for ; j < width; j++ {
		sum := out[j]
		k := 0
		for ; k+4 <= len(index); k += 4 {
			w0, w1 := weight[int(index[k])*width+j], weight[int(index[k+1])*width+j]
			w2, w3 := weight[int(index[k+2])*width+j], weight[int(index[k+3])*width+j]
			sum += (value[k]*w0 + value[k+1]*w1) + (value[k+2]*w2 + value[k+3]*w3)
		}
		for ; k < len(index); k++ {
			sum += value[k] * weight[int(index[k])*width+j]
		}
		out[j] = sum
	}
}

func dot(a, b []float32) float32 {
	b = b[:len(a)]
	x, y := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(b))
	var s vector
	i := 0
	for ; i+lanes <= len(a); i += lanes {
		s = s.Add(load(x, i).Mul(load(y, i)))
	}
	s0 := s.GetElem(0)
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return (s0 + s.GetElem(1)) + (s.GetElem(2) + s.GetElem(3))
}

func relu(x []float32) {
	p := unsafe.Pointer(unsafe.SliceData(x))
	var zero vector
	i := 0
	for ; i+lanes <= len(x); i += lanes {
		v := load(p, i)
		store(zero.IfElse(v.Less(zero), v), p, i) // -0 stays, as it does there
	}
	reluGo(x[i:])
}

func tanh(x []float32) {
	all := archsimd.BroadcastFloat32x4
	ptr := unsafe.Pointer(unsafe.SliceData(x))
	one, low, high := all(1), all(-tanhLimit), all(tanhLimit)
	i := 0
	for ; i+lanes <= len(x); i += lanes {
		v := load(ptr, i).Min(high).Max(low)
		y := v.Mul(v)
		p := y.Mul(all(tanhP6)).Add(all(tanhP5))
		p = y.Mul(p).Add(all(tanhP4))
		p = y.Mul(p).Add(all(tanhP3))
		p = y.Mul(p).Add(all(tanhP2))
		p = y.Mul(p).Add(all(tanhP1))
		p = y.Mul(p).Add(one)
		q := y.Mul(all(tanhQ6)).Add(all(tanhQ5))
		q = y.Mul(q).Add(all(tanhQ4))
		q = y.Mul(q).Add(all(tanhQ3))
		q = y.Mul(q).Add(all(tanhQ2))
		q = y.Mul(q).Add(all(tanhQ1))
		q = y.Mul(q).Add(one)
		store(v.Mul(p).Div(q).Min(one).Max(all(-1)), ptr, i)
	}
	tanhGo(x[i:])
}

func compress(x []float32, index []int32, value []float32) (n int) {
	return compressGo(x, index, value)
}

func adam(s *AdamStep, weights, first, second, gradient []float32) {
	adamGo(s, weights, first, second, gradient)
}

func addTo(sum, x []float32) { addToGo(sum, x) }

func cut(y, d []float32) { cutGo(y, d) }

func bend(y, d []float32) { bendGo(y, d) }

func poolRows(pooled, x []float32, rows []int32, width int) { poolGo(pooled, x, rows, width, 0) }

func unpoolRows(d, gradient, pooled, x []float32, rows []int32, width int, share []float32) {
	unpoolGo(d, gradient, pooled, x, rows, width, 0, share)
}

func multiplyFrom(start, out, a, b []float32, width, inner, rowStride, stride int) {
	spread(start, out)
	multiplyGo(out, a, b, width, inner, rowStride, stride)
}
