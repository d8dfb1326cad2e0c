//go:build goexperiment.simd && amd64

package models

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// Vectors of every width have the same bits: a training goes on with them on any processor
// with AVX2 and FMA.
func TestWideVectorsHaveTheBitsOfNarrowOnes(t *testing.T) {
	if !hasWide {
		t.Skip("no vectors of 512 bits here")
	}
	defer func() { hasWide = true }()
	rng := rand.New(rand.NewPCG(1, 2))
	draw := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			if rng.IntN(3) > 0 {
				x[i] = float32(rng.NormFloat64())
			}
		}
		return x
	}
	for _, width := range []int{1, 3, 5, 15, 16, 17, 31, 48, 64, 100, 128, 192, 200, 256, 461} {
		for _, in := range []int{0, 1, 16, 17, 100, 130} {
			x, weight, out := draw(in), draw(in*width), draw(width)
			many := 5
			if in > 100 {
				many = manyRows + 1
			}
			rows := draw(many * in)
			var results, products, bent [2][]float32
			for i, wide := range []bool{true, false} {
				hasWide = wide
				a := nonzero{index: make([]int32, in), value: make([]float32, in)}
				a.gather(x)
				results[i] = append([]float32{}, out...)
				accumulate(results[i], weight, a.index[:a.n], a.value[:a.n])
				products[i] = slices.Repeat(out, many)
				multiply(products[i], rows, weight, width, in, in, 1)
				bent[i] = slices.Clone(weight)
				tanh(bent[i])
			}
			require.Equal(t, results[0], results[1])
			require.Equal(t, products[0], products[1])
			require.Equal(t, bent[0], bent[1])
		}
	}
}

// The columns that fill no vector have the bits of plain loops, in any number of rows and where
// elements are strides apart.
func TestFewColumnsHaveTheBitsOfPlainLoops(t *testing.T) {
	if !hasSIMD {
		t.Skip("no vectors here")
	}
	rng := rand.New(rand.NewPCG(3, 4))
	draw := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(rng.NormFloat64())
		}
		return x
	}
	for _, width := range []int{1, 2, 3, 4, 5, 6, 7} {
		for _, rows := range []int{1, 2, 4, 5, 11} {
			for _, inner := range []int{1, 3, 128, 129, 300} {
				a, b, got := draw(rows*inner), draw(inner*width), draw(rows*width)
				want, turned, wantTurned := slices.Clone(got), slices.Clone(got), slices.Clone(got)
				multiply(got, a, b, width, inner, inner, 1)
				multiplyColumns(want, a, b, width, inner, inner, 1, 0)
				require.Equal(t, want, got)
				multiply(turned, a, b, width, inner, 1, rows)
				multiplyColumns(wantTurned, a, b, width, inner, 1, rows, 0)
				require.Equal(t, wantTurned, turned)
			}
		}
	}
}
