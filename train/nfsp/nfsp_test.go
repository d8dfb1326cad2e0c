package nfsp

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	gx "github.com/gomlx/gomlx/core/graph"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/models/graph"
	"ringer/train"
	"ringer/train/qvalue"
)

// Worked by hand: row 0 has probabilities 1/8, 2/8 and 5/8 and took the second action; row 1 has 3/4 and 1/4, whatever its
// illegal logit of 7 says, and took the first.
func TestLossAgainstHandNumbers(t *testing.T) {
	ln := func(x float64) float32 { return float32(math.Log(x)) }
	logits, value := [][]float32{{0, ln(2), ln(5)}, {ln(3), 0, 7}}, []float32{0.5, -0.25}
	mask, action, ret := [][]float32{{1, 1, 1}, {1, 1, 0}}, []float32{1, 0}, []float32{1, 0}
	backend, err := graph.Backend()
	require.NoError(t, err)
	exec, err := gx.NewExec(backend, func(in []*gx.Node) []*gx.Node {
		objective, metrics := loss(in[0], in[1], in[2:5], in[5:])
		gradients := gx.Gradient(objective, in[0], in[1])
		return append([]*gx.Node{objective, gradients[0], gradients[1]}, metrics...)
	})
	require.NoError(t, err)
	defer exec.Finalize()
	out, err := exec.Call(logits, value, mask, action, ret, float32(0.4))
	require.NoError(t, err)
	m := &graph.Minibatch{
		Logits: slices.Concat(logits...), Values: value, Inputs: []any{slices.Concat(mask...), action, ret}, Scalars: []float32{0.4},
		DLogits: []float32{9, 9, 9, 9, 9, 9}, DValues: make([]float32, 2), Report: make([]float32, 1+len(lossMetrics)),
	}
	computeLoss(m)

	cross, squared := -(math.Log(2./8)+math.Log(3./4))/2, (0.25+0.0625)/2
	dLogits := [][]float32{{1. / 16, -6. / 16, 5. / 16}, {-1. / 8, 1. / 8, 0}}
	dValue := []float32{0.4 * -0.5, 0.4 * -0.25}
	for i, want := range []float64{cross + 0.4*squared, cross, squared} {
		assert.InDelta(t, want, m.Report[i], 1e-6)
		assert.InDelta(t, want, out[[]int{0, 3, 4}[i]].Value().(float32), 1e-6)
	}
	for i, want := range dLogits {
		assert.InDeltaSlice(t, want, m.DLogits[3*i:3*i+3], 1e-6)
		assert.InDeltaSlice(t, want, out[1].Value().([][]float32)[i], 1e-6)
	}
	assert.InDeltaSlice(t, dValue, m.DValues, 1e-6)
	assert.InDeltaSlice(t, dValue, out[2].Value().([]float32), 1e-6)
}

func network() *models.Network {
	return &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{3}}}, Actions: 3, Hidden: []int{16}, Activation: models.Tanh}
}

// batch is an iteration of 40 decisions in episodes of two; in every fourth episode the seat responded.
func batch(seed uint64) *train.Batch {
	rng := env.Stream(seed, "test")
	b := &train.Batch{Rows: 40, ObservationSize: 3, NumActions: 3, LogProbs: make([]float32, 120)}
	for i := range int32(b.Rows) {
		b.Mask = append(b.Mask, 1, 1, float32(i%2))
		b.Observation = append(b.Observation, rng.Float32(), rng.Float32()-0.5, 1)
		b.Action = append(b.Action, int32(rng.IntN(2+int(i%2))))
		b.Return = append(b.Return, rng.Float32()-0.5)
		b.Next = append(b.Next, []int32{i + 1, -1}[i%2])
		b.Responded = append(b.Responded, i/2%4 == 0)
	}
	return b
}

func built(t *testing.T, change func(*Config)) *NFSP {
	cfg := Defaults()
	r, a := &cfg.Response, &cfg.Average
	r.Minibatch, r.Shards, r.WarmUp, r.Memory, r.LearningRate = 20, 1, 30, 100, 0.01
	a.Minibatch, a.Shards, a.WarmUp, a.Memory, a.LearningRate = 20, 1, 10, 25, 0.01
	change(&cfg)
	require.NoError(t, cfg.Validate())
	n, err := New(cfg, models.Init(network(), 1))
	require.NoError(t, err)
	return n
}

func update(t *testing.T, n *NFSP, b *train.Batch, i uint64) map[string]float64 {
	list, err := n.Update(t.Context(), b, 0.5, env.Stream(i, "update"))
	require.NoError(t, err)
	metrics := map[string]float64{}
	for _, m := range list {
		_, twice := metrics[m.Name]
		require.False(t, twice, m.Name)
		metrics[m.Name] = m.Value
	}
	return metrics
}

