package graph_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/graph"
)

func TestInferenceEqualsForward(t *testing.T) {
	for name, net := range architectures() {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, 2))
			w := jitter(models.Init(net, 3), rng)
			inference, err := graph.NewInference(net, 1, 4, 16)
			require.NoError(t, err)
			defer inference.Close()
			require.NoError(t, inference.Load(w))
			forward := models.NewForward(w)
			want := make([]float32, net.Actions)
			for _, n := range []int{1, 3, 16, 21} {
				obs := observations(net, n, rng)
				logits, values := make([]float32, n*net.Actions), make([]float32, n)
				require.NoError(t, inference.Run(obs, n, logits, values))
				for i := range n {
					value := forward.Eval(obs[i*net.ObservationSize():(i+1)*net.ObservationSize()], want)
					assert.InDelta(t, value, values[i], 1e-5)
					assert.InDeltaSlice(t, want, logits[i*net.Actions:(i+1)*net.Actions], 1e-5)
				}
			}
		})
	}
}
