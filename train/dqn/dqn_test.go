package dqn

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/qvalue"
)

func network() *models.Network {
	return &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{3}}}, Actions: 3, Hidden: []int{16}, Activation: models.Tanh}
}

// batch is an iteration of 40 decisions of two seats in episodes of five: three of the first seat, two of the other.
func batch(seed uint64) *train.Batch {
	rng := env.Stream(seed, "test")
	b := &train.Batch{Rows: 40, ObservationSize: 3, NumActions: 3, LogProbs: make([]float32, 120)}
	for i := range int32(b.Rows) {
		legal := []float32{1, 1, float32(i % 2)}
		b.Mask = append(b.Mask, legal...)
		b.Observation = append(b.Observation, rng.Float32(), rng.Float32()-0.5, 1)
		b.Action = append(b.Action, int32(rng.IntN(2+int(i%2))))
		b.Return = append(b.Return, []float32{1, -1, 1, 1, -1}[i%5]*(0.5+float32(i/5)/20))
		b.Next = append(b.Next, []int32{i + 2, i + 3, i + 1, -1, -1}[i%5])
	}
	return b
}

func config(change func(*Config)) Config {
	cfg := Defaults()
	cfg.Minibatch, cfg.Shards, cfg.WarmUp, cfg.Memory, cfg.LearningRate = 20, 1, 30, 100, 0.01
	change(&cfg)
	return cfg
}

func built(t *testing.T, change func(*Config)) *DQN {
	cfg := config(change)
	require.NoError(t, cfg.Validate())
	q, err := New(cfg, models.Init(network(), 1))
	require.NoError(t, err)
	return q
}

func update(t *testing.T, q *DQN, n uint64) map[string]float64 {
	list, err := q.Update(t.Context(), batch(n), 0.5, env.Stream(n, "update"))
	require.NoError(t, err)
	metrics := map[string]float64{}
	for _, m := range list {
		metrics[m.Name] = m.Value
	}
	return metrics
}

// Targets equal the numbers of a second implementation, which walks the chains of a batch one decision at a time and evaluates one
// network at a time.
func TestTargetsAgainstASecondImplementation(t *testing.T) {
	b := batch(7)
	target, weights := models.Init(network(), 5), models.Init(network(), 6)
	values := func(w *models.Weights, row int32) []float64 {
		logits, q := make([]float32, 3), make([]float64, 3)
		models.NewForward(w).Eval(b.Observation[3*row:3*row+3], logits)
		for a, x := range logits {
			q[a] = float64(x) / 20
		}
		return q
	}
	seen := map[string]int{} // kinds of targets that were compared
	for _, double := range []bool{false, true} {
		for _, policy := range []string{qvalue.Greedy, qvalue.Softmax} {
			for _, n := range []int{1, 2, 3, 100} {
				q := built(t, func(c *Config) {
					c.Double, c.Policy, c.NStep, c.Gamma = double, policy, n, 0.9
					c.Scale, c.FinalScale = 10, 30 // 20 half-way
				})
				q.Remember(b)
				rows, out := []int32{0, 1, 2, 3, 4, 39, 35, 7, 0}, make([]float32, 40)
				require.NoError(t, q.targets.write(t.Context(), target, weights, q.memory, rows, 0.5, out))
				for _, row := range rows {
					at, factor, want, over := row, 1.0, 0.0, false
					for range n {
						if over = b.Next[at] < 0; over {
							want = factor * float64(b.Return[row])
							break
						}
						factor *= 0.9
						at = b.Next[at]
					}
					if !over {
						mean, by := values(target, at), values(target, at)
						if double {
							by = values(weights, at)
						}
						legal := 2 + int(at%2)
						best := 0
						sum, weighted := 0.0, 0.0
						for a := range legal {
							if by[a] > by[best] {
								best = a
							}
							p := math.Exp(20 * by[a])
							sum += p
							weighted += p * mean[a]
						}
						if want = factor * mean[best]; policy == qvalue.Softmax {
							want = factor * weighted / sum
						}
						seen[policy]++
					} else {
						seen["end"]++
					}
					require.InDelta(t, want, out[row], 1e-5, "row %d, %d steps, %s, double %v", row, n, policy, double)
				}
			}
		}
	}
	assert.Greater(t, min(seen["end"], seen[qvalue.Greedy], seen[qvalue.Softmax]), 15, "%v", seen)
}

