//go:build goexperiment.simd && amd64

package models

import (
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

type vector = archsimd.Float32x8

const lanes = 8

// wide is the number of floats of the widest vectors.
const wide = 16

var hasWide = hasSIMD && archsimd.X86.AVX512()

var hasSIMD = archsimd.X86.AVX2() && archsimd.X86.FMA()

// SIMD reports whether Forward uses vector instructions in this build on this
// machine.
func SIMD() bool { return hasSIMD }

// load reads 8 floats from x[i:] without a bounds check: the callers of this
// file have checked.
func load(x unsafe.Pointer, i int) vector {
	return archsimd.LoadFloat32x8Array((*[lanes]float32)(unsafe.Add(x, i*4)))
}

func store(v vector, x unsafe.Pointer, i int) {
	v.StoreArray((*[lanes]float32)(unsafe.Add(x, i*4)))
}

func load16(x unsafe.Pointer, i int) archsimd.Float32x16 {
	return archsimd.LoadFloat32x16Array((*[wide]float32)(unsafe.Add(x, i*4)))
}

func store16(v archsimd.Float32x16, x unsafe.Pointer, i int) {
	v.StoreArray((*[wide]float32)(unsafe.Add(x, i*4)))
}

// accumulateWide is accumulate for the columns that fill vectors of wide floats, and returns
// their number. Each column sums in the same order, so that the bits are the same.
func accumulateWide(width int, o, w unsafe.Pointer, index []int32, value []float32) (j int) {
	for ; j+16*wide <= width; j += 16 * wide {
		a0, a1, a2, a3 := load16(o, j), load16(o, j+wide), load16(o, j+2*wide), load16(o, j+3*wide)
		a4, a5, a6, a7 := load16(o, j+4*wide), load16(o, j+5*wide), load16(o, j+6*wide), load16(o, j+7*wide)
		a8, a9, a10, a11 := load16(o, j+8*wide), load16(o, j+9*wide), load16(o, j+10*wide), load16(o, j+11*wide)
		a12, a13, a14, a15 := load16(o, j+12*wide), load16(o, j+13*wide), load16(o, j+14*wide), load16(o, j+15*wide)
		for k, i := range index {
			v := archsimd.BroadcastFloat32x16(value[k])
			at := int(i)*width + j
			a0 = v.MulAdd(load16(w, at), a0)
			a1 = v.MulAdd(load16(w, at+wide), a1)
			a2 = v.MulAdd(load16(w, at+2*wide), a2)
			a3 = v.MulAdd(load16(w, at+3*wide), a3)
			a4 = v.MulAdd(load16(w, at+4*wide), a4)
			a5 = v.MulAdd(load16(w, at+5*wide), a5)
			a6 = v.MulAdd(load16(w, at+6*wide), a6)
			a7 = v.MulAdd(load16(w, at+7*wide), a7)
			a8 = v.MulAdd(load16(w, at+8*wide), a8)
			a9 = v.MulAdd(load16(w, at+9*wide), a9)
			a10 = v.MulAdd(load16(w, at+10*wide), a10)
			a11 = v.MulAdd(load16(w, at+11*wide), a11)
			a12 = v.MulAdd(load16(w, at+12*wide), a12)
			a13 = v.MulAdd(load16(w, at+13*wide), a13)
			a14 = v.MulAdd(load16(w, at+14*wide), a14)
			a15 = v.MulAdd(load16(w, at+15*wide), a15)
		}
		store16(a0, o, j)
		store16(a1, o, j+wide)
		store16(a2, o, j+2*wide)
		store16(a3, o, j+3*wide)
		store16(a4, o, j+4*wide)
		store16(a5, o, j+5*wide)
		store16(a6, o, j+6*wide)
		store16(a7, o, j+7*wide)
		store16(a8, o, j+8*wide)
		store16(a9, o, j+9*wide)
		store16(a10, o, j+10*wide)
		store16(a11, o, j+11*wide)
		store16(a12, o, j+12*wide)
		store16(a13, o, j+13*wide)
		store16(a14, o, j+14*wide)
		store16(a15, o, j+15*wide)
	}
	for ; j+12*wide <= width; j += 12 * wide {
		a0, a1, a2, a3 := load16(o, j), load16(o, j+wide), load16(o, j+2*wide), load16(o, j+3*wide)
		a4, a5, a6, a7 := load16(o, j+4*wide), load16(o, j+5*wide), load16(o, j+6*wide), load16(o, j+7*wide)
		a8, a9, a10, a11 := load16(o, j+8*wide), load16(o, j+9*wide), load16(o, j+10*wide), load16(o, j+11*wide)
		for k, i := range index {
			v := archsimd.BroadcastFloat32x16(value[k])
			at := int(i)*width + j
			a0 = v.MulAdd(load16(w, at), a0)
			a1 = v.MulAdd(load16(w, at+wide), a1)
			a2 = v.MulAdd(load16(w, at+2*wide), a2)
			a3 = v.MulAdd(load16(w, at+3*wide), a3)
			a4 = v.MulAdd(load16(w, at+4*wide), a4)
			a5 = v.MulAdd(load16(w, at+5*wide), a5)
			a6 = v.MulAdd(load16(w, at+6*wide), a6)
			a7 = v.MulAdd(load16(w, at+7*wide), a7)
			a8 = v.MulAdd(load16(w, at+8*wide), a8)
			a9 = v.MulAdd(load16(w, at+9*wide), a9)
			a10 = v.MulAdd(load16(w, at+10*wide), a10)
			a11 = v.MulAdd(load16(w, at+11*wide), a11)
		}
		store16(a0, o, j)
		store16(a1, o, j+wide)
		store16(a2, o, j+2*wide)
		store16(a3, o, j+3*wide)
		store16(a4, o, j+4*wide)
		store16(a5, o, j+5*wide)
		store16(a6, o, j+6*wide)
		store16(a7, o, j+7*wide)
		store16(a8, o, j+8*wide)
		store16(a9, o, j+9*wide)
		store16(a10, o, j+10*wide)
		store16(a11, o, j+11*wide)
	}
	for ; j+8*wide <= width; j += 8 * wide {
		a0, a1, a2, a3 := load16(o, j), load16(o, j+wide), load16(o, j+2*wide), load16(o, j+3*wide)
		a4, a5, a6, a7 := load16(o, j+4*wide), load16(o, j+5*wide), load16(o, j+6*wide), load16(o, j+7*wide)
		for k, i := range index {
			v := archsimd.BroadcastFloat32x16(value[k])
			at := int(i)*width + j
			a0 = v.MulAdd(load16(w, at), a0)
			a1 = v.MulAdd(load16(w, at+wide), a1)
			a2 = v.MulAdd(load16(w, at+2*wide), a2)
			a3 = v.MulAdd(load16(w, at+3*wide), a3)
			a4 = v.MulAdd(load16(w, at+4*wide), a4)
			a5 = v.MulAdd(load16(w, at+5*wide), a5)
			a6 = v.MulAdd(load16(w, at+6*wide), a6)
			a7 = v.MulAdd(load16(w, at+7*wide), a7)
		}
		store16(a0, o, j)
		store16(a1, o, j+wide)
		store16(a2, o, j+2*wide)
		store16(a3, o, j+3*wide)
		store16(a4, o, j+4*wide)
		store16(a5, o, j+5*wide)
		store16(a6, o, j+6*wide)
		store16(a7, o, j+7*wide)
	}
	for ; j+4*wide <= width; j += 4 * wide {
		a0, a1, a2, a3 := load16(o, j), load16(o, j+wide), load16(o, j+2*wide), load16(o, j+3*wide)
		for k, i := range index {
			v := archsimd.BroadcastFloat32x16(value[k])
			at := int(i)*width + j
			a0 = v.MulAdd(load16(w, at), a0)
			a1 = v.MulAdd(load16(w, at+wide), a1)
			a2 = v.MulAdd(load16(w, at+2*wide), a2)
			a3 = v.MulAdd(load16(w, at+3*wide), a3)
		}
		store16(a0, o, j)
		store16(a1, o, j+wide)
		store16(a2, o, j+2*wide)
		store16(a3, o, j+3*wide)
	}
	for ; j+2*wide <= width; j += 2 * wide {
		a0, a1 := load16(o, j), load16(o, j+wide)
		for k, i := range index {
			v := archsimd.BroadcastFloat32x16(value[k])
			at := int(i)*width + j
			a0 = v.MulAdd(load16(w, at), a0)
			a1 = v.MulAdd(load16(w, at+wide), a1)
		}
		store16(a0, o, j)
		store16(a1, o, j+wide)
	}
	for ; j+wide <= width; j += wide {
		a0 := load16(o, j)
		for k, i := range index {
			v := archsimd.BroadcastFloat32x16(value[k])
			at := int(i)*width + j
			a0 = v.MulAdd(load16(w, at), a0)
		}
		store16(a0, o, j)
	}
	return j
}

func accumulate(out, weight []float32, index []int32, value []float32) {
	if !hasSIMD {
		accumulateGo(out, weight, index, value)
		return
	}
	width, rows := len(out), 0
	if width > 0 {
		rows = len(weight) / width
	}
	for _, i := range index {
		if uint(i) >= uint(rows) {
			panic("models: row out of the matrix")
		}
	}
	value = value[:len(index)]
	w, o := unsafe.Pointer(unsafe.SliceData(weight)), unsafe.Pointer(unsafe.SliceData(out))
	j := 0
	if hasWide {
		j = accumulateWide(width, o, w, index, value)
	}
	// As many columns at once as registers hold: each is read and written once.
	for ; j+8*lanes <= width; j += 8 * lanes {
		a0, a1, a2, a3 := load(o, j), load(o, j+lanes), load(o, j+2*lanes), load(o, j+3*lanes)
		a4, a5, a6, a7 := load(o, j+4*lanes), load(o, j+5*lanes), load(o, j+6*lanes), load(o, j+7*lanes)
		for k, i := range index {
			v := archsimd.BroadcastFloat32x8(value[k])
			at := int(i)*width + j
			a0 = v.MulAdd(load(w, at), a0)
			a1 = v.MulAdd(load(w, at+lanes), a1)
			a2 = v.MulAdd(load(w, at+2*lanes), a2)
			a3 = v.MulAdd(load(w, at+3*lanes), a3)
			a4 = v.MulAdd(load(w, at+4*lanes), a4)
			a5 = v.MulAdd(load(w, at+5*lanes), a5)
			a6 = v.MulAdd(load(w, at+6*lanes), a6)
			a7 = v.MulAdd(load(w, at+7*lanes), a7)
		}
		store(a0, o, j)
		store(a1, o, j+lanes)
		store(a2, o, j+2*lanes)
		store(a3, o, j+3*lanes)
		store(a4, o, j+4*lanes)
		store(a5, o, j+5*lanes)
		store(a6, o, j+6*lanes)
		store(a7, o, j+7*lanes)
	}
	for ; j+2*lanes <= width; j += 2 * lanes {
		a0, a1 := load(o, j), load(o, j+lanes)
		for k, i := range index {
			v := archsimd.BroadcastFloat32x8(value[k])
			at := int(i)*width + j
			a0 = v.MulAdd(load(w, at), a0)
			a1 = v.MulAdd(load(w, at+lanes), a1)
		}
		store(a0, o, j)
		store(a1, o, j+lanes)
	}
	for ; j+lanes <= width; j += lanes {
		a0 := load(o, j)
		for k, i := range index {
			a0 = archsimd.BroadcastFloat32x8(value[k]).MulAdd(load(w, int(i)*width+j), a0)
		}
		store(a0, o, j)
	}
	archsimd.ClearAVXUpperBits()
	for ; j < width; j++ {
		sum := out[j]
		for k, i := range index {
			sum += value[k] * weight[int(i)*width+j]
		}
		out[j] = sum
	}
}

func dot(a, b []float32) float32 {
	if !hasSIMD || len(a) < lanes {
		return dotGo(a, b)
	}
	b = b[:len(a)]
	x, y := unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(b))
	var s vector
	i := 0
	for ; i+lanes <= len(a); i += lanes {
		s = load(x, i).MulAdd(load(y, i), s)
	}
	var part [lanes]float32
	s.StoreArray(&part)
	archsimd.ClearAVXUpperBits()
	return dotGo(a[i:], b[i:]) + ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]))
}

