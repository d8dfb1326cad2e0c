package graph_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/graph"
)

// linear is a network of another module: logits and value are linear in the observation,
// the value times a setting.
type linear struct{}

func (linear) Doc() string { return "logits and value linear in the observation" }

func (linear) Settings() []models.Setting {
	return []models.Setting{{Name: "scale", Default: 2, Min: 1, Max: 9, Doc: "of the value"}}
}

func (linear) Validate(*models.Network, models.Fault) {}

func (linear) Tensors(n *models.Network) []models.TensorInfo {
	d := n.ObservationSize()
	return []models.TensorInfo{
		{Name: "policy/weight", Shape: []int{d, n.Actions}},
		{Name: "policy/bias", Shape: []int{n.Actions}},
		{Name: "value/weight", Shape: []int{d}},
	}
}

func (linear) Start(_ *models.Network, t models.TensorInfo) models.Start {
	if t.Name == "value/weight" {
		return models.Start{Spread: 0.1}
	}
	return models.Start{Gain: 0.01}
}

func (linear) LogitLayers(*models.Network) []string { return []string{"policy"} }

func (linear) CheckRange(*models.Weights, []float32) error { return nil }

func (linear) Forward(w *models.Weights) models.Forward { return linearForward{w} }

type linearForward struct{ w *models.Weights }

func (f linearForward) Share() models.Forward { return f }

func (f linearForward) Eval(observation, logits []float32) (value float32) {
	weight, critic := f.w.Tensor("policy/weight"), f.w.Tensor("value/weight")
	copy(logits, f.w.Tensor("policy/bias"))
	for i, x := range observation {
		for j := range logits {
			logits[j] += x * weight[i*len(logits)+j]
		}
		value += x * critic[i]
	}
	return value * float32(f.w.Network.Setting("scale"))
}

func buildLinear(net *models.Network, x *graph.Node, tensor func(name string) *graph.Node) (logits, values *graph.Node) {
	logits = gx.Add(gx.Dot(x, tensor("policy/weight")).Product(), gx.Reshape(tensor("policy/bias"), 1, net.Actions))
	values = gx.MulScalar(gx.Dot(x, tensor("value/weight")).Product(), float64(net.Setting("scale")))
	return logits, values
}

var registerLinear = sync.OnceValue(func() error {
	return graph.Register(graph.Kind{Name: "linear", Network: linear{}, Build: buildLinear})
})

// A network of another module learns, decides and is refused like the networks of this one.
func TestANetworkOfAnotherModule(t *testing.T) {
	require.NoError(t, registerLinear())
	net := &models.Network{
		Kind: "linear", Fields: []models.Field{{Name: "x", Shape: []int{5}}}, Actions: 3,
		Hidden: []int{1}, Activation: models.Tanh, Settings: map[string]int{"scale": 3},
	}
	require.NoError(t, net.Validate())
	assert.Equal(t, 5*3+3+5, net.Parameters())
	rng := rand.New(rand.NewPCG(5, 6))
	w := jitter(models.Init(net, 1), rng)
	obs, inputs := experience(net, 8, rng)
	difference, err := graph.Difference(w, obs)
	require.NoError(t, err)
	assert.Less(t, difference, 1e-5)

	byPass, before, err := graph.Gradient(w, clippedLoss, learnerConfig(net, 8), obs, inputs, []float32{entropyWeight})
	require.NoError(t, err)
	auto := learnerConfig(net, 8)
	auto.Autodiff = true
	direct, _, err := graph.Gradient(w, clippedLoss, auto, obs, inputs, []float32{entropyWeight})
	require.NoError(t, err)
	assert.InDeltaSlice(t, direct, byPass, 1e-6)
	for i := range w.Flat {
		if direct[i] == 0 {
			continue
		}
		moved := w.Clone()
		moved.Flat[i] += 1e-2
		_, up, err := graph.Gradient(moved, clippedLoss, learnerConfig(net, 8), obs, inputs, []float32{entropyWeight})
		require.NoError(t, err)
		moved.Flat[i] -= 2e-2
		_, down, err := graph.Gradient(moved, clippedLoss, learnerConfig(net, 8), obs, inputs, []float32{entropyWeight})
		require.NoError(t, err)
		assert.InDelta(t, (up-down)/2e-2, direct[i], 2e-2, "weight %d", i)
	}

	l, err := graph.NewLearner(w, clippedLoss, learnerConfig(net, 8))
	require.NoError(t, err)
	defer l.Close()
	var after []float32
	for range 30 {
		after, err = l.Step(1e-2, obs, inputs, nil, []float32{entropyWeight})
		require.NoError(t, err)
	}
	assert.Less(t, after[graph.MetricLoss], before)

	err = graph.Register(
		graph.Kind{Name: "linear", Network: linear{}, Build: buildLinear},
		graph.Kind{Name: "half", Network: linear{}},
		graph.Kind{Name: "Not A Name", Network: linear{}, Build: buildLinear},
	)
	assert.ErrorContains(t, err, `architecture "linear": the name is taken`)
	assert.ErrorContains(t, err, `network "half": want both Network and Build`)
	assert.ErrorContains(t, err, `architecture "Not A Name": want a name of lower-case letters`)
}

// A graph that does not compute what Forward does is found out.
func TestDifferenceFindsAnotherNetwork(t *testing.T) {
	require.NoError(t, graph.Register(graph.Kind{
		Name: "crooked", Network: linear{},
		Build: func(net *models.Network, x *graph.Node, tensor func(name string) *graph.Node) (logits, values *graph.Node) {
			logits, values = buildLinear(net, x, tensor)
			return logits, gx.MulScalar(values, 1.01)
		},
	}))
	net := &models.Network{Kind: "crooked", Fields: []models.Field{{Name: "x", Shape: []int{2}}}, Actions: 1, Hidden: []int{1}, Activation: models.Tanh}
	w := models.NewWeights(net)
	w.Tensor("value/weight")[0] = 10
	difference, err := graph.Difference(w, []float32{1, 0})
	require.NoError(t, err)
	assert.InDelta(t, 0.2, difference, 1e-3)
}

func TestGraphEqualsForward(t *testing.T) {
	for name, net := range architectures() {
		rng := rand.New(rand.NewPCG(1, 2))
		difference, err := graph.Difference(jitter(models.Init(net, 3), rng), observations(net, 20, rng))
		require.NoError(t, err, name)
		assert.Less(t, difference, 1e-5, name)
	}
}

// A row of a network that goes through its Forward gets the same bits in every batch and
// on every goroutine.
func TestBatchesDoNotMatterToAttention(t *testing.T) {
	net := architectures()["attention only"]
	rng := rand.New(rand.NewPCG(1, 2))
	w := jitter(models.Init(net, 3), rng)
	f := newInference(t, "rows", w, 8, 32)
	const n = 40
	obs, logits, values := observations(net, n, rng), make([]float32, n*net.Actions), make([]float32, n)
	require.NoError(t, f.Run(obs, n, logits, values))
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			one, value := make([]float32, net.Actions), make([]float32, 1)
			assert.NoError(t, f.Run(obs[i*net.ObservationSize():], 1, one, value))
			assert.Equal(t, logits[i*net.Actions:(i+1)*net.Actions], one)
			assert.Equal(t, values[i], value[0])
		})
	}
	all.Wait()
}