// The average comes to what seats did that responded, and to nothing that others did: of two actions responses took the
// first in three of four cases, and the average itself always the second. The response learns from all of them that the
// second pays.
func TestTheAverageIsOfResponses(t *testing.T) {
	n := built(t, func(c *Config) {
		c.Average.WarmUp, c.Average.Memory, c.Response.WarmUp, c.Anticipatory = 1, 100, 1, 0.3
		c.Average.Replays = 20
	})
	b := &train.Batch{Rows: 8, ObservationSize: 3, NumActions: 3, LogProbs: make([]float32, 24)}
	for i := range 8 {
		b.Observation = append(b.Observation, 1, 0, 0)
		b.Mask = append(b.Mask, 1, 1, 0)
		responded, action := i < 4, int32(1)
		if i < 3 {
			action = 0
		}
		b.Action, b.Responded = append(b.Action, action), append(b.Responded, responded)
		b.Return, b.Next = append(b.Return, float32(action)-0.5), append(b.Next, -1)
	}
	var m map[string]float64
	for i := range uint64(250) {
		m = update(t, n, b, i)
	}
	assert.Equal(t, 100.0, m["reservoir"])
	assert.Equal(t, 1000.0, m["responses"])
	assert.Contains(t, m, "response_q_loss")
	assert.Contains(t, m, "average_average_loss")
	w, logits := models.NewWeights(network()), make([]float32, 3)
	n.Weights(w)
	value := models.NewForward(w).Eval([]float32{1, 0, 0}, logits)
	e0, e1 := math.Exp(float64(logits[0])), math.Exp(float64(logits[1]))
	share := 0.0 // of the first action in the reservoir, which is a sample
	for _, a := range n.reservoir.Action {
		share += (1 - float64(a)) / float64(n.reservoir.Len())
	}
	require.InDelta(t, 0.75, share, 0.15)
	assert.InDelta(t, share, e0/(e0+e1), 0.05)
	assert.InDelta(t, 0.5-share, value, 0.1)

	a := n.Acting(0.5)
	assert.Equal(t, 0.3, a.Responds)
	assert.True(t, a.Greedy)
	assert.InDelta(t, 0.0305, a.Epsilon, 1e-9)
	models.NewForward(a.Response).Eval([]float32{1, 0, 0}, logits)
	assert.InDelta(t, -0.5, float64(logits[0])/n.cfg.Response.Scale, 0.05)
	assert.InDelta(t, 0.5, float64(logits[1])/n.cfg.Response.Scale, 0.05)
}

// Of 1,000 rows with a greedy response to three actions and an epsilon of 0.3, the average keeps the greedy ones with the
// chance that they were meant, (1 - 0.3) / (1 - 0.3 + 0.1), and none that exploration drew; as published it keeps all.
func TestTheAverageMayLeaveOutExploration(t *testing.T) {
	kept := func(exploring bool) (greedy, others int) {
		n := built(t, func(c *Config) {
			c.Average.Exploring, c.Average.Memory = exploring, 1000
			c.Response.Epsilon, c.Response.FinalEpsilon = 0.3, 0.3
		})
		b := &train.Batch{Rows: 1000, ObservationSize: 3, NumActions: 3}
		for i := range int32(1000) {
			action, responded := i%2, i%4 < 2
			b.Observation, b.Mask, b.Action = append(b.Observation, 1, 0, 0), append(b.Mask, 1, 1, 1), append(b.Action, action)
			b.LogProbs = append(b.LogProbs, float32(math.Log(0.8)), float32(math.Log(0.1)), float32(math.Log(0.1)))
			b.Return, b.Next, b.Responded = append(b.Return, 0), append(b.Next, -1), append(b.Responded, responded)
		}
		update(t, n, b, 1)
		for _, a := range n.reservoir.Action {
			if a == 0 {
				greedy++
			} else {
				others++
			}
		}
		return greedy, others
	}
	greedy, others := kept(true)
	assert.Equal(t, []int{250, 250}, []int{greedy, others})
	greedy, others = kept(false)
	assert.InDelta(t, 250*0.7/0.8, greedy, 20)
	assert.Zero(t, others)
}

func saved(n *NFSP) (*models.Weights, []models.Tensor) {
	w := models.NewWeights(network())
	n.Weights(w)
	state := n.State()
	for i := range state {
		state[i].Data = slices.Clone(state[i].Data)
	}
	return w, state
}

// An algorithm that was saved goes on as one that never stopped, byte by byte, as does one that was stopped in the
// middle of an update and got its own state back. Each plays by the same response.
func TestItGoesOnByteByByte(t *testing.T) {
	for _, exploring := range []bool{true, false} {
		goesOn(t, func(c *Config) { c.Response.TargetEvery, c.Average.Exploring = 3, exploring })
	}
}

