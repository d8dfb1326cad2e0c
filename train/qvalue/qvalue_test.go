package qvalue

import (
	"context"
	"math"
	"testing"

	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
	"ringer/train/replay"
)

// rows is a minibatch of two rows and three actions.
type rows struct {
	logits         [][]float32
	value          []float32
	action, target []float32
	weights        []float32
	scale, delta   float32
	weight         float32 // of the value loss
}

func example() rows {
	return rows{
		logits: [][]float32{{0, 2, 5}, {3, -1, 7}},
		value:  []float32{0.5, -0.25},
		action: []float32{2, 0},
		target: []float32{0.25, -1}, weights: []float32{3, 0.5},
		scale: 10, delta: 0.5, weight: 0.5,
	}
}

// evaluate returns the loss, its metrics, and the gradients of the logits and the values, of the graph. The loss
// without a graph must say the same.
func evaluate(t *testing.T, r rows) (total float64, metrics []float64, dLogits [][]float32, dValue []float32) {
	backend, err := graph.Backend()
	require.NoError(t, err)
	exec, err := gx.NewExec(backend, func(in []*gx.Node) []*gx.Node {
		objective, metrics := loss(in[0], in[1], in[2:5], in[5:])
		gradients := gx.Gradient(objective, in[0], in[1])
		return append([]*gx.Node{objective, gradients[0], gradients[1]}, metrics...)
	})
	require.NoError(t, err)
	defer exec.Finalize()
	out, err := exec.Call(r.logits, r.value, r.action, r.target, r.weights, r.scale, r.delta, r.weight)
	require.NoError(t, err)
	for _, m := range out[3:] {
		metrics = append(metrics, float64(m.Value().(float32)))
	}
	total, dLogits, dValue = float64(out[0].Value().(float32)), out[1].Value().([][]float32), out[2].Value().([]float32)

	m := &graph.Minibatch{
		Values: r.value, Inputs: []any{r.action, r.target, r.weights}, Scalars: []float32{r.scale, r.delta, r.weight},
		DLogits: []float32{9, 9, 9, 9, 9, 9}, DValues: make([]float32, 2), Report: make([]float32, 1+len(lossMetrics)),
	}
	for _, row := range r.logits {
		m.Logits = append(m.Logits, row...)
	}
	computeLoss(m)
	assert.InDelta(t, total, m.Report[0], 1e-5)
	for i, x := range metrics {
		assert.InDelta(t, x, m.Report[1+i], 1e-5, lossMetrics[i])
	}
	for i := range dLogits {
		assert.InDeltaSlice(t, dLogits[i], m.DLogits[3*i:3*i+3], 1e-6)
	}
	assert.InDeltaSlice(t, dValue, m.DValues, 1e-6)
	return total, metrics, dLogits, dValue
}

// Worked by hand: the values of the actions taken are 5/10 and 3/10, with errors of .25 and 1.3, of which the
// second is beyond delta; the first weighs 3, the second a half.
func TestLossAgainstHandNumbers(t *testing.T) {
	total, metrics, dLogits, dValue := evaluate(t, example())
	fit := (3*0.0625 + 0.5*0.5*(2*1.3-0.5)) / 2
	state := (0.0625 + 0.5625) / 2
	assert.InDeltaSlice(t, []float64{fit, state, 0.4}, metrics, 1e-5)
	assert.InDelta(t, fit+0.5*state, total, 1e-5)
	assert.InDeltaSlice(t, []float32{0, 0, 3 * 2 * 0.25 / 10. / 2}, dLogits[0], 1e-6)
	assert.InDeltaSlice(t, []float32{0.5 * 2 * 0.5 / 10. / 2, 0, 0}, dLogits[1], 1e-6)
	assert.InDeltaSlice(t, []float32{0.5 * 2 * 0.25 / 2, 0.5 * 2 * 0.75 / 2}, dValue, 1e-6)

	r := example()
	r.delta = squared
	_, metrics, dLogits, _ = evaluate(t, r)
	assert.InDelta(t, (3*0.0625+0.5*1.69)/2, metrics[0], 1e-5)
	assert.InDelta(t, 0.5*2*1.3/10./2, dLogits[1][0], 1e-6)
}

