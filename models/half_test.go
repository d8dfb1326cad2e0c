package models

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const largestHalf = 65504

// Every half is a float, and the same half again.
func TestEveryHalfSurvives(t *testing.T) {
	for h := range 1 << 16 {
		f := FromHalf(uint16(h))
		if ToHalf(f) != uint16(h) {
			t.Fatalf("half %#04x is %v, and then half %#04x", h, f, ToHalf(f))
		}
	}
	// Values of IEEE 754-2008, table 3.5 and its formulas.
	for h, want := range map[uint16]float32{
		0x0000: 0, 0x0001: 0x1p-24, 0x03ff: 1023 * 0x1p-24, 0x0400: 0x1p-14, 0x3555: 1365. / 4096,
		0x3c00: 1, 0x3c01: 1 + 0x1p-10, 0xc000: -2, 0x7bff: largestHalf, 0x7c00: float32(math.Inf(1)), 0xfc00: float32(math.Inf(-1)),
	} {
		assert.Equal(t, want, FromHalf(h), "%#04x", h)
	}
	assert.True(t, math.Signbit(float64(FromHalf(halfSign))), "-0")
	assert.True(t, math.IsNaN(float64(FromHalf(0x7e00))))
	assert.True(t, math.IsNaN(float64(FromHalf(ToHalf(math.Float32frombits(0x7f800001))))), "a NaN whose fraction is cut off")
}

// Between any two neighbours the middle goes to the even one, and the floats beside the
// middle to the nearer one; signs do not matter.
func TestFloatsGoToTheNearestHalf(t *testing.T) {
	for h := range uint16(halfInfinite) {
		low, high := float64(FromHalf(h)), float64(FromHalf(h+1))
		if h+1 == halfInfinite {
			high = 1 << 16 // the next one, had there been one
		}
		middle := float32((low + high) / 2)
		even := h + h&1
		for _, x := range []struct {
			f    float32
			want uint16
		}{
			{middle, even},
			{math.Nextafter32(middle, 0), h},
			{math.Nextafter32(middle, math.MaxFloat32), h + 1},
			{math.Nextafter32(float32(low), math.MaxFloat32), h},
		} {
			if ToHalf(x.f) != x.want || ToHalf(-x.f) != x.want|halfSign {
				t.Fatalf("%v between %v and %v: half %#04x and %#04x, want %#04x", x.f, low, high, ToHalf(x.f), ToHalf(-x.f), x.want)
			}
		}
	}
	assert.EqualValues(t, halfInfinite, ToHalf(math.MaxFloat32))
	assert.Zero(t, ToHalf(math.SmallestNonzeroFloat32))
}

func TestTooLargeWeightsAreRefused(t *testing.T) {
	w := Init(&Network{Fields: []Field{{Name: "x", Shape: []int{2}}}, Actions: 3, Hidden: []int{4}, Activation: ReLU}, 1)
	bias := w.Tensor(PolicyHead + "/bias")
	bias[1] = -65519
	half, err := w.Halved()
	require.NoError(t, err)
	assert.EqualValues(t, -largestHalf, half.Tensor(PolicyHead + "/bias")[1], "rounded down")
	assert.EqualValues(t, -65519, bias[1])
	bias[1] = -65520
	_, err = w.Halved()
	assert.EqualError(t, err, `tensor "policy/bias": element 1 is -65520: want at most 65504, the largest number of half precision`)
	var file bytes.Buffer
	assert.ErrorContains(t, w.WriteHalf(&file, nil), `safetensors: tensor "policy/bias": element 1 is -65520`)
	assert.Zero(t, file.Len(), "nothing half-written")
}

