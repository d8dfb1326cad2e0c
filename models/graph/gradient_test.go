package graph_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/graph"
)

const entropyWeight = 0.05

func learnerConfig(net *models.Network, minibatch int) graph.LearnerConfig {
	return graph.LearnerConfig{
		Minibatch: minibatch, Inputs: clippedInputs(net.Actions), Scalars: 1,
		Adam: graph.DefaultAdam(), MaxGradNorm: 0.5,
	}
}

// The backward pass by hand, GoMLX's and central differences of a second
// implementation in float64 agree for every parameter of every architecture; the differences are of
// every thirteenth by default, of all with RINGER_LONG=1.
func TestGradients(t *testing.T) {
	for name, net := range architectures() {
		t.Run(name, func(t *testing.T) {
			const n = 4
			rng := rand.New(rand.NewPCG(5, 6))
			w := jitter(models.Init(net, 3), rng)
			obs, inputs := experience(net, n, rng)
			cfg := learnerConfig(net, n)
			byHand, objective, err := graph.Gradient(w, clippedLoss, cfg, obs, inputs, []float32{entropyWeight})
			require.NoError(t, err)
			inGraph, _, err := graph.Gradient(w, clippedLoss, graph.InGraph(cfg), obs, inputs, []float32{entropyWeight})
			require.NoError(t, err)
			cfg.Autodiff = true
			auto, _, err := graph.Gradient(w, clippedLoss, cfg, obs, inputs, []float32{entropyWeight})
			require.NoError(t, err)
			every := 13 // no layer is as wide, so that all of its columns are met
			if os.Getenv("RINGER_LONG") == "1" {
				every = 1
			}
			differences, loss := centralDifferences(w, obs, inputs, n, every)
			assert.InDelta(t, loss, objective, 1e-5)
			assert.InDeltaSlice(t, auto, byHand, 1e-5, "by hand against autodiff")
			assert.InDeltaSlice(t, auto, inGraph, 1e-5, "by hand in one graph against autodiff")
			assert.InDeltaSlice(t, differences, eachOf(byHand, every), 2e-5, "by hand against differences")
			assert.InDeltaSlice(t, differences, eachOf(auto, every), 2e-5, "autodiff against differences")
			assert.Greater(t, norm(byHand), 1e-2, "gradients are not all nothing")
		})
	}
}

// The rows that a large minibatch is filled up with (see addRows) change no gradient.
func TestGradientsOfALargeMinibatch(t *testing.T) {
	for name, net := range architectures() {
		t.Run(name, func(t *testing.T) {
			const n = 512
			rng := rand.New(rand.NewPCG(5, 6))
			w := jitter(models.Init(net, 3), rng)
			obs, inputs := experience(net, n, rng)
			cfg := learnerConfig(net, n)
			byHand, _, err := graph.Gradient(w, clippedLoss, cfg, obs, inputs, []float32{entropyWeight})
			require.NoError(t, err)
			cfg.Autodiff = true
			auto, _, err := graph.Gradient(w, clippedLoss, cfg, obs, inputs, []float32{entropyWeight})
			require.NoError(t, err)
			assert.InDeltaSlice(t, auto, byHand, 1e-5)
			assert.Greater(t, norm(byHand), 1e-3, "gradients are not all nothing")
		})
	}
}

// Two equal entities share the maximum, and its gradient once, not twice.
func TestGradientOfSharedMaximum(t *testing.T) {
	net := architectures()["entities"]
	rng := rand.New(rand.NewPCG(5, 6))
	w := jitter(models.Init(net, 3), rng)
	obs, inputs := experience(net, 2, rng)
	for row := range 2 {
		units := obs[row*net.ObservationSize():][:30] // [5, 6]
		units[0] = 1
		copy(units[6:12], units[:6])
		copy(units[12:18], units[:6])
		clear(units[18:])
	}
	byHand, _, err := graph.Gradient(w, clippedLoss, learnerConfig(net, 2), obs, inputs, []float32{entropyWeight})
	require.NoError(t, err)
	differences, _ := centralDifferences(w, obs, inputs, 2, 1)
	assert.InDeltaSlice(t, differences, byHand, 2e-5)
}

// eachOf returns values at a distance from each other, the first one first.
func eachOf(values []float32, every int) (some []float32) {
	for i := 0; i < len(values); i += every {
		some = append(some, values[i])
	}
	return some
}

// centralDifferences returns the slopes of the parameters that eachOf names.
func centralDifferences(w *models.Weights, obs []float32, inputs []any, n, every int) (gradient []float64, loss float64) {
	flat := make([]float64, len(w.Flat))
	for i, v := range w.Flat {
		flat[i] = float64(v)
	}
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	r := newReference(w, flat)
	at := func(i int, v float64) float64 {
		before := flat[i]
		defer func() { flat[i] = before }()
		flat[i] = v
		return r.loss(obs, inputs, rows, entropyWeight)
	}
	const h = 1e-5
	for i := 0; i < len(flat); i += every {
		v := flat[i]
		gradient = append(gradient, (at(i, v+h)-at(i, v-h))/(2*h))
	}
	return gradient, r.loss(obs, inputs, rows, entropyWeight)
}

func norm(x []float32) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	return sum
}