func relu(x []float32) {
	if !hasSIMD {
		reluGo(x)
		return
	}
	p := unsafe.Pointer(unsafe.SliceData(x))
	var zero vector
	i := 0
	for ; i+lanes <= len(x); i += lanes {
		store(load(p, i).Max(zero), p, i)
	}
	archsimd.ClearAVXUpperBits()
	reluGo(x[i:])
}

func cut(y, d []float32) {
	if !hasSIMD {
		cutGo(y, d)
		return
	}
	p, q := unsafe.Pointer(unsafe.SliceData(y[:len(d)])), unsafe.Pointer(unsafe.SliceData(d))
	var zero vector
	i := 0
	for ; i+lanes <= len(d); i += lanes {
		store(load(q, i).Masked(load(p, i).Greater(zero)), q, i)
	}
	archsimd.ClearAVXUpperBits()
	cutGo(y[i:], d[i:])
}

func tanh(x []float32) {
	if !hasSIMD {
		tanhGo(x)
		return
	}
	all := archsimd.BroadcastFloat32x8
	ptr := unsafe.Pointer(unsafe.SliceData(x))
	one, low, high := all(1), all(-tanhLimit), all(tanhLimit)
	i := 0
	for ; i+lanes <= len(x); i += lanes {
		v := load(ptr, i).Max(low).Min(high)
		y := v.Mul(v)
		p := y.MulAdd(all(tanhP6), all(tanhP5))
		p = y.MulAdd(p, all(tanhP4))
		p = y.MulAdd(p, all(tanhP3))
		p = y.MulAdd(p, all(tanhP2))
		p = y.MulAdd(p, all(tanhP1))
		p = y.MulAdd(p, one)
		q := y.MulAdd(all(tanhQ6), all(tanhQ5))
		q = y.MulAdd(q, all(tanhQ4))
		q = y.MulAdd(q, all(tanhQ3))
		q = y.MulAdd(q, all(tanhQ2))
		q = y.MulAdd(q, all(tanhQ1))
		q = y.MulAdd(q, one)
		store(v.Mul(p).Div(q).Max(all(-1)).Min(one), ptr, i)
	}
	archsimd.ClearAVXUpperBits()
	tanhGo(x[i:])
}

