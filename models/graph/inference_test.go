package graph_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/graph"
)

func TestInferenceEqualsForward(t *testing.T) {
	for name, net := range architectures() {
		for kind := range kinds {
			t.Run(name+"/"+kind, func(t *testing.T) {
				rng := rand.New(rand.NewPCG(1, 2))
				w := jitter(models.Init(net, 3), rng)
				inference := newInference(t, kind, w, 1, 4, 16)
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
}

// kinds are the two ways to run batches: row by row on the Go backend, and graphs elsewhere.
var kinds = map[string]func(groups int, net *models.Network, sizes ...int) (*graph.Inference, error){
	"rows": graph.NewGroupInference, "graph": graph.NewGraphInference,
}

func newInference(t testing.TB, kind string, w *models.Weights, sizes ...int) *graph.Inference {
	f, err := kinds[kind](1, w.Network, sizes...)
	require.NoError(t, err)
	t.Cleanup(f.Close)
	require.NoError(t, f.Load(w))
	return f
}

// Without values the logits are the same bits.
func TestLogitsWithoutValues(t *testing.T) {
	for kind := range kinds {
		for name, net := range architectures() {
			rng := rand.New(rand.NewPCG(1, 2))
			f := newInference(t, kind, jitter(models.Init(net, 3), rng), 8)
			const n = 37
			obs := observations(net, n, rng)
			logits, alone, values := make([]float32, n*net.Actions), make([]float32, n*net.Actions), make([]float32, n)
			require.NoError(t, f.Run(obs, n, logits, values))
			require.NoError(t, f.Run(obs, n, alone, nil))
			assert.Equal(t, logits, alone, "%s %s", kind, name)
			assert.NotZero(t, norm(values), "%s %s", kind, name)
		}
	}
}

// What a row gets does not depend on its neighbours nor on how much of the
// batch is padding: to the last bit, as long as the padded size is the same.
func TestRowsDoNotSeeEachOther(t *testing.T) {
	wide := &models.Network{Fields: []models.Field{{Name: "o", Shape: []int{200}}}, Actions: 50, Hidden: []int{128, 128}, Activation: models.ReLU}
	for i, net := range []*models.Network{architectures()["everything"], architectures()["plain tanh"], wide, architectures()["everything"], architectures()["plain tanh"], wide} {
		const size = 32
		kind := []string{"rows", "graph"}[i/3]
		rng := rand.New(rand.NewPCG(1, 2))
		f := newInference(t, kind, jitter(models.Init(net, 3), rng), size)
		d, a := net.ObservationSize(), net.Actions
		obs := observations(net, size, rng)
		logits, values := make([]float32, size*a), make([]float32, size)
		require.NoError(t, f.Run(obs, size, logits, values))
		for trial := range 20 {
			// Rows up to keep stay where they are; the others are new or gone.
			keep := 1 + rng.IntN(size)
			n := keep
			changed := append([]float32{}, obs[:keep*d]...)
			if trial%2 == 0 {
				n = size
				changed = append(changed, observations(net, size-keep, rng)...)
			}
			again, againValues := make([]float32, n*a), make([]float32, n)
			require.NoError(t, f.Run(changed, n, again, againValues))
			require.Equal(t, logits[:keep*a], again[:keep*a])
			require.Equal(t, values[:keep], againValues[:keep])
		}
	}
}

func TestRunInPieces(t *testing.T) {
	net := architectures()["cards"]
	rng := rand.New(rand.NewPCG(1, 2))
	f := newInference(t, "graph", models.Init(net, 3), 4)
	obs := observations(net, 10, rng)
	logits, values := make([]float32, 10*net.Actions+3), make([]float32, 12)
	for i := range logits {
		logits[i] = -7
	}
	values[10], values[11] = -7, -7
	require.NoError(t, f.Run(obs, 10, logits, values))
	for i := range 10 {
		one, value := make([]float32, net.Actions), make([]float32, 1)
		require.NoError(t, f.Run(obs[i*net.ObservationSize():], 1, one, value))
		assert.InDeltaSlice(t, one, logits[i*net.Actions:(i+1)*net.Actions], 1e-6)
		assert.InDelta(t, value[0], values[i], 1e-6)
	}
	assert.Equal(t, []float32{-7, -7, -7}, logits[10*net.Actions:], "beyond the rows nothing is written")
	assert.Equal(t, []float32{-7, -7}, values[10:])
	require.NoError(t, f.Run(nil, 0, nil, nil))
}

// Weights are copied: what is written to them later does not count until Load.
func TestLoadCopies(t *testing.T) {
	net := architectures()["plain tanh"]
	rng := rand.New(rand.NewPCG(1, 2))
	w := jitter(models.Init(net, 3), rng)
	f := newInference(t, "graph", w, 2)
	obs := observations(net, 2, rng)
	run := func() []float32 {
		logits := make([]float32, 2*net.Actions)
		require.NoError(t, f.Run(obs, 2, logits, make([]float32, 2)))
		return logits
	}
	before := run()
	jitter(w, rng)
	assert.Equal(t, before, run())
	require.NoError(t, f.Load(w))
	assert.NotEqual(t, before, run())
}

func TestInferenceIsSafeForConcurrentUse(t *testing.T) {
	net := architectures()["everything"]
	rng := rand.New(rand.NewPCG(1, 2))
	w := jitter(models.Init(net, 3), rng)
	f := newInference(t, "graph", w, 1, 2, 4, 8, 16)
	obs := observations(net, 16, rng)
	var want [17][]float32
	for n := 1; n <= 16; n++ {
		want[n] = make([]float32, n*net.Actions)
		require.NoError(t, f.Run(obs, n, want[n], make([]float32, n)))
	}
	fresh := newInference(t, "graph", w, 1, 2, 4, 8, 16) // compiles under contention
	var wg sync.WaitGroup
	for k := range 4 {
		wg.Go(func() {
			for i := range 40 {
				n := 1 + (i*7+k)%16
				logits := make([]float32, n*net.Actions)
				if !assert.NoError(t, fresh.Run(obs, n, logits, make([]float32, n))) || !assert.Equal(t, want[n], logits) {
					return
				}
				if i%10 == 0 {
					assert.NoError(t, fresh.Load(w))
				}
			}
		})
	}
	wg.Wait()
}

func TestInferenceRefuses(t *testing.T) {
	net := architectures()["plain tanh"]
	_, err := graph.NewInference(net)
	assert.Error(t, err)
	_, err = graph.NewInference(net, 4, 0)
	assert.Error(t, err)
	_, err = graph.NewInference(&models.Network{}, 4)
	assert.Error(t, err)
	f, err := graph.NewInference(net, 4)
	require.NoError(t, err)
	defer f.Close()
	obs, logits, values := make([]float32, 4*11), make([]float32, 4*4), make([]float32, 4)
	assert.ErrorContains(t, f.Run(obs, 4, logits, values), "before Load")
	assert.Error(t, f.Load(models.Init(architectures()["cards"], 1)))
	require.NoError(t, f.Load(models.Init(net, 1)))
	assert.Error(t, f.Run(obs, 5, logits, values))
	assert.Error(t, f.Run(obs, 4, logits[1:], values))
	assert.Error(t, f.Run(obs, 4, logits, values[1:]))
	assert.NoError(t, f.Run(obs, 4, logits, values))
}

// BenchmarkInference is one Run: copying n observations in, the forward pass,
// and logits and values out.
func BenchmarkInference(b *testing.B) {
	for _, c := range []struct{ obs, h, actions int }{{32, 64, 16}, {128, 128, 32}, {400, 256, 90}} {
		net := &models.Network{Fields: []models.Field{{Name: "o", Shape: []int{c.obs}}}, Actions: c.actions, Hidden: []int{c.h, c.h}, Activation: models.Tanh}
		for _, n := range []int{1, 16, 64, 256} {
			b.Run(fmt.Sprintf("%d-%d-A%d/%d", c.obs, c.h, c.actions, n), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 2))
				f := newInference(b, "graph", models.Init(net, 1), n)
				obs := observations(net, n, rng)
				logits, values := make([]float32, n*c.actions), make([]float32, n)
				b.ReportAllocs()
				for b.Loop() {
					if err := f.Run(obs, n, logits, values); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "rows/s")
			})
		}
	}
}

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
