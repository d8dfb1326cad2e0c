package graph_test

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/gomlx/compute/dtypes"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models"
	"ringer/models/graph"
)

// training is a learner with a batch to draw minibatches from.
type training struct {
	*graph.Learner
	weights *models.Weights
	obs     []float32
	inputs  []any
	rng     *rand.Rand
	batch   int
	cfg     graph.LearnerConfig
}

func newTraining(t testing.TB, net *models.Network, minibatch int) *training {
	return newShardedTraining(t, net, minibatch, 1)
}

func newShardedTraining(t testing.TB, net *models.Network, minibatch, shards int) *training {
	rng := rand.New(rand.NewPCG(7, 8))
	tr := &training{weights: models.Init(net, 4), rng: rng, batch: 3 * minibatch, cfg: learnerConfig(net, minibatch)}
	tr.cfg.Shards = shards
	tr.obs, tr.inputs = experience(net, tr.batch, rng)
	var err error
	tr.Learner, err = graph.NewLearner(tr.weights, clippedLoss, tr.cfg)
	require.NoError(t, err)
	t.Cleanup(tr.Close)
	return tr
}

// steps takes n updates on minibatches drawn anew, and returns their metrics.
func (tr *training) steps(t testing.TB, n int) (metrics [][]float32) {
	rows := make([]int32, tr.cfg.Minibatch)
	for range n {
		for i := range rows {
			rows[i] = int32(tr.rng.IntN(tr.batch))
		}
		m, err := tr.Step(1e-2, tr.obs, tr.inputs, rows, []float32{entropyWeight})
		require.NoError(t, err)
		metrics = append(metrics, m)
	}
	return metrics
}

func (tr *training) now() []float32 {
	w := models.NewWeights(tr.weights.Network)
	tr.Weights(w)
	return w.Flat
}

// Adam and clipping, step by step in float64, on the gradients that
// TestGradients has checked.
func TestStepIsClippedAdam(t *testing.T) {
	for i, c := range []struct {
		limit  float64
		shards int
	}{{0, 1}, {0.05, 1}, {100, 1}, {0.05, 3}, {0, 2}, {0, 1}, {0.05, 1}, {100, 1}, {0.05, 3}, {0, 2}} {
		limit := c.limit
		net := architectures()["everything"]
		rng := rand.New(rand.NewPCG(7, 8))
		w := models.Init(net, 4)
		cfg := learnerConfig(net, 6)
		cfg.MaxGradNorm, cfg.Shards = limit, c.shards
		if i >= 5 {
			cfg = graph.InGraph(cfg)
		}
		obs, inputs := experience(net, 6, rng)
		l, err := graph.NewLearner(w, clippedLoss, cfg)
		require.NoError(t, err)
		defer l.Close()
		first, second := make([]float64, len(w.Flat)), make([]float64, len(w.Flat))
		for step := 1; step <= 3; step++ {
			gradient, objective, err := graph.Gradient(w, clippedLoss, cfg, obs, inputs, []float32{entropyWeight})
			require.NoError(t, err)
			length := math.Sqrt(norm(gradient))
			scale := 1.0
			if limit > 0 {
				scale = min(1, limit/length)
			}
			rate := 0.01 / float64(step)
			for i, g := range gradient {
				g := float64(g) * scale
				first[i] = 0.9*first[i] + 0.1*g
				second[i] = 0.999*second[i] + 0.001*g*g
				m := first[i] / (1 - math.Pow(0.9, float64(step)))
				v := second[i] / (1 - math.Pow(0.999, float64(step)))
				w.Flat[i] -= float32(rate * m / (math.Sqrt(v) + 1e-5))
			}
			metrics, err := l.Step(rate, obs, inputs, nil, []float32{entropyWeight})
			require.NoError(t, err)
			require.Len(t, metrics, 4)
			// The gradient and the loss belong to the whole minibatch, whatever the shards.
			assert.InDelta(t, objective, metrics[graph.MetricLoss], 1e-5)
			assert.InDelta(t, length, metrics[graph.MetricGradNorm], 1e-4)
			got := models.NewWeights(net)
			l.Weights(got)
			assert.InDeltaSlice(t, w.Flat, got.Flat, 5e-5)
			copy(w.Flat, got.Flat) // differences must not pile up
		}
		assert.EqualValues(t, 3, l.Steps())
	}
}