// compress is compressGo: 16 floats at once where the processor has vectors of them.
func compress(x []float32, index []int32, value []float32) (n int) {
	index, value = index[:len(x)], value[:len(x)]
	i := 0
	if hasWide {
		var zero archsimd.Float32x16
		places, step := archsimd.LoadInt32x16Array(&firstPlaces), archsimd.BroadcastInt32x16(wide)
		p, at, to := unsafe.Pointer(unsafe.SliceData(x)), unsafe.Pointer(unsafe.SliceData(index)), unsafe.Pointer(unsafe.SliceData(value))
		for ; i+wide <= len(x); i += wide { // n is at most i, so that both have room for a vector
			v := load16(p, i)
			there := v.NotEqual(zero)
			if bits16 := there.ToBits(); bits16 != 0 {
				store16(v.Compress(there), to, n)
				places.Compress(there).StoreArray((*[wide]int32)(unsafe.Add(at, n*4)))
				n += bits.OnesCount16(bits16)
			}
			places = places.Add(step)
		}
		archsimd.ClearAVXUpperBits()
	}
	for ; i < len(x); i++ {
		index[n], value[n] = int32(i), x[i]
		if x[i] != 0 {
			n++
		}
	}
	return n
}

var firstPlaces = [wide]int32{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}

func addTo(sum, x []float32) {
	if !hasSIMD {
		addToGo(sum, x)
		return
	}
	p, q := unsafe.Pointer(unsafe.SliceData(sum)), unsafe.Pointer(unsafe.SliceData(x))
	i := 0
	for ; i+lanes <= len(x); i += lanes {
		store(load(p, i).Add(load(q, i)), p, i)
	}
	archsimd.ClearAVXUpperBits()
	addToGo(sum[i:], x[i:])
}

