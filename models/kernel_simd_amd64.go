//go:build goexperiment.simd && amd64

package models

import (
	"simd/archsimd"
	"unsafe"
)

type vector = archsimd.Float32x8

const lanes = 8

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
