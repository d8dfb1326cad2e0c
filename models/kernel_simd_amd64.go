//go:build goexperiment.simd && amd64

package models

import (
	"math/bits"
	"simd/archsimd"
	"sync"
	"unsafe"
)

type vector = archsimd.Float32x8

const lanes = 8

var hasWide = hasSIMD && archsimd.X86.AVX512()

// inOrder reports whether accumulate adds one element after the other, so that a sum has the same
// bits in pieces, and with zeros.
var inOrder = hasSIMD

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

// accumulateMxN adds value[k] times the M vectors of N floats in row index[k] of weight to out,
// for k from 0 to n-1. Rows are stride bytes apart. See accumulate_amd64.s.
//
//go:noescape
func accumulate16x16(out, weight *float32, index *int32, value *float32, n, stride int)

//go:noescape
func accumulate12x16(out, weight *float32, index *int32, value *float32, n, stride int)

//go:noescape
func accumulate8x16(out, weight *float32, index *int32, value *float32, n, stride int)

//go:noescape
func accumulate4x16(out, weight *float32, index *int32, value *float32, n, stride int)

//go:noescape
func accumulate2x16(out, weight *float32, index *int32, value *float32, n, stride int)

//go:noescape
func accumulate1x16(out, weight *float32, index *int32, value *float32, n, stride int)

//go:noescape
func accumulate12x8(out, weight *float32, index *int32, value *float32, n, stride int)

//go:noescape
func accumulate8x8(out, weight *float32, index *int32, value *float32, n, stride int)

//go:noescape
func accumulate4x8(out, weight *float32, index *int32, value *float32, n, stride int)

//go:noescape
func accumulate2x8(out, weight *float32, index *int32, value *float32, n, stride int)

//go:noescape
func accumulate1x8(out, weight *float32, index *int32, value *float32, n, stride int)

func accumulate(out, weight []float32, index []int32, value []float32) {
	if !hasSIMD {
		accumulateGo(out, weight, index, value)
		return
	}
	width, rows := len(out), 0
	if width > 0 {
		rows = len(weight) / width
	}
	if len(index) == 0 {
		return
	}
	if index[0] < 0 || int(index[len(index)-1]) >= rows { // they ascend
		panic("models: row out of the matrix")
	}
	value = value[:len(index)]
	j := 0
	if hasWide {
		j = accumulateWide(out, weight, index, value)
	}
	// As many columns at once as registers hold. Each column sums in the same order, so that
	// the width of the vectors does not show.
	n, stride := len(index), 4*width
	at, of := unsafe.SliceData(index), unsafe.SliceData(value)
	for width-j >= lanes {
		to, from := &out[j], &weight[j]
		switch vectors := (width - j) / lanes; {
		case vectors >= 12:
			accumulate12x8(to, from, at, of, n, stride)
			j += 12 * lanes
		case vectors >= 8:
			accumulate8x8(to, from, at, of, n, stride)
			j += 8 * lanes
		case vectors >= 4:
			accumulate4x8(to, from, at, of, n, stride)
			j += 4 * lanes
		case vectors >= 2:
			accumulate2x8(to, from, at, of, n, stride)
			j += 2 * lanes
		default:
			accumulate1x8(to, from, at, of, n, stride)
			j += lanes
		}
	}
	for ; j < width; j++ {
		sum := out[j]
		for k, i := range index {
			sum += value[k] * weight[int(i)*width+j]
		}
		out[j] = sum
	}
}

// accumulateWide is accumulate for the columns that fill vectors of wide floats, and returns
// their number.
func accumulateWide(out, weight []float32, index []int32, value []float32) (j int) {
	width, n := len(out), len(index)
	stride, at, of := 4*width, unsafe.SliceData(index), unsafe.SliceData(value)
	for width-j >= wide {
		to, from := &out[j], &weight[j]
		switch vectors := (width - j) / wide; {
		case vectors >= 16:
			accumulate16x16(to, from, at, of, n, stride)
			j += 16 * wide
		case vectors >= 12:
			accumulate12x16(to, from, at, of, n, stride)
			j += 12 * wide
		case vectors >= 8:
			accumulate8x16(to, from, at, of, n, stride)
			j += 8 * wide
		case vectors >= 4:
			accumulate4x16(to, from, at, of, n, stride)
			j += 4 * wide
		case vectors >= 2:
			accumulate2x16(to, from, at, of, n, stride)
			j += 2 * wide
		default:
			accumulate1x16(to, from, at, of, n, stride)
			j += wide
		}
	}
	return j
}

