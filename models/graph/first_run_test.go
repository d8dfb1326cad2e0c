package graph_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/graph"
)

// Fresh networks are run from several goroutines at once, none of which has run before. The
// backend loses its input in one of some thousands of such runs when they are not alone, so
// that the short form shows little; RINGER_LONG=1 takes some ten thousand, with GOMAXPROCS=8.
func TestFreshGraphsFromManyGoroutines(t *testing.T) {
	fresh := 20
	if os.Getenv("RINGER_LONG") != "" {
		fresh = 1200
	}
	const holders, rows = 8, 4
	rng := rand.New(rand.NewPCG(9, 4))
	all := architectures()
	for i := range fresh {
		for _, name := range slices.Sorted(maps.Keys(all)) {
			net := *all[name]
			net.Hidden = []int{4 + i%61} // no graph of it is compiled yet
			w := models.Init(&net, uint64(i))
			obs := observations(&net, rows, rng)
			var outputs [holders][]float32
			begin := make(chan struct{})
			var wait sync.WaitGroup
			for k := range holders {
				f, err := graph.NewGraphInference(4, &net, rows)
				if err != nil {
					require.ErrorContains(t, err, "want", name) // this kind wants other layers
					break
				}
				require.NoError(t, f.Load(w))
				outputs[k] = make([]float32, rows*net.Actions)
				wait.Go(func() {
					defer f.Close()
					<-begin
					assert.NoError(t, f.Run(obs, rows, outputs[k], make([]float32, rows)), name)
				})
			}
			close(begin)
			wait.Wait()
			for k := range outputs {
				require.Equal(t, outputs[0], outputs[k], name)
			}
		}
	}
}

// The first step of a learner with several shards runs its graph from as many goroutines.
func TestFreshLearnersOfManyShards(t *testing.T) {
	fresh := 20
	if os.Getenv("RINGER_LONG") != "" {
		fresh = 2000
	}
	rng := rand.New(rand.NewPCG(2, 6))
	for i := range fresh {
		net := *architectures()["everything"]
		net.Hidden = []int{4 + i%61}
		const rows = 16
		obs, inputs := experience(&net, rows, rng)
		cfg := learnerConfig(&net, rows)
		cfg.Shards = 8
		l, err := graph.NewLearner(models.Init(&net, uint64(i)), clippedLoss, cfg)
		require.NoError(t, err)
		_, err = l.Step(1e-3, obs, inputs, nil, []float32{entropyWeight})
		require.NoError(t, err, fmt.Sprint("learner ", i))
		l.Close()
	}
}