func goesOn(t *testing.T, change func(*Config)) {
	t.Helper()
	whole, half, again := built(t, change), built(t, change), built(t, change)
	for i := range uint64(9) {
		update(t, whole, batch(i), i)
	}
	for i := range uint64(4) {
		update(t, half, batch(i), i)
	}
	w, state := saved(half)
	update(t, again, batch(77), 77) // something to forget
	require.NoError(t, again.Restore(w, state))
	for _, n := range []*NFSP{half, again} {
		for i := uint64(4); i < 9; i++ {
			before := models.NewWeights(network())
			n.Weights(before)
			held := n.State()
			_, err := n.Update(stoppedAfter(t.Context(), int64(i)-1), batch(i), 0.5, env.Stream(i, "update"))
			require.ErrorIs(t, err, context.Canceled)
			require.NoError(t, n.Restore(before, held))
			update(t, n, batch(i), i)
		}
		want, wantState := saved(whole)
		got, gotState := saved(n)
		assert.Equal(t, want.Flat, got.Flat)
		assert.Equal(t, wantState, gotState)
		assert.Equal(t, whole.Acting(0).Response.Flat, n.Acting(0).Response.Flat)
		assert.NotEqual(t, want.Flat, n.Acting(0).Response.Flat)
	}
}

// doneAfter is done after a number of looks, as a context that ends in the middle of work.
type doneAfter struct {
	context.Context
	looks atomic.Int64
}

func stoppedAfter(ctx context.Context, looks int64) *doneAfter {
	c := &doneAfter{Context: ctx}
	c.looks.Store(looks)
	return c
}

func (c *doneAfter) Err() error {
	if c.looks.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

func TestStatesThatAreNoneAreRefused(t *testing.T) {
	n := built(t, func(*Config) {})
	update(t, n, batch(1), 1)
	w, state := saved(n)
	for want, name := range map[string]string{
		"nfsp: the response: dqn: no target_age": "response/target_age",
		"nfsp: the response: tensor":             "response_weights/" + w.Infos()[0].Name,
		"nfsp: replay: reservoir/":               "reservoir/action",
		"learner state":                          state[0].Name,
	} {
		broken := slices.DeleteFunc(slices.Clone(state), func(t models.Tensor) bool { return t.Name == name })
		assert.ErrorContains(t, n.Restore(w, broken), want)
	}
	require.NoError(t, n.Restore(w, state))
	require.NoError(t, n.Restore(w, nil))
	assert.Equal(t, w.Flat, n.Acting(0).Response.Flat)
	assert.Zero(t, n.reservoir.Len())

	b := batch(1)
	b.Responded = nil
	_, err := n.Update(t.Context(), b, 0, env.Stream(1, "update"))
	require.ErrorContains(t, err, "a batch of 40 rows says of 0 whether the response played them")
}

func TestFaultsOfSettings(t *testing.T) {
	for want, change := range map[string]func(c *Config){
		"anticipatory: 0: want a number from 0.001 to 1":         func(c *Config) { c.Anticipatory = 0 },
		"response.policy: x: want greedy or softmax":             func(c *Config) { c.Response.Policy = "x" },
		"average.learning_rate: 0: want":                         func(c *Config) { c.Average.LearningRate = 0 },
		"average.final_learning_rate: -1: want":                  func(c *Config) { c.Average.FinalLearningRate = -1 },
		"average.memory: 0: want at least 1":                     func(c *Config) { c.Average.Memory = 0 },
		"average.warm_up: 400001: want from 1 decision":          func(c *Config) { c.Average.WarmUp = 400_001 },
		"average.replays: 0: want":                               func(c *Config) { c.Average.Replays = 0 },
		"average.minibatch: 1048577: want":                       func(c *Config) { c.Average.Minibatch = qvalue.MostMinibatch + 1 },
		"average.shards: 3: want a number of at least 1 that":    func(c *Config) { c.Average.Shards = 3 },
		"average.value: NaN: want":                               func(c *Config) { c.Average.Value = math.NaN() },
		"average.max_grad_norm: 0: want":                         func(c *Config) { c.Average.MaxGradNorm = 0 },
		"average.adam_epsilon: 0: want a number from 1e-12 to 1": func(c *Config) { c.Average.AdamEpsilon = 0 },
	} {
		cfg := Defaults()
		change(&cfg)
		assert.ErrorContains(t, cfg.Validate(), want)
	}
	cfg := Defaults()
	require.NoError(t, cfg.Validate())
	require.NoError(t, cfg.CheckRun(train.Setup{}))
	err := cfg.CheckRun(train.Setup{Imitates: true, Starts: true})
	require.ErrorContains(t, err, "imitation.agent: an agent: want none: the policy is the average")
	require.ErrorContains(t, err, "start: a bot: want none: the policy is the average")
	spec := games.MustNew("kuhn").Spec()
	require.NoError(t, cfg.CheckGame(spec))
	cfg.Response.Memory, cfg.Average.Memory = 1<<25, 1<<25
	err = cfg.CheckGame(spec)
	require.ErrorContains(t, err, "nfsp.response.memory: 33554432: want")
	require.ErrorContains(t, err, "nfsp.average.memory: 33554432: want")
	_, err = New(cfg, models.Init(network(), 1))
	require.ErrorContains(t, err, "nfsp: average: memory: 33554432")
}