// A seat decides twice. Its first action 0 leads to a second decision, where action 0 pays 1 and action 1 pays -1; its
// first action 1 ends with 0.25. All were taken alike. So the first action 0 is worth 1 to who then takes the best, by
// hand, and tanh(5) of it to a softmax with scale 5, while its mean return is 0.
func TestFirstActionsAreWorthWhatThePolicyMakesOfThem(t *testing.T) {
	b := &train.Batch{Rows: 8, ObservationSize: 3, NumActions: 3, LogProbs: make([]float32, 24)}
	row := func(second bool, action, next int32, pays float32) {
		if second {
			b.Observation = append(b.Observation, 0, 1, 0)
		} else {
			b.Observation = append(b.Observation, 1, 0, 0)
		}
		b.Mask = append(b.Mask, 1, 1, 0)
		b.Action, b.Next, b.Return = append(b.Action, action), append(b.Next, next), append(b.Return, pays)
	}
	for i := int32(0); i < 4; i += 2 {
		row(false, 0, i+1, 1-float32(i))
		row(true, i/2, -1, 1-float32(i))
	}
	for range 4 {
		row(false, 1, -1, 0.25)
	}
	for name, c := range map[string]struct {
		change func(*Config)
		want   float64
	}{
		"greedy":      {func(c *Config) {}, 1},
		"not double":  {func(c *Config) { c.Double = false }, 1},
		"softmax":     {func(c *Config) { c.Policy, c.Scale = qvalue.Softmax, 5 }, math.Tanh(5)},
		"a soft one":  {func(c *Config) { c.Policy, c.Scale = qvalue.Softmax, 1 }, math.Tanh(1)},
		"discounted":  {func(c *Config) { c.Gamma = 0.5 }, 0.5},
		"all returns": {func(c *Config) { c.NStep = 2 }, 0},
	} {
		q := built(t, func(c *Config) { c.WarmUp, c.Memory, c.Replays, c.TargetEvery = 1, 8, 50, 2 })
		c.change(&q.cfg)
		q.targets.cfg = &q.cfg
		if !q.cfg.Double {
			q.targets.choice = nil
		}
		for i := range uint64(120) {
			_, err := q.Update(t.Context(), b, float64(i)/120, env.Stream(i, "test"))
			require.NoError(t, err)
		}
		w := models.NewWeights(network())
		q.Weights(w)
		logits := make([]float32, 3)
		models.NewForward(w).Eval([]float32{1, 0, 0}, logits)
		assert.InDelta(t, c.want, float64(logits[0])/q.cfg.Scale, 0.04, name)
		assert.InDelta(t, 0.25, float64(logits[1])/q.cfg.Scale, 0.04, name)
	}
}

// Learning begins when the memory is warm, and the target network is replaced when its time has come.
func TestTheCourseOfAnUpdate(t *testing.T) {
	q := built(t, func(c *Config) { c.TargetEvery = 2; c.WarmUp = 80 })
	first := q.target.Clone()
	now := models.NewWeights(network())
	for n := range uint64(2) {
		m := update(t, q, n)
		assert.NotContains(t, m, "loss")
		assert.Equal(t, float64(40*(n+1)), m["memory"])
	}
	q.Weights(now)
	require.Equal(t, first.Flat, now.Flat)
	m := update(t, q, 2)
	assert.Contains(t, m, "loss")
	assert.Equal(t, 100.0, m["memory"])
	assert.InDelta(t, 0.075, m["epsilon"], 1e-9)
	q.Weights(now)
	require.NotEqual(t, first.Flat, now.Flat)
	assert.Equal(t, first.Flat, q.target.Flat)
	update(t, q, 3)
	q.Weights(now)
	assert.Equal(t, now.Flat, q.target.Flat)
	assert.Equal(t, train.Acting{Greedy: true, Epsilon: 0.05}, q.Acting(1))

	copy(q.target.Flat, models.Init(network(), 9).Flat)
	for i := range q.target.Tensor(models.PolicyHead + "/bias") {
		q.target.Tensor(models.PolicyHead + "/bias")[i] = 100
	}
	assert.Greater(t, update(t, q, 4)["target_mean"], 1.0, "what follows is worth what the target network says")
}