// Files of half precision hold the rounded weights, are read as such only where they are
// wanted, and the policy hardly differs.
func TestWeightsOfHalfPrecision(t *testing.T) {
	net := &Network{
		Fields:  []Field{{Name: "hand", Shape: []int{5}, Vocab: "card"}, {Name: "units", Shape: []int{3, 4}, Set: true}, {Name: "history", Shape: []int{6}}},
		Actions: 7, Embedding: 4, SetHidden: 8, Hidden: []int{32, 32}, Activation: Tanh,
	}
	w := Init(net, 1)
	var single, half bytes.Buffer
	require.NoError(t, w.Write(&single, nil))
	require.NoError(t, w.WriteHalf(&half, nil))
	assert.InDelta(t, 2*len(w.Flat), single.Len()-half.Len(), 64, "half the bytes")

	_, _, err := ReadWeights(bytes.NewReader(half.Bytes()), net)
	assert.ErrorContains(t, err, "is of half precision: want F32")
	same, isHalf, err := ReadHalfWeights(bytes.NewReader(single.Bytes()), net)
	require.NoError(t, err)
	assert.Equal(t, w.Flat, same.Flat)
	assert.False(t, isHalf)
	back, isHalf, err := ReadHalfWeights(bytes.NewReader(half.Bytes()), net)
	require.NoError(t, err)
	assert.True(t, isHalf)
	rounded, err := w.Halved()
	require.NoError(t, err)
	assert.Equal(t, rounded.Flat, back.Flat)
	assert.NotEqual(t, w.Flat, back.Flat)
	var again bytes.Buffer
	require.NoError(t, back.WriteHalf(&again, nil))
	assert.Equal(t, half.Bytes(), again.Bytes())

	one, two := NewForward(w), NewForward(back)
	largest := 0.
	for seed := range 50 {
		observation := make([]float32, net.ObservationSize())
		for i := range observation {
			observation[i] = float32(math.Sin(float64(seed*100 + i)))
		}
		var probs [2][7]float32
		for i, f := range []Forward{one, two} {
			var logits [7]float32
			f.Eval(observation, logits[:])
			for j := range logits {
				logits[j] *= 100 // a first policy is nearly even: one that has learned is not
			}
			MaskedSoftmax(logits[:], []int32{0, 1, 2, 3, 4, 5, 6}, probs[i][:])
		}
		for j := range probs[0] {
			largest = max(largest, math.Abs(float64(probs[0][j]-probs[1][j])))
		}
	}
	assert.Positive(t, largest)
	assert.Less(t, largest, 1e-2)
	t.Logf("probabilities differ by at most %.5f", largest)
}

// Stepped weights are the multiples of one power of two that are nearest, none is -0, and rounding
// them again changes nothing.
func TestSteppedWeightsAreMultiples(t *testing.T) {
	for _, scale := range []float32{1, 0.001, 1e-7, 0} {
		w := Init(&Network{Fields: []Field{{Name: "x", Shape: []int{20}}}, Actions: 5, Hidden: []int{30}, Activation: Tanh}, 1)
		squares := 0.0
		for i := range w.Flat {
			w.Flat[i] *= scale
			squares += float64(w.Flat[i]) * float64(w.Flat[i])
		}
		const steps = 32
		step := math.Exp2(max(math.Round(math.Log2(math.Sqrt(squares/float64(len(w.Flat)))/steps)), -24))
		c, err := w.Stepped(steps)
		require.NoError(t, err)
		different := map[float32]bool{}
		for i, v := range c.Flat {
			different[v] = true
			if n := float64(v) / step; n != math.Trunc(n) || math.Abs(float64(w.Flat[i])/step-n) > 0.5 || v == 0 && math.Signbit(float64(v)) {
				t.Fatalf("%v, of %v, in steps of %v", v, w.Flat[i], step)
			}
		}
		assert.Less(t, len(different), 20*steps)
		again, err := c.Stepped(steps)
		require.NoError(t, err)
		assert.Equal(t, c.Flat, again.Flat)
	}
	large := Init(&Network{Fields: []Field{{Name: "x", Shape: []int{2}}}, Actions: 2, Hidden: []int{2}, Activation: Tanh}, 1)
	large.Flat[0] = 1e6
	_, err := large.Stepped(32)
	assert.ErrorContains(t, err, "half precision")
}