// multiplyRxMxN writes to R rows of M vectors of N floats those at from, with the products of n
// elements of each row of a with n rows of b added. Strides are in bytes: between rows of out,
// between rows and elements of a, between rows of b, between rows at from. See accumulate_amd64.s.
//
//go:noescape
func multiply4x4x16(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)

//go:noescape
func multiply4x2x16(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)

//go:noescape
func multiply4x1x16(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)

//go:noescape
func multiply1x4x16(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)

//go:noescape
func multiply1x2x16(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)

//go:noescape
func multiply1x1x16(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)

//go:noescape
func multiply4x3x8(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)

//go:noescape
func multiply4x2x8(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)

//go:noescape
func multiply4x1x8(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)

//go:noescape
func multiply1x3x8(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)

//go:noescape
func multiply1x2x8(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)

//go:noescape
func multiply1x1x8(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)

// tile is a run of columns of multiply, for four rows and for one.
type tile struct {
	columns int
	wide    bool
	four    func(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)
	one     func(out, a, b *float32, n, outStride, rowStride, stride, bStride int, from *float32, fromStride int)
}

// tiles are the runs of columns, the widest first.
var tiles = []tile{
	{4 * wide, true, multiply4x4x16, multiply1x4x16},
	{2 * wide, true, multiply4x2x16, multiply1x2x16},
	{wide, true, multiply4x1x16, multiply1x1x16},
	{3 * lanes, false, multiply4x3x8, multiply1x3x8},
	{2 * lanes, false, multiply4x2x8, multiply1x2x8},
	{lanes, false, multiply4x1x8, multiply1x1x8},
}

// multiplyFrom is multiply whose sums begin with a row of start [width], if there is one, instead
// of what is in out.
func multiplyFrom(start, out, a, b []float32, width, inner, rowStride, stride int) {
	if !hasSIMD || inner == 0 {
		spread(start, out)
		multiplyGo(out, a, b, width, inner, rowStride, stride)
		return
	}
	rows := len(out) / max(1, width)
	if rows == 0 || width == 0 {
		return
	}
	if start != nil {
		start = start[:width]
	}
	_, _ = a[(rows-1)*rowStride+(inner-1)*stride], b[inner*width-1]
	j := 0
	if rows < manyRows {
		j = multiplyTiles(start, out, a, b, width, inner, rowStride, stride, nil)
	} else {
		columns := freeColumns.Get().(*tileColumns)
		for r := 0; r < rows; r += pieceRows {
			n := min(pieceRows, rows-r)
			begin := start
			for k := 0; k < inner; k += pieceInner {
				j = multiplyTiles(begin, out[r*width:(r+n)*width], a[r*rowStride+k*stride:], b[k*width:], width, min(pieceInner, inner-k), rowStride, stride, columns)
				begin = nil
			}
		}
		freeColumns.Put(columns)
	}
	if start != nil && j < width {
		for to := out; len(to) > 0; to = to[width:] {
			copy(to[j:width], start[j:])
		}
	}
	for ; j < width; j += few {
		multiplyFew(out, a, b, width, inner, rowStride, stride, j, min(few, width-j))
	}
}

// A product of many rows is made in pieces that stay in a processor's first cache, with the columns
// of b that a tile reads copied to where they lie together: rows that lie a power of two apart
// meet in the same places of a cache. Each sum has its elements in the same order, and so the
// same bits.
const (
	manyRows   = 64  // from which on the copies pay
	pieceRows  = 256 // of a piece
	pieceInner = 128 // elements of a sum in a piece
)

// tileColumns holds the columns of b that a tile reads.
type tileColumns [pieceInner * 4 * wide]float32

var freeColumns = sync.Pool{New: func() any { return new(tileColumns) }}

