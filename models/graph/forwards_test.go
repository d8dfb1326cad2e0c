package graph_test

import (
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/graph"
)

// Inferences of equal networks run the same graphs, at the same time and each with its own
// weights; the graphs go when the last of them has gone.
func TestEqualNetworksShareGraphs(t *testing.T) {
	const rows = 8
	network := func(actions int) *models.Network {
		return &models.Network{Fields: []models.Field{{Name: "shared", Shape: []int{30}}}, Actions: actions, Hidden: []int{16}, Activation: models.ReLU}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	obs := observations(network(5), rows, rng)
	run := func(f *graph.Inference, actions int) []float32 {
		logits, values := make([]float32, rows*actions), make([]float32, rows)
		assert.NoError(t, f.Run(obs, rows, logits, values))
		return append(logits, values...)
	}
	const holders = 4
	var alone [holders][]float32
	for i := range holders {
		f := newInference(t, "graph", models.Init(network(5), uint64(i)), rows)
		alone[i] = run(f, 5)
		f.Close()
	}
	assert.Eventually(t, func() bool { runtime.GC(); return graph.Compiled(network(5)) == nil }, time.Minute, time.Millisecond)

	var wait sync.WaitGroup
	for i := range holders {
		f := newInference(t, "graph", models.Init(network(5), uint64(i)), rows, 2*rows)
		wait.Go(func() {
			for range 20 {
				assert.Equal(t, alone[i], run(f, 5))
			}
		})
	}
	other := newInference(t, "graph", models.Init(network(6), 1), rows)
	run(other, 6)
	wait.Wait()
	assert.Equal(t, []int{rows}, graph.Compiled(network(5)), "once, and no size that nobody asked for")
	assert.Equal(t, []int{rows}, graph.Compiled(network(6)))
	require.Nil(t, graph.Compiled(network(7)))
}