func TestLossFalls(t *testing.T) {
	for name, net := range architectures() {
		tr := newTraining(t, net, 16)
		m := tr.steps(t, 60)
		early, late := float32(0), float32(0)
		for i := range 10 {
			early, late = early+m[i][graph.MetricLoss], late+m[len(m)-1-i][graph.MetricLoss]
		}
		assert.Less(t, late, early, name)
	}
}

// Three steps, a checkpoint and three more are six steps, bit for bit.
func TestResumeIsExact(t *testing.T) {
	for _, name := range []string{"plain tanh", "everything"} {
		net := architectures()[name]
		whole := newTraining(t, net, 8)
		whole.steps(t, 6)
		half := newTraining(t, net, 8)
		half.steps(t, 3)
		w := models.NewWeights(net)
		half.Weights(w)
		state := half.State()

		other := newTraining(t, net, 8)
		other.steps(t, 3) // brings the draw of rows to the same place
		other.steps(t, 0)
		require.NoError(t, other.Restore(models.Init(net, 99), nil))
		assert.NotEqual(t, half.now(), other.now())
		require.NoError(t, other.Restore(w, state))
		assert.EqualValues(t, 3, other.Steps())
		other.steps(t, 3)
		assert.Equal(t, whole.now(), other.now())
		assert.Equal(t, whole.State(), other.State())

		// Without the optimiser's state it is another course.
		lost := newTraining(t, net, 8)
		lost.steps(t, 3)
		require.NoError(t, lost.Restore(w, nil))
		lost.steps(t, 3)
		assert.NotEqual(t, whole.now(), lost.now())
	}
}

func TestLargeStepCountSurvives(t *testing.T) {
	tr := newTraining(t, architectures()["plain tanh"], 4)
	state := tr.State()
	state[2].Data = []float32{5, 1<<20 - 1, 3}
	require.NoError(t, tr.Restore(tr.weights, state))
	assert.EqualValues(t, uint64(3)<<40|uint64(1<<20-1)<<20|5, tr.Steps())
	assert.Equal(t, state, tr.State())
}

func TestDeterminism(t *testing.T) {
	net := architectures()["everything"]
	wide := &models.Network{Fields: []models.Field{{Name: "o", Shape: []int{160}}}, Actions: 40, Hidden: []int{128, 128}, Activation: models.Tanh}
	for _, c := range []struct {
		net               *models.Network
		minibatch, shards int
	}{{net, 16, 1}, {wide, 256, 1}, {net, 16, 4}, {wide, 256, 2}} {
		run := func(processors int) []float32 {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
			tr := newShardedTraining(t, c.net, c.minibatch, c.shards)
			tr.steps(t, 4)
			return tr.now()
		}
		one := run(1)
		assert.Equal(t, one, run(2))
		assert.Equal(t, one, run(1))
	}
}

func TestStepReadsTheChosenRows(t *testing.T) {
	net := architectures()["everything"]
	a, b := newShardedTraining(t, net, 4, 2), newShardedTraining(t, net, 4, 2)
	rows := []int32{7, 2, 11, 2}
	_, err := a.Step(1e-2, a.obs, a.inputs, rows, []float32{entropyWeight})
	require.NoError(t, err)
	// The same rows, copied to the front.
	d := net.ObservationSize()
	var obs []float32
	var mask []bool
	action := []int32{}
	var rest [3][]float32
	for _, r := range rows {
		i := int(r)
		obs = append(obs, b.obs[i*d:(i+1)*d]...)
		mask = append(mask, b.inputs[0].([]bool)[i*net.Actions:(i+1)*net.Actions]...)
		action = append(action, b.inputs[1].([]int32)[i])
		for k := range rest {
			rest[k] = append(rest[k], b.inputs[2+k].([]float32)[i])
		}
	}
	_, err = b.Step(1e-2, obs, []any{mask, action, rest[0], rest[1], rest[2]}, nil, []float32{entropyWeight})
	require.NoError(t, err)
	assert.Equal(t, a.now(), b.now())
}

