package models

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// The kernels of this build and the portable ones do the same, at every width
// and remainder.
func TestKernelsEqualThePortableOnes(t *testing.T) {
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
	widths := []int{192, 200, 256, 300, 461}
	for width := 1; width < 150; width++ {
		widths = append(widths, width)
	}
	for _, width := range widths {
		for _, in := range []int{0, 1, 2, 3, 4, 5, 7, 64} {
			x, weight, out := draw(in), draw(in*width), draw(width)
			a := nonzero{index: make([]int32, in), value: make([]float32, in)}
			a.gather(x)
			index, value := make([]int32, in), make([]float32, in)
			n := compressGo(x, index, value)
			require.Equal(t, index[:n], a.index[:a.n])
			require.Equal(t, value[:n], a.value[:a.n])
			want := append([]float32{}, out...)
			for i, v := range x {
				for j := range want {
					want[j] += v * weight[i*width+j]
				}
			}
			portable := append([]float32{}, out...)
			accumulateGo(portable, weight, a.index[:a.n], a.value[:a.n])
			accumulate(out, weight, a.index[:a.n], a.value[:a.n])
			require.InDeltaSlice(t, want, portable, 1e-4)
			require.InDeltaSlice(t, want, out, 1e-4)
			same(t, portable, out)
		}
		a, b := draw(width), draw(width)
		require.InDelta(t, dotGo(a, b), dot(a, b), 1e-4)
		same(t, []float32{dotGo(a, b)}, []float32{dot(a, b)})
		x, y := append([]float32{}, a...), append([]float32{}, a...)
		relu(x)
		reluGo(y)
		require.Equal(t, y, x)
		copy(x, a)
		copy(y, a)
		tanh(x)
		tanhGo(y)
		require.InDeltaSlice(t, y, x, 5e-7)
		same(t, y, x)
	}
}

// Pooling and its gradient, and the slope of the hyperbolic tangent, have the bits of the plain
// loops: -1 numbers no row, rows may come more than once, and some share a maximum.
func TestPoolingHasTheBitsOfPlainLoops(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	draw := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			if rng.IntN(3) > 0 {
				x[i] = float32(rng.NormFloat64())
			}
		}
		return x
	}
	for _, width := range []int{1, 7, 8, 12, 16, 31, 48} {
		x, gradient := draw(9*width), draw(2*width)
		copy(x[width:2*width], x) // rows 0 and 1 are equal
		relu(x[2*width:])
		for _, rows := range [][]int32{{}, {-1, -1}, {4}, {0, 1, -1, 7}, {1, 3, 8, 3, 0, -1, 2}} {
			got, want := draw(2*width), draw(2*width)
			poolRows(got, x, rows, width)
			poolGo(want, x, rows, width, 0)
			require.Equal(t, want, got)
			d, share := draw(len(x)), draw(width)
			dWant := append([]float32{}, d...)
			unpoolRows(d, gradient, got, x, rows, width, share)
			unpoolGo(dWant, gradient, want, x, rows, width, 0, share)
			require.Equal(t, dWant, d)
		}
		d := draw(len(x))
		want := append([]float32{}, d...)
		bend(x, d)
		for i, v := range x {
			want[i] *= 1 - float32(v*v)
		}
		require.Equal(t, want, d)
	}
}

// same wants the very bits of the portable kernels from the kernels of WebAssembly: a
// browser then plays as every build without vectors does.
func same(t *testing.T, portable, got []float32) {
	t.Helper()
	if runtime.GOARCH != "wasm" {
		return
	}
	for i := range portable {
		require.Equal(t, math.Float32bits(portable[i]), math.Float32bits(got[i]), "%v, %v", portable[i], got[i])
	}
}

func TestRowsOutOfTheMatrixPanic(t *testing.T) {
	for _, row := range []int32{-1, 2} {
		require.Panics(t, func() { accumulate(make([]float32, 8), make([]float32, 16), []int32{row}, []float32{1}) })
	}
}

func TestShareHasScratchOfItsOwn(t *testing.T) {
	net := &Network{
		Fields:  []Field{{Name: "x", Shape: []int{2}}, {Name: "units", Shape: []int{3, 2}, Set: true}},
		Actions: 2, SetHidden: 4, Hidden: []int{4}, Activation: Tanh,
	}
	f := NewForward(Init(net, 1)).(*forward)
	g := f.Share().(*forward)
	require.Same(t, f.tape.b, g.tape.b)
	observation, logits := make([]float32, net.ObservationSize()), make([]float32, net.Actions)
	observation[2] = 1 // an entity is there
	f.Eval(observation, logits)
	g.Eval(observation, logits)
	for _, pair := range [][2][]float32{
		{f.tape.policy[0].y, g.tape.policy[0].y},
		{f.tape.critic[0].y, g.tape.critic[0].y},
		{f.tape.logits, g.tape.logits},
		{f.tape.values, g.tape.values},
		{f.tape.input.value, g.tape.input.value},
		{f.tape.encoders[0].content, g.tape.encoders[0].content},
		{f.tape.encoders[0].pooled, g.tape.encoders[0].pooled},
		{f.tape.encoders[0].made[1].y, g.tape.encoders[0].made[1].y},
	} {
		require.NotEmpty(t, pair[0])
		require.NotSame(t, &pair[0][0], &pair[1][0])
	}
}
