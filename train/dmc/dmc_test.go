package dmc

import (
	"context"
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/train"
	"ringer/train/qvalue"
)

func network() *models.Network {
	return &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{3}}}, Actions: 3, Hidden: []int{16}, Activation: models.Tanh}
}

func built(t *testing.T, change func(*Config)) *DMC {
	cfg := Defaults()
	cfg.Minibatch, cfg.Shards, cfg.WarmUp, cfg.Memory, cfg.LearningRate = 20, 1, 30, 100, 0.01
	change(&cfg)
	require.NoError(t, cfg.Validate())
	m, err := New(cfg, models.Init(network(), 1))
	require.NoError(t, err)
	return m
}

func update(t *testing.T, m *DMC, b *train.Batch, progress float64, n uint64) map[string]float64 {
	list, err := m.Update(t.Context(), b, progress, env.Stream(n, "update"))
	require.NoError(t, err)
	metrics := map[string]float64{}
	for _, m := range list {
		metrics[m.Name] = m.Value
	}
	return metrics
}

// A seat decides twice. Its first action 0 leads to a second decision that pays 1, 1, 1 and -1, by hand .5 on average; its
// first action 1 pays 0.25. The best action of the second decision is no matter.
func TestActionsAreWorthTheirMeanReturn(t *testing.T) {
	b := &train.Batch{Rows: 12, ObservationSize: 3, NumActions: 3, LogProbs: make([]float32, 36)}
	for i := range int32(12) {
		b.Observation = append(b.Observation, 1-float32(i%3/2), float32(i%3/2), 0)
		b.Mask = append(b.Mask, 1, 1, 0)
		second := i%3 == 2
		action, pays := int32(1), float32(0.25)
		if i%3 != 0 { // rows 1 and 2 of each three are one episode
			action, pays = 0, 1
			if i > 8 {
				pays = -1
				if second {
					action = 1
				}
			}
		}
		b.Action, b.Return = append(b.Action, action), append(b.Return, pays)
		b.Next = append(b.Next, []int32{-1, i + 1, -1}[i%3])
	}
	m := built(t, func(c *Config) { c.WarmUp, c.Memory, c.Replays = 1, 12, 50 })
	for i := range uint64(150) {
		update(t, m, b, float64(i)/150, i)
	}
	w, logits := models.NewWeights(network()), make([]float32, 3)
	m.Weights(w)
	models.NewForward(w).Eval([]float32{1, 0, 0}, logits)
	assert.InDelta(t, 0.5, float64(logits[0])/m.cfg.Scale, 0.04)
	assert.InDelta(t, 0.25, float64(logits[1])/m.cfg.Scale, 0.04)
	models.NewForward(w).Eval([]float32{0, 1, 0}, logits)
	assert.InDelta(t, 1, float64(logits[0])/m.cfg.Scale, 0.04)
	assert.InDelta(t, -1, float64(logits[1])/m.cfg.Scale, 0.04)
}

// batch is an iteration of 40 decisions in episodes of two.
func batch(seed uint64) *train.Batch {
	rng := env.Stream(seed, "test")
	b := &train.Batch{Rows: 40, ObservationSize: 3, NumActions: 3, LogProbs: make([]float32, 120)}
	for i := range int32(b.Rows) {
		b.Mask = append(b.Mask, 1, 1, float32(i%2))
		b.Observation = append(b.Observation, rng.Float32(), rng.Float32()-0.5, 1)
		b.Action = append(b.Action, int32(rng.IntN(2+int(i%2))))
		b.Return = append(b.Return, rng.Float32()-0.5)
		b.Next = append(b.Next, []int32{i + 1, -1}[i%2])
	}
	return b
}

func saved(m *DMC) (*models.Weights, []models.Tensor) {
	w := models.NewWeights(network())
	m.Weights(w)
	state := m.State()
	for i := range state {
		state[i].Data = slices.Clone(state[i].Data)
	}
	return w, state
}

