package models_test

import (
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
