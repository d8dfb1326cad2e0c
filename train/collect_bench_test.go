package train

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env/leduc"
	"ringer/models"
)

// One step is a learning decision of leduc at 64 tables in two groups, hidden
// layers 64-64: inference, environment and bookkeeping, no learning.
func BenchmarkCollectSelfPlay(b *testing.B) { benchmarkCollect(b, nil) }

// One step is a learning decision of leduc at the same tables, all other seats
// being an agent's.
func BenchmarkCollectAgainstAgent(b *testing.B) {
	benchmarkCollect(b, []Opponent{{ID: -1, Share: 1, Agent: random.New()}})
}

func benchmarkCollect(b *testing.B, opponents []Opponent) {
	game, err := leduc.New(leduc.Defaults())
	require.NoError(b, err)
	network, err := NewNetwork(game.Spec(), NetworkConfig{Hidden: []int{64, 64}, Activation: models.Tanh})
	require.NoError(b, err)
	c, err := NewCollector(game, network, CollectConfig{Batch: 1024, Tables: 64, Groups: 2}, 5)
	require.NoError(b, err)
	w := models.Init(network, 3)
	b.ReportAllocs()
	rows, iteration := 0, 0
	for b.Loop() {
		batch, err := c.Collect(context.Background(), iteration, w, opponents)
		require.NoError(b, err)
		rows += batch.Rows
		iteration++
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "decisions/s")
}