// multiplyTiles is multiplyFrom for the columns that fill tiles, and returns their number. It copies
// columns of b, unless there is nowhere to.
func multiplyTiles(start, out, a, b []float32, width, inner, rowStride, stride int, columns *tileColumns) (j int) {
	rows := len(out) / width
	for _, t := range tiles {
		if t.wide && !hasWide {
			continue
		}
		for ; width-j >= t.columns; j += t.columns {
			of, bStride := &b[j], width
			if columns != nil && width > t.columns {
				for k := range inner {
					copy(columns[k*t.columns:(k+1)*t.columns], b[k*width+j:])
				}
				of, bStride = &columns[0], t.columns
			}
			for r := 0; r < rows; {
				to := &out[r*width+j]
				from, fromStride := to, 4*width
				if start != nil {
					from, fromStride = &start[j], 0
				}
				if r+4 <= rows {
					t.four(to, &a[r*rowStride], of, inner, 4*width, 4*rowStride, 4*stride, 4*bStride, from, fromStride)
					r += 4
				} else {
					t.one(to, &a[r*rowStride], of, inner, 4*width, 4*rowStride, 4*stride, 4*bStride, from, fromStride)
					r++
				}
			}
		}
	}
	return j
}

// few is the number of floats of the narrowest vectors.
const few = 4

