package models_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/models"
)

// Finite tells the largest and the smallest numbers from those that are none.
func TestFinite(t *testing.T) {
	w := models.Init(&models.Network{Fields: []models.Field{{Name: "x", Shape: []int{1}}}, Actions: 2, Hidden: []int{2}, Activation: models.ReLU}, 1)
	for _, v := range []float32{0, math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, 1} {
		w.Flat[3] = v
		assert.NoError(t, w.Finite(), v)
	}
	for _, v := range []float32{float32(math.NaN()), -float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), math.Float32frombits(0x7f800001)} {
		w.Flat[3] = v
		assert.ErrorContains(t, w.Finite(), "element", v)
	}
}

func TestInitIsOrthogonal(t *testing.T) {
	net := table()
	net.Fields[0].Shape = []int{40}
	w := models.Init(net, 1)
	for i, info := range w.Infos() {
		m := w.At(i)
		if len(info.Shape) == 1 {
			for _, v := range m {
				assert.Zero(t, v, info.Name)
			}
			continue
		}
		gain := math.Sqrt2
		switch info.Name {
		case "policy/weight":
			gain = 0.01
		case "value/weight":
			gain = 1
		case "embedding/card", "embedding/token":
			continue
		}
		in, out := info.Shape[0], info.Shape[1]
		// The shorter side holds the orthonormal vectors.
		at := func(vector, j int) float64 { return float64(m[j*out+vector]) }
		n, length := out, in
		if out > in {
			n, length = in, out
			at = func(vector, j int) float64 { return float64(m[vector*out+j]) }
		}
		for a := range n {
			for b := range n {
				dot, want := 0.0, 0.0
				for j := range length {
					dot += at(a, j) * at(b, j)
				}
				if a == b {
					want = gain * gain
				}
				assert.InDelta(t, want, dot, 1e-5*gain*gain, info.Name)
			}
		}
	}
	assert.NoError(t, w.Finite())
}

func TestEmbeddingsHaveUnitLength(t *testing.T) {
	net := &models.Network{Fields: []models.Field{{Name: "hand", Shape: []int{200}, Vocab: "card"}}, Actions: 2, Embedding: 64, Hidden: []int{4}, Activation: models.ReLU}
	sum := 0.0
	for _, v := range models.Init(net, 1).Tensor("embedding/card") {
		sum += float64(v) * float64(v)
	}
	assert.InDelta(t, 1, sum/200, 0.05)
}

// The first weights depend on the seed, and are these bits on every machine:
// a run can be repeated elsewhere.
func TestInitIsDeterministic(t *testing.T) {
	a, b := models.Init(table(), 7), models.Init(table(), 7)
	assert.Equal(t, a.Flat, b.Flat)
	assert.NotEqual(t, a.Flat, models.Init(table(), 8).Flat)
	h := sha256.New()
	for _, v := range a.Flat {
		_ = binary.Write(h, binary.LittleEndian, v)
	}
	assert.Equal(t, "d02d3db7be79d6cc", fmt.Sprintf("%x", h.Sum(nil)[:8]))
}

// A layer more or less leaves the others as they were.
func TestInitByTensor(t *testing.T) {
	net := table()
	net.Hidden = append(net.Hidden, 6)
	assert.Equal(t, models.Init(table(), 7).Tensor("actor/1/weight"), models.Init(net, 7).Tensor("actor/1/weight"))
}
