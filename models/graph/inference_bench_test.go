package graph_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/graph"
)

// BenchmarkBatchSizes is one batch of a network of real size. Rows a second tell from which
// batch on a larger one pays.
func BenchmarkBatchSizes(b *testing.B) {
	net := cardGame(16, true, true)
	w := models.Init(net, 1)
	for _, n := range []int{4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096} {
		for _, groups := range []int{1, 1 << 20} {
			b.Run(fmt.Sprintf("rows=%d/groups=%d", n, groups), func(b *testing.B) {
				f, err := graph.NewGroupInference(groups, net, n)
				require.NoError(b, err)
				defer f.Close()
				require.NoError(b, f.Load(w))
				obs := observations(net, n, rand.New(rand.NewPCG(1, 2)))
				logits, values := make([]float32, n*net.Actions), make([]float32, n)
				b.ReportAllocs()
				for b.Loop() {
					require.NoError(b, f.Run(obs, n, logits, values))
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			})
		}
	}
}
