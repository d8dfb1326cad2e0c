package models

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// sparseNoise draws a matrix of which a share is not zero.
func sparseNoise(n int, share float64, rng *rand.Rand) []float32 {
	x := make([]float32, n)
	for i := range x {
		if rng.Float64() < share {
			x[i] = float32(rng.NormFloat64())
		}
	}
	return x
}

// Products, piece by piece or not, agree with the plain definition; each sum has its elements
// in order, as a row by itself has them; and a transposed matrix has the same elements.
func TestSparseProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		rows, columns, width int
		share                float64
	}{{1, 1, 1, 1}, {3, 5, 7, 0.5}, {0, 4, 3, 1}, {40, 200, 128, 0.5}, {33, 700, 65, 0.9}, {20, 3000, 192, 0.02}, {5, 64, 6200, 1}, {9, 90, 300, 0}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			x := sparseNoise(c.rows*c.columns, c.share, rng)
			matrix, bias := sparseNoise(c.columns*c.width, 1, rng), sparseNoise(c.width, 1, rng)
			var s, turned, back sparse
			s.read(x, c.columns)
			assert.Equal(t, c.rows, s.rows())
			out, alone := make([]float32, c.rows*c.width), make([]float32, c.rows*c.width)
			s.times(matrix, bias, out, c.width)
			for i := range c.rows {
				to := alone[i*c.width : (i+1)*c.width]
				copy(to, bias)
				s.addRow(i, matrix, to)
				for j, got := range to {
					want := float64(bias[j])
					for k := range c.columns {
						want += float64(x[i*c.columns+k]) * float64(matrix[k*c.width+j])
					}
					assert.InDelta(t, want, got, 1e-3)
				}
			}
			assert.Equal(t, alone, out)
			s.times(matrix, nil, out, c.width)
			again := make([]float32, len(out))
			s.addTo(again, matrix, c.width)
			assert.Equal(t, again, out, "no bias is zero")

			turned.transpose(&s)
			assert.Equal(t, c.columns, turned.rows())
			for k := range c.columns {
				row := make([]float32, c.rows)
				for at := turned.begin[k]; at < turned.begin[k+1]; at++ {
					row[turned.index[at]] = turned.value[at]
				}
				for i, v := range row {
					assert.Equal(t, x[i*c.columns+k], v)
				}
			}
			back.transpose(&turned)
			assert.Equal(t, s.begin, back.begin)
			assert.Equal(t, len(s.index), len(back.index))
			if len(s.index) > 0 {
				assert.Equal(t, s.index, back.index)
				assert.Equal(t, s.value, back.value)
			}
		})
	}
}

func TestTranspose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range [][2]int{{1, 1}, {1, 9}, {16, 16}, {17, 33}, {40, 5}} {
		x, out := sparseNoise(c[0]*c[1], 1, rng), make([]float32, c[0]*c[1])
		transpose(x, out, c[1])
		for i := range c[0] {
			for j := range c[1] {
				assert.Equal(t, x[i*c[1]+j], out[j*c[0]+i])
			}
		}
	}
}