func saved(q *DQN) (*models.Weights, []models.Tensor) {
	w := models.NewWeights(network())
	q.Weights(w)
	state := q.State()
	for i := range state {
		state[i].Data = slices.Clone(state[i].Data)
	}
	return w, state
}

// An algorithm that was saved goes on as one that never stopped, byte by byte, as does one that was stopped in the
// middle of an update and got its own state back.
func TestItGoesOnByteByByte(t *testing.T) {
	for _, change := range []func(*Config){
		func(c *Config) {},
		func(c *Config) { c.Policy, c.NStep, c.TargetEvery = qvalue.Softmax, 2, 3 },
	} {
		whole, half := built(t, change), built(t, change)
		for n := range uint64(8) {
			update(t, whole, n)
		}
		for n := range uint64(4) {
			update(t, half, n)
		}
		w, state := saved(half)
		again := built(t, change)
		update(t, again, 77) // something to forget
		require.NoError(t, again.Restore(w, state))
		for _, q := range []*DQN{half, again} {
			for n := uint64(4); n < 8; n++ {
				before := models.NewWeights(network())
				q.Weights(before)
				held := q.State()
				ctx := stoppedAfter(t.Context(), int64(n)-2)
				_, err := q.Update(ctx, batch(n), 0.5, env.Stream(n, "update"))
				require.ErrorIs(t, err, context.Canceled)
				require.NoError(t, q.Restore(before, held))
				update(t, q, n)
			}
			want, wantState := saved(whole)
			got, gotState := saved(q)
			assert.Equal(t, want.Flat, got.Flat)
			assert.Equal(t, wantState, gotState)
		}
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
	q := built(t, func(*Config) {})
	update(t, q, 1)
	w, state := saved(q)
	for want, change := range map[string]func(s []models.Tensor) []models.Tensor{
		"dqn: target_age: [5]: want one whole number from 0 to 4": func(s []models.Tensor) []models.Tensor { return with(s, ageName, []float32{5}) },
		"dqn: target_age: [0.5]":                                  func(s []models.Tensor) []models.Tensor { return with(s, ageName, []float32{0.5}) },
		"dqn: target_age: []":                                     func(s []models.Tensor) []models.Tensor { return with(s, ageName, nil) },
		"dqn: no target_age":                                      func(s []models.Tensor) []models.Tensor { return without(s, ageName) },
		"dqn: replay: memory/":                                    func(s []models.Tensor) []models.Tensor { return without(s, "memory/next") },
		"dqn: the target network":                                 func(s []models.Tensor) []models.Tensor { return without(s, "target/"+w.Infos()[0].Name) },
		"learner state":                                           func(s []models.Tensor) []models.Tensor { return s[3:] },
	} {
		assert.ErrorContains(t, q.Restore(w, change(slices.Clone(state))), want)
	}
	require.NoError(t, q.Restore(w, state))
	require.NoError(t, q.Restore(w, nil))
	assert.Equal(t, w.Flat, q.target.Flat)
	assert.Zero(t, q.memory.Len())
}

func with(s []models.Tensor, name string, data []float32) []models.Tensor {
	at := slices.IndexFunc(s, func(t models.Tensor) bool { return t.Name == name })
	s[at].Data = data
	return s
}

func without(s []models.Tensor, name string) []models.Tensor {
	return slices.DeleteFunc(s, func(t models.Tensor) bool { return t.Name == name })
}

func TestFaultsOfSettings(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"target_every: 0: want a number of iterations from 1 to 1048576": func(c *Config) { c.TargetEvery = 0 },
		"n_step: 0: want a number of decisions from 1":                   func(c *Config) { c.NStep = 0 },
		"gamma: 1.5: want a number from 0 to 1":                          func(c *Config) { c.Gamma = 1.5 },
		"scale: -1: want":                                                func(c *Config) { c.Scale = -1 },
	} {
		cfg := config(change)
		assert.ErrorContains(t, cfg.Validate(), want)
	}
	cfg := config(func(c *Config) { c.Memory = 1 << 30 })
	_, err := New(cfg, models.Init(network(), 1))
	require.ErrorContains(t, err, "dqn: memory: 1073741824: want from 1 to 16777216 decisions of 10 numbers each")
	require.Error(t, cfg.CheckRun(train.Setup{Starts: true}))
}