// adam rounds as adamGo does where that is not compiled to fused products and sums.
func adam(s *AdamStep, weights, first, second, gradient []float32) {
	if !hasSIMD {
		adamGo(s, weights, first, second, gradient)
		return
	}
	all := archsimd.BroadcastFloat32x8
	pw, pm := unsafe.Pointer(unsafe.SliceData(weights)), unsafe.Pointer(unsafe.SliceData(first))
	pv, pg := unsafe.Pointer(unsafe.SliceData(second)), unsafe.Pointer(unsafe.SliceData(gradient))
	b1, c1, b2, c2 := all(s.Beta1), all(1-s.Beta1), all(s.Beta2), all(1-s.Beta2)
	scale, rate, root, epsilon := all(s.Scale), all(s.Rate), all(s.Root), all(s.Epsilon)
	i := 0
	for ; i+lanes <= len(gradient); i += lanes {
		g := load(pg, i).Mul(scale)
		m := b1.Mul(load(pm, i)).Add(c1.Mul(g))
		v := b2.Mul(load(pv, i)).Add(c2.Mul(g).Mul(g))
		store(m, pm, i)
		store(v, pv, i)
		step := rate.Mul(m).Div(v.Sqrt().Mul(root).Add(epsilon))
		store(load(pw, i).Sub(step), pw, i)
	}
	archsimd.ClearAVXUpperBits()
	adamGo(s, weights[i:], first[i:], second[i:], gradient[i:])
}