// multiplyFew is multiplyColumns for a few columns from one on: four rows at once, in vectors that
// have room for the columns. Products are rounded before they are added, as there.
func multiplyFew(out, a, b []float32, width, inner, rowStride, stride, from, columns int) {
	const block = 128
	var of [few * block]float32 // columns of b
	var sums [4][few]float32
	rows, p := len(out)/width, unsafe.Pointer(&of)
	for begin := 0; begin < inner; begin += block {
		n := min(block, inner-begin)
		for k := range n {
			copy(of[few*k:few*k+columns], b[(begin+k)*width+from:])
		}
		for r := 0; r < rows; r += 4 {
			there := min(4, rows-r)
			var x [4]unsafe.Pointer
			for i := range x {
				row := r + min(i, there-1) // beyond the last row its sums are made again, for nobody
				copy(sums[i][:columns], out[row*width+from:])
				x[i] = unsafe.Pointer(&a[row*rowStride+begin*stride])
			}
			s0, s1 := archsimd.LoadFloat32x4Array(&sums[0]), archsimd.LoadFloat32x4Array(&sums[1])
			s2, s3 := archsimd.LoadFloat32x4Array(&sums[2]), archsimd.LoadFloat32x4Array(&sums[3])
			for k := range n {
				w, at := archsimd.LoadFloat32x4Array((*[few]float32)(unsafe.Add(p, 4*few*k))), 4*k*stride
				s0 = s0.Add(archsimd.BroadcastFloat32x4(*(*float32)(unsafe.Add(x[0], at))).Mul(w))
				s1 = s1.Add(archsimd.BroadcastFloat32x4(*(*float32)(unsafe.Add(x[1], at))).Mul(w))
				s2 = s2.Add(archsimd.BroadcastFloat32x4(*(*float32)(unsafe.Add(x[2], at))).Mul(w))
				s3 = s3.Add(archsimd.BroadcastFloat32x4(*(*float32)(unsafe.Add(x[3], at))).Mul(w))
			}
			s0.StoreArray(&sums[0])
			s1.StoreArray(&sums[1])
			s2.StoreArray(&sums[2])
			s3.StoreArray(&sums[3])
			for i := range there {
				copy(out[(r+i)*width+from:][:columns], sums[i][:columns])
			}
		}
	}
	archsimd.ClearAVXUpperBits()
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

func bend(y, d []float32) {
	if !hasSIMD {
		bendGo(y, d)
		return
	}
	p, q := unsafe.Pointer(unsafe.SliceData(y[:len(d)])), unsafe.Pointer(unsafe.SliceData(d))
	one := archsimd.BroadcastFloat32x8(1)
	i := 0
	for ; i+lanes <= len(d); i += lanes {
		v := load(p, i)
		store(load(q, i).Mul(one.Sub(v.Mul(v))), q, i)
	}
	archsimd.ClearAVXUpperBits()
	bendGo(y[i:], d[i:])
}

// poolRows is poolGo for all columns.
func poolRows(pooled, x []float32, rows []int32, width int) {
	j := 0
	if hasSIMD {
		pooled = pooled[:2*width]
		p, from := unsafe.Pointer(unsafe.SliceData(pooled)), unsafe.Pointer(unsafe.SliceData(x))
		for ; j+lanes <= width; j += lanes {
			var sum, top vector
			first := true
			for _, r := range rows {
				if r < 0 {
					continue
				}
				at := int(r) * width
				_ = x[at+width-1]
				v := load(from, at+j)
				sum = sum.Add(v)
				if first {
					top, first = v, false
				} else {
					top = v.Merge(top, v.Greater(top))
				}
			}
			store(sum, p, j)
			store(top, p, width+j)
		}
		archsimd.ClearAVXUpperBits()
	}
	if j < width {
		poolGo(pooled, x, rows, width, j)
	}
}

// unpoolRows is unpoolGo for all columns.
func unpoolRows(d, gradient, pooled, x []float32, rows []int32, width int, share []float32) {
	j := 0
	if hasSIMD {
		d, gradient, pooled = d[:len(x)], gradient[:2*width], pooled[:2*width]
		from, to := unsafe.Pointer(unsafe.SliceData(x)), unsafe.Pointer(unsafe.SliceData(d))
		of, tops := unsafe.Pointer(unsafe.SliceData(gradient)), unsafe.Pointer(unsafe.SliceData(pooled))
		one := archsimd.BroadcastFloat32x8(1)
		for ; j+lanes <= width; j += lanes {
			top := load(tops, width+j)
			var count vector
			for _, r := range rows {
				if r < 0 {
					continue
				}
				at := int(r) * width
				_ = x[at+width-1]
				count = count.Add(one.Masked(load(from, at+j).Equal(top)))
			}
			sum, part := load(of, j), load(of, width+j).Div(count.Max(one))
			for _, r := range rows {
				if r >= 0 {
					at := int(r)*width + j
					g := sum.Add(part.Masked(load(from, at).Equal(top)))
					store(load(to, at).Add(g), to, at)
				}
			}
		}
		archsimd.ClearAVXUpperBits()
	}
	if j < width {
		unpoolGo(d, gradient, pooled, x, rows, width, j, share)
	}
}

func tanh(x []float32) {
	if !hasSIMD {
		tanhGo(x)
		return
	}
	i := 0
	if hasWide {
		i = tanhWide(x)
	}
	all := archsimd.BroadcastFloat32x8
	ptr := unsafe.Pointer(unsafe.SliceData(x))
	one, low, high := all(1), all(-tanhLimit), all(tanhLimit)
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

// tanhWide is tanh for the floats that fill vectors of wide floats, with the same bits, and returns
// their number.
func tanhWide(x []float32) (i int) {
	all := archsimd.BroadcastFloat32x16
	ptr := unsafe.Pointer(unsafe.SliceData(x))
	one, least, low, high := all(1), all(-1), all(-tanhLimit), all(tanhLimit)
	p1, p2, p3, p4, p5, p6 := all(tanhP1), all(tanhP2), all(tanhP3), all(tanhP4), all(tanhP5), all(tanhP6)
	q1, q2, q3, q4, q5, q6 := all(tanhQ1), all(tanhQ2), all(tanhQ3), all(tanhQ4), all(tanhQ5), all(tanhQ6)
	for ; i+wide <= len(x); i += wide {
		v := load16(ptr, i).Max(low).Min(high)
		y := v.Mul(v)
		p, q := y.MulAdd(p6, p5), y.MulAdd(q6, q5)
		p, q = y.MulAdd(p, p4), y.MulAdd(q, q4)
		p, q = y.MulAdd(p, p3), y.MulAdd(q, q3)
		p, q = y.MulAdd(p, p2), y.MulAdd(q, q2)
		p, q = y.MulAdd(p, p1), y.MulAdd(q, q1)
		p, q = y.MulAdd(p, one), y.MulAdd(q, one)
		store16(v.Mul(p).Div(q).Max(least).Min(one), ptr, i)
	}
	archsimd.ClearAVXUpperBits()
	return i
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
		// The last vector overlaps the one before it, where there is one, and room for it.
		if left := len(x) - i; left > 0 && i > 0 && n+wide <= len(x) {
			i = len(x) - wide
			v := load16(p, i)
			if bits16 := v.NotEqual(zero).ToBits() >> (wide - left) << (wide - left); bits16 != 0 {
				there := archsimd.Mask32x16FromBits(bits16)
				store16(v.Compress(there), to, n)
				archsimd.LoadInt32x16Array(&firstPlaces).Add(archsimd.BroadcastInt32x16(int32(i))).Compress(there).StoreArray((*[wide]int32)(unsafe.Add(at, n*4)))
				n += bits.OnesCount16(bits16)
			}
			i = len(x)
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
