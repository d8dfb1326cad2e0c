package models

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

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
		b.Run("transposed/"+name, func(b *testing.B) {
			for b.Loop() {
				turned.addTo(back, out, c.out)
			}
			flops(b)
		})
	}
}