func network(actions int) *models.Network {
	return &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{2}}}, Actions: actions, Hidden: []int{16}, Activation: models.Tanh}
}

// Values come to the mean of what their actions were paid, and actions that nobody took keep theirs: a memory of
// three decisions, of which the second was taken twice with different ends.
func TestValuesComeToTheMean(t *testing.T) {
	cfg := Defaults()
	cfg.Minibatch, cfg.Shards, cfg.WarmUp, cfg.Memory, cfg.Huber, cfg.LearningRate = 60, 2, 4, 4, 0, 0.01
	cfg.FinalScale = 15
	memory, err := replay.NewRing(4, network(3))
	require.NoError(t, err)
	f, err := NewFitter(&cfg, models.Init(network(3), 1), &memory.Rows)
	require.NoError(t, err)
	b := &train.Batch{
		Rows: 4, ObservationSize: 2, NumActions: 3,
		Observation: []float32{1, 0, 0, 1, 0, 1, 1, 1},
		Mask:        []float32{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0},
		Action:      []int32{0, 2, 2, 1}, Return: []float32{0.75, 1, -0.5, -1}, Next: []int32{-1, -1, -1, -1},
		LogProbs: make([]float32, 12),
	}
	rows, _ := f.Draw(100, env.Stream(1, "test"))
	require.Empty(t, rows, "the memory is cold")
	memory.Add(b)
	rng := env.Stream(1, "test")
	for i := range 200 {
		rows, target := f.Draw(100, rng)
		require.Len(t, rows, 7*60, "4 times 100 decisions in minibatches of 60")
		copy(target, b.Return)
		_, err := f.Fit(t.Context(), rows, target, float64(i)/200)
		require.NoError(t, err)
	}
	w := models.NewWeights(network(3))
	f.Weights(w)
	forward, logits := models.NewForward(w), make([]float32, 3)
	for i, want := range []float64{0.75, 0.25, 0.25, -1} {
		value := forward.Eval(b.Observation[2*i:2*i+2], logits)
		assert.InDelta(t, want, float64(logits[b.Action[i]])/15, 0.05, i, "logits are a little behind the scale")
		assert.InDelta(t, want, value, 0.03, i)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	rows, target := f.Draw(100, rng)
	_, err = f.Fit(ctx, rows, target, 0)
	require.ErrorIs(t, err, context.Canceled)
}

// Rows weigh as if all legal actions had been taken alike, by hand: with two or three legal actions that were taken with a
// probability of a quarter, a half, 1 and 1/100, of which the last is bounded.
func TestRareActionsWeighMore(t *testing.T) {
	cfg := Defaults()
	cfg.Minibatch, cfg.WarmUp, cfg.Memory, cfg.Replays = 256, 1, 4, 3
	memory, err := replay.NewRing(4, network(3))
	require.NoError(t, err)
	f, err := NewFitter(&cfg, models.Init(network(3), 1), &memory.Rows)
	require.NoError(t, err)
	b := &train.Batch{Rows: 4, ObservationSize: 2, NumActions: 3, Observation: make([]float32, 8), Action: make([]int32, 4), Return: make([]float32, 4), Next: []int32{-1, -1, -1, -1}}
	for i, p := range []float64{0.25, 0.5, 1, 0.01} {
		b.Mask = append(b.Mask, 1, 1, float32(i%2))
		b.LogProbs = append(b.LogProbs, float32(math.Log(p)), 0, 0)
	}
	memory.Add(b)
	for balance, want := range map[float64][]float32{0: {1, 1, 1, 1}, 20: {2, 2. / 3, 0.5, 20}} {
		cfg.Balance = balance
		f.Draw(256, env.Stream(1, "test"))
		assert.InDeltaSlice(t, want, f.weight, 1e-4, balance)
	}
}

func TestSettingsOfPlay(t *testing.T) {
	c := Defaults()
	c.Epsilon, c.FinalEpsilon = 0.3, 0.1
	assert.Equal(t, train.Acting{Greedy: true, Epsilon: 0.2}, c.Acting(0.5))
	c.Policy = Softmax
	assert.InDelta(t, 0.1, c.Acting(1.5).Epsilon, 1e-12)
	assert.False(t, c.Acting(0).Greedy)
	c.Scale = 5
	assert.InDelta(t, 5, c.ScaleAt(1), 1e-12)
	c.FinalScale = 20
	for progress, want := range map[float64]float64{0: 5, 0.5: 12.5, 1: 20, 1.2: 20} {
		assert.InDelta(t, want, c.ScaleAt(progress), 1e-9, progress)
	}
	c.Replays, c.Minibatch = 0.5, 100
	for decisions, want := range map[int]int{1: 1, 290: 1, 310: 2, 1000: 5} {
		assert.Equal(t, want, c.Steps(decisions), decisions)
	}
}

func TestFaultsOfSettings(t *testing.T) {
	for want, change := range map[string]func(c *Config){
		"learning_rate: 0: want a number from":         func(c *Config) { c.LearningRate = 0 },
		"final_learning_rate: NaN: want":               func(c *Config) { c.FinalLearningRate = math.NaN() },
		"memory: 0: want at least 1":                   func(c *Config) { c.Memory = 0 },
		"warm_up: 100001: want from 1 decision to":     func(c *Config) { c.WarmUp = 100_001 },
		"warm_up: 0: want":                             func(c *Config) { c.WarmUp = 0 },
		"replays: 0: want a number from 0.001 to 1000": func(c *Config) { c.Replays = 0 },
		"minibatch: 0: want":                           func(c *Config) { c.Minibatch = 0 },
		"minibatch: 2097152: want":                     func(c *Config) { c.Minibatch = 1 << 21 },
		"shards: 3: want a number of at least 1 that":  func(c *Config) { c.Shards = 3 },
		"scale: 0: want a number from 0.1 to 1000":     func(c *Config) { c.Scale = 0 },
		"final_scale: 0.01: want a number from 0.1":    func(c *Config) { c.FinalScale = 0.01 },
		"huber: -1: want":                              func(c *Config) { c.Huber = -1 },
		"balance: -1: want":                            func(c *Config) { c.Balance = -1 },
		"value: -1: want":                              func(c *Config) { c.Value = -1 },
		"max_grad_norm: 0: want":                       func(c *Config) { c.MaxGradNorm = 0 },
		"adam_epsilon: 0: want":                        func(c *Config) { c.AdamEpsilon = 0 },
		"policy: random: want greedy or softmax":       func(c *Config) { c.Policy = "random" },
		"epsilon: 1.5: want a number from 0 to 1":      func(c *Config) { c.Epsilon = 1.5 },
		"final_epsilon: -1: want a number from 0 to 1": func(c *Config) { c.FinalEpsilon = -1 },
	} {
		c := Defaults()
		change(&c)
		var f env.Faults
		c.Validate(&f)
		assert.ErrorContains(t, f.Err(), want)
	}
	c := Defaults()
	var f env.Faults
	c.Validate(&f)
	require.NoError(t, f.Err())
}

// First weights that a policy left are refused, and a memory that is too large for a game.
func TestWhatCannotBeLearned(t *testing.T) {
	require.NoError(t, CheckRun(train.Setup{}))
	err := CheckRun(train.Setup{Imitates: true, Starts: true})
	require.ErrorContains(t, err, "imitation.agent: an agent: want none: logits are scaled values")
	require.ErrorContains(t, err, "start: a bot: want none: logits are scaled values")
	spec := games.MustNew("kuhn").Spec()
	require.NoError(t, CheckGame("dqn", 1<<20, spec))
	require.ErrorContains(t, CheckGame("nfsp.average", 1<<24+1, spec), "nfsp.average.memory: 16777217: want from 1 to 14128181 decisions")
}