// Products of a minibatch's activations, half of which are zero, and of observations.
func BenchmarkSparse(b *testing.B) {
	for _, c := range []struct {
		rows, in, out int
		density       float64
	}{{512, 192, 128, 0.5}, {512, 256, 128, 0.5}, {512, 933, 192, 0.07}, {15, 192, 128, 0.5}} {
		rng := rand.New(rand.NewPCG(1, 2))
		x := make([]float32, c.rows*c.in)
		for i := range x {
			if rng.Float64() < c.density {
				x[i] = float32(rng.NormFloat64())
			}
		}
		weight, out, back := make([]float32, c.in*c.out), make([]float32, c.rows*c.out), make([]float32, c.in*c.out)
		for i := range weight {
			weight[i] = float32(rng.NormFloat64())
		}
		var s sparse
		s.read(x, c.in)
		var turned sparse
		turned.transpose(&s)
		name := fmt.Sprintf("%dx%dx%d", c.rows, c.in, c.out)
		flops := func(b *testing.B) {
			b.ReportMetric(2*float64(len(s.index)*c.out)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gflop/s")
		}
		b.Run("read/"+name, func(b *testing.B) {
			for b.Loop() {
				s.read(x, c.in)
			}
		})
		b.Run("turn/"+name, func(b *testing.B) {
			for b.Loop() {
				turned.transpose(&s)
			}
		})
		b.Run("times/"+name, func(b *testing.B) {
			for b.Loop() {
				s.times(weight, nil, out, c.out)
			}
			flops(b)
		})
		b.Run("multiply/"+name, func(b *testing.B) {
			for b.Loop() {
				multiply(out, x, weight, c.out, c.in, c.in, 1)
			}
			b.ReportMetric(2*float64(len(x)*c.out)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gflop/s")
		})
		b.Run("transposed/"+name, func(b *testing.B) {
			for b.Loop() {
				turned.addTo(back, out, c.out)
			}
			flops(b)
		})
	}
}

// sameSums compares sums: to the bit where all are added in order.
func sameSums(t *testing.T, want, got []float32) {
	t.Helper()
	if inOrder {
		assert.Equal(t, want, got)
	} else if assert.Len(t, got, len(want)) && len(want) > 0 {
		assert.InDeltaSlice(t, want, got, 1e-3)
	}
}

// Products with all elements have the bits of products that leave zeros out, rows and
// elements of the factor however far apart.
func TestMultiply(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range [][3]int{{1, 1, 1}, {5, 7, 9}, {9, 33, 150}, {4, 64, 64}, {6, 3, 47}, {3, 0, 8}, {0, 2, 8}, {70, 300, 70}, {259, 130, 261}, {64, 128, 64}} {
		rows, inner, width := c[0], c[1], c[2]
		x, w := sparseNoise(rows*inner, 0.6, rng), sparseNoise(inner*width, 1, rng)
		out := sparseNoise(rows*width, 1, rng)
		want, again := slices.Clone(out), slices.Clone(out)
		for r := range rows {
			var row sparse
			row.read(x[r*inner:(r+1)*inner], max(1, inner))
			if inner > 0 {
				row.addRow(0, w, want[r*width:(r+1)*width])
			}
		}
		multiply(out, x, w, width, inner, inner, 1)
		sameSums(t, want, out)
		turned := make([]float32, len(x))
		if inner > 0 {
			transpose(x, turned, inner)
		}
		multiply(again, turned, w, width, inner, 1, rows)
		sameSums(t, want, again)
		if rows > 0 && inner > 0 {
			begun, first := make([]float32, len(out)), out[:width]
			spread(first, begun)
			wanted := slices.Clone(begun)
			multiply(wanted, x, w, width, inner, inner, 1)
			clear(begun)
			multiplyFrom(slices.Clone(first), begun, x, w, width, inner, inner, 1)
			sameSums(t, wanted, begun)
		}
	}
	assert.Panics(t, func() { multiply(make([]float32, 8), make([]float32, 3), make([]float32, 16), 4, 4, 4, 1) }, "a is too small")
	assert.Panics(t, func() { multiply(make([]float32, 8), make([]float32, 8), make([]float32, 15), 4, 4, 4, 1) }, "b is too small")
}

// A matrix without zeros is not listed, and its products are the same.
func TestFullMatrices(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const rows, columns, width = 9, 12, 20
	x, w, d := sparseNoise(rows*columns, 1, rng), sparseNoise(columns*width, 1, rng), sparseNoise(rows*width, 1, rng)
	var full, list listed
	full.fill(x, columns)
	list.read(x, columns)
	list.matrix = nil
	assert.Equal(t, list.rows(), full.rows())
	assert.Equal(t, list.elements(), full.elements())
	for _, product := range []func(l *listed, out []float32){
		func(l *listed, out []float32) { l.times(w, nil, out[:rows*width], width) },
		func(l *listed, out []float32) { l.addRow(3, w, out[:width]) },
		func(l *listed, out []float32) { l.addTransposed(out[:columns*width], d, width) },
	} {
		want, got := make([]float32, columns*width), make([]float32, columns*width)
		product(&list, want)
		product(&full, got)
		sameSums(t, want, got)
	}
}
