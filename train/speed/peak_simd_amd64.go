//go:build goexperiment.simd && amd64

package speed

import (
	"simd/archsimd"
	"strings"

	"ringer/models/graph"
)

// chains is the number of sums that a kernel keeps in registers: more than a processor
// has multiplications under way at a time.
const chains = 12

// wide is the width in floats of the vectors that the backend uses, 1 for none.
func wide() int {
	switch {
	case strings.HasPrefix(graph.Vectors(), "avx512"):
		return 16
	case strings.HasPrefix(graph.Vectors(), "avx2") && archsimd.X86.FMA():
		return 8
	}
	return 1
}

func kernelName() string {
	switch wide() {
	case 16:
		return "512-bit fused multiply-add"
	case 8:
		return "256-bit fused multiply-add"
	}
	return "single floats"
}

func kernelOperations() float64 {
	if wide() == 1 {
		return plainOperations
	}
	return float64(2 * chains * wide())
}

// kernel does turns × kernelOperations operations, and returns the sum of its chains, which
// all go to 2.
func kernel(turns int) float32 {
	switch wide() {
	case 16:
		return kernel512(turns)
	case 8:
		return kernel256(turns)
	}
	return plainKernel(turns)
}

func kernel512(turns int) float32 {
	x, y := archsimd.BroadcastFloat32x16(0.5), archsimd.BroadcastFloat32x16(1)
	var sums [chains]archsimd.Float32x16
	for i := range sums {
		sums[i] = archsimd.BroadcastFloat32x16(float32(i)) // different, or they would be one
	}
	a, b, c, d, e, f := sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]
	g, h, i, j, k, l := sums[6], sums[7], sums[8], sums[9], sums[10], sums[11]
	for range turns {
		a, b, c = a.MulAdd(x, y), b.MulAdd(x, y), c.MulAdd(x, y)
		d, e, f = d.MulAdd(x, y), e.MulAdd(x, y), f.MulAdd(x, y)
		g, h, i = g.MulAdd(x, y), h.MulAdd(x, y), i.MulAdd(x, y)
		j, k, l = j.MulAdd(x, y), k.MulAdd(x, y), l.MulAdd(x, y)
	}
	var out [16]float32
	a.Add(b).Add(c).Add(d).Add(e).Add(f).Add(g).Add(h).Add(i).Add(j).Add(k).Add(l).StoreArray(&out)
	archsimd.ClearAVXUpperBits()
	return out[0]
}

func kernel256(turns int) float32 {
	x, y := archsimd.BroadcastFloat32x8(0.5), archsimd.BroadcastFloat32x8(1)
	var sums [chains]archsimd.Float32x8
	for i := range sums {
		sums[i] = archsimd.BroadcastFloat32x8(float32(i)) // different, or they would be one
	}
	a, b, c, d, e, f := sums[0], sums[1], sums[2], sums[3], sums[4], sums[5]
	g, h, i, j, k, l := sums[6], sums[7], sums[8], sums[9], sums[10], sums[11]
	for range turns {
		a, b, c = a.MulAdd(x, y), b.MulAdd(x, y), c.MulAdd(x, y)
		d, e, f = d.MulAdd(x, y), e.MulAdd(x, y), f.MulAdd(x, y)
		g, h, i = g.MulAdd(x, y), h.MulAdd(x, y), i.MulAdd(x, y)
		j, k, l = j.MulAdd(x, y), k.MulAdd(x, y), l.MulAdd(x, y)
	}
	var out [8]float32
	a.Add(b).Add(c).Add(d).Add(e).Add(f).Add(g).Add(h).Add(i).Add(j).Add(k).Add(l).StoreArray(&out)
	archsimd.ClearAVXUpperBits()
	return out[0]
}
