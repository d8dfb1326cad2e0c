package gated_test

import (
	"math/rand/v2"
	"ringer/models"
	"ringer/models/graph"
	"testing"

	"example.com/curio/gated"
)

// Play and learning see the same network.
func TestBothHalvesAgree(t *testing.T) {
	if err := graph.Register(gated.Kind); err != nil {
		t.Fatal(err)
	}
	net := &models.Network{
		Kind: gated.Kind.Name, Fields: []models.Field{{Name: "x", Shape: []int{7}}}, Actions: 4,
		Hidden: []int{1}, Activation: models.ReLU, Settings: map[string]int{"width": 5},
	}
	if err := net.Validate(); err != nil {
		t.Fatal(err)
	}
	w, rng := models.Init(net, 1), rand.New(rand.NewPCG(1, 2))
	for i := range w.Flat {
		w.Flat[i] += float32(rng.NormFloat64())
	}
	observations := make([]float32, 6*7)
	for i := range observations {
		observations[i] = rng.Float32()
	}
	difference, err := graph.Difference(w, observations)
	if err != nil {
		t.Fatal(err)
	}
	if difference > 1e-4 {
		t.Errorf("plain Go and the graph differ by %g", difference)
	}
}