// An algorithm that was saved goes on as one that never stopped, byte by byte, as does one that was stopped in the
// middle of an update and got its own state back.
func TestItGoesOnByteByByte(t *testing.T) {
	for _, keep := range []string{Newest, Sample} {
		change := func(c *Config) { c.Policy, c.Keep = qvalue.Softmax, keep }
		whole, half, again := built(t, change), built(t, change), built(t, change)
		for i := range uint64(7) {
			update(t, whole, batch(i), 0.5, i)
		}
		for i := range uint64(3) {
			update(t, half, batch(i), 0.5, i)
		}
		w, state := saved(half)
		update(t, again, batch(77), 0.5, 77) // something to forget
		require.NoError(t, again.Restore(w, state))
		for _, m := range []*DMC{half, again} {
			for i := uint64(3); i < 7; i++ {
				before := models.NewWeights(network())
				m.Weights(before)
				held := m.State()
				_, err := m.Update(stoppedAfter(t.Context(), int64(i)-3), batch(i), 0.5, env.Stream(i, "update"))
				require.ErrorIs(t, err, context.Canceled)
				require.NoError(t, m.Restore(before, held))
				update(t, m, batch(i), 0.5, i)
			}
			want, wantState := saved(whole)
			got, gotState := saved(m)
			assert.Equal(t, want.Flat, got.Flat)
			assert.Equal(t, wantState, gotState)
		}
		broken := slices.DeleteFunc(slices.Clone(state), func(t models.Tensor) bool { return t.Name == "memory/mask" })
		require.ErrorContains(t, half.Restore(w, broken), "dmc: replay: memory/")
		require.ErrorContains(t, half.Restore(w, state[3:]), "learner state")
		require.NoError(t, half.Restore(w, nil))
		require.Zero(t, half.rows.Len())
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

// Nothing is learned before the memory is warm.
func TestTheCourseOfAnUpdate(t *testing.T) {
	m := built(t, func(c *Config) { c.WarmUp, c.Epsilon, c.FinalEpsilon = 50, 0.4, 0.2 })
	for n, learns := range []bool{false, false, true} {
		got := update(t, m, batch(uint64(n)), 0.5, uint64(n))
		_, learned := got["loss"]
		assert.Equal(t, learns, learned, n)
		assert.Equal(t, math.Min(100, 40*float64(n+1)), got["memory"])
		assert.InDelta(t, 0.3, got["epsilon"], 1e-9)
	}
	assert.Equal(t, train.Acting{Greedy: true, Epsilon: 0.2}, m.Acting(1))
}

// A memory of the newest forgets what a sample of the whole run still holds: five batches of 40 decisions that pay 1, then
// one of 40 that pay -1, in a memory of 80.
func TestASampleHoldsTheWholeRun(t *testing.T) {
	mean := func(keep string) (mean float64) {
		m := built(t, func(c *Config) { c.Keep, c.Memory, c.WarmUp = keep, 80, 80 })
		for n := range uint64(6) {
			b := batch(n)
			for i := range b.Return {
				b.Return[i] = 1 - 2*float32(n/5)
			}
			update(t, m, b, 0.5, n)
		}
		require.Equal(t, 80, m.rows.Len())
		for _, r := range m.rows.Return {
			mean += float64(r) / 80
		}
		return mean
	}
	assert.InDelta(t, 0, mean(Newest), 1e-9)
	assert.InDelta(t, 4./6, mean(Sample), 0.2)
}

func TestWhatCannotBeLearned(t *testing.T) {
	cfg := Defaults()
	require.NoError(t, cfg.Validate())
	require.NoError(t, cfg.CheckGame(games.MustNew("kuhn").Spec()))
	require.ErrorContains(t, cfg.CheckRun(train.Setup{Starts: true}), "start: a bot: want none")
	cfg.Memory = 1 << 25
	require.ErrorContains(t, cfg.CheckGame(games.MustNew("kuhn").Spec()), "dmc.memory: 33554432: want from 1")
	_, err := New(cfg, models.Init(network(), 1))
	require.ErrorContains(t, err, "dmc: memory: 33554432")
	cfg.Keep = "oldest"
	require.ErrorContains(t, cfg.Validate(), "keep: oldest: want newest or sample")
	cfg.Scale = 0
	require.ErrorContains(t, cfg.Validate(), "scale: 0: want a number")
}
