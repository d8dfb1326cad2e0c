package graph_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/models"
	"ringer/models/graph"
)

// Networks come and go in one process, several at once: each is compiled while others run,
// and what they put back is taken by others.
func TestInferencesComeAndGo(t *testing.T) {
	type work struct {
		weights *models.Weights
		obs     []float32
		want    [2][]float32 // for each size
	}
	sizes := [2]int{4, 12}
	var all []work
	rng := rand.New(rand.NewPCG(1, 2))
	for _, name := range []string{"everything", "items", "plain relu"} {
		net := architectures()[name]
		w := work{weights: jitter(models.Init(net, 3), rng), obs: observations(net, sizes[1], rng)}
		f := newInference(t, "graph", w.weights, sizes[:]...)
		for i, n := range sizes {
			w.want[i] = make([]float32, n*net.Actions)
			assert.NoError(t, f.Run(w.obs, n, w.want[i], make([]float32, n)))
		}
		all = append(all, w)
	}
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			for i := range 6 {
				w := all[(i+k)%len(all)]
				f, err := graph.NewGraphInference(1, w.weights.Network, sizes[:]...)
				if !assert.NoError(t, err) || !assert.NoError(t, f.Load(w.weights)) {
					return
				}
				for j := range 20 {
					n := sizes[(j+k)%2]
					logits := make([]float32, n*w.weights.Network.Actions)
					if !assert.NoError(t, f.Run(w.obs, n, logits, make([]float32, n))) || !assert.Equal(t, w.want[(j+k)%2], logits) {
						return
					}
				}
				f.Close()
			}
		})
	}
	wg.Wait()
}