func TestStepRefusesWrongArguments(t *testing.T) {
	tr := newTraining(t, architectures()["plain tanh"], 4)
	before := tr.now()
	scalars := []float32{entropyWeight}
	swapped := append([]any{}, tr.inputs...)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	short := append([]any{}, tr.inputs...)
	short[3] = tr.inputs[3].([]float32)[:3]
	for name, call := range map[string]func() error{
		"observation too short": func() error { _, err := tr.Step(1, tr.obs[:3], tr.inputs, nil, scalars); return err },
		"row out of range":      func() error { _, err := tr.Step(1, tr.obs, tr.inputs, []int32{0, 1, 2, 12}, scalars); return err },
		"negative row":          func() error { _, err := tr.Step(1, tr.obs, tr.inputs, []int32{0, 1, -1, 2}, scalars); return err },
		"too few rows":          func() error { _, err := tr.Step(1, tr.obs, tr.inputs, []int32{0}, scalars); return err },
		"wrong type":            func() error { _, err := tr.Step(1, tr.obs, swapped, nil, scalars); return err },
		"short input":           func() error { _, err := tr.Step(1, tr.obs, short, nil, scalars); return err },
		"missing input":         func() error { _, err := tr.Step(1, tr.obs, tr.inputs[:4], nil, scalars); return err },
		"missing scalar":        func() error { _, err := tr.Step(1, tr.obs, tr.inputs, nil, nil); return err },
	} {
		assert.Error(t, call(), name)
	}
	assert.Equal(t, before, tr.now())
	assert.Zero(t, tr.Steps())
	tr.steps(t, 1) // and goes on
}

func TestRestoreRefusesWrongState(t *testing.T) {
	tr := newTraining(t, architectures()["plain tanh"], 4)
	tr.steps(t, 2)
	before, state := tr.now(), tr.State()
	broken := func(change func(s []models.Tensor) []models.Tensor) []models.Tensor {
		fresh := tr.State()
		return change(fresh)
	}
	for name, s := range map[string][]models.Tensor{
		"missing":   broken(func(s []models.Tensor) []models.Tensor { return s[:2] }),
		"twice":     broken(func(s []models.Tensor) []models.Tensor { s[1].Name = s[0].Name; return s }),
		"unknown":   broken(func(s []models.Tensor) []models.Tensor { s[1].Name = "x"; return s }),
		"shape":     broken(func(s []models.Tensor) []models.Tensor { s[0].Data = s[0].Data[1:]; return s }),
		"fraction":  broken(func(s []models.Tensor) []models.Tensor { s[2].Data[0] = 0.5; return s }),
		"too large": broken(func(s []models.Tensor) []models.Tensor { s[2].Data[0] = 1 << 20; return s }),
		"NaN":       broken(func(s []models.Tensor) []models.Tensor { s[2].Data[0] = float32(math.NaN()); return s }),
	} {
		assert.Error(t, tr.Restore(models.Init(tr.weights.Network, 9), s), name)
	}
	assert.Error(t, tr.Restore(models.Init(architectures()["cards"], 9), state), "other network")
	assert.Equal(t, before, tr.now())
	assert.Equal(t, state, tr.State())
}

func TestNewLearnerRefuses(t *testing.T) {
	net := architectures()["plain tanh"]
	for name, change := range map[string]func(*graph.LearnerConfig){
		"minibatch": func(c *graph.LearnerConfig) { c.Minibatch = 0 },
		"shards":    func(c *graph.LearnerConfig) { c.Shards = 3 },
		"beta":      func(c *graph.LearnerConfig) { c.Adam.Beta1 = 1 },
		"epsilon":   func(c *graph.LearnerConfig) { c.Adam.Epsilon = 0 },
		"dtype":     func(c *graph.LearnerConfig) { c.Inputs[1].DType = dtypes.Float64 },
		"loss":      func(c *graph.LearnerConfig) { c.Inputs = c.Inputs[:1] }, // the loss reads more
	} {
		cfg := learnerConfig(net, 4)
		change(&cfg)
		_, err := graph.NewLearner(models.Init(net, 1), clippedLoss, cfg)
		assert.Error(t, err, name)
	}
}

func TestMetricsAreMeansOverShards(t *testing.T) {
	var got [2][]float32
	for i, shards := range []int{1, 4} {
		tr := newShardedTraining(t, architectures()["cards raw"], 12, shards)
		got[i] = tr.steps(t, 1)[0]
	}
	require.Len(t, got[0], graph.FirstMetricOfLoss+2)
	assert.InDeltaSlice(t, got[0], got[1], 1e-5)
}
