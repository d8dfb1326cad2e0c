package rnad

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/models"
	"ringer/train"
	"ringer/train/policy"
)

func row(logits, mask []float32) *policy.Row {
	n := len(logits)
	r := &policy.Row{Logits: logits, Mask: mask, Probs: make([]float64, n), LogProbs: make([]float64, n), Derivative: make([]float64, n)}
	for _, m := range mask {
		r.Legal += int(m)
	}
	return r
}

// batch is an iteration of 40 decisions: episodes of two of the one seat and one of the other between them.
func batch(seed uint64) *train.Batch {
	rng := env.Stream(seed, "test")
	b := &train.Batch{Rows: 42, ObservationSize: 2, NumActions: 3, Kinds: []string{"bid"}, Kind: make([]int8, 42)}
	for i := range int32(b.Rows) {
		legal := 3 - int(i%2)
		for a := range 3 {
			on, logProb := float32(1), ln(1/float64(legal))
			if a >= legal {
				on, logProb = 0, 0
			}
			b.Mask, b.LogProbs = append(b.Mask, on), append(b.LogProbs, logProb)
		}
		b.Observation = append(b.Observation, rng.Float32(), rng.Float32())
		b.Action = append(b.Action, int32(rng.IntN(legal)))
		b.Value = append(b.Value, rng.Float32()-0.5)
		b.Return = append(b.Return, float32(i/3%2*2-1)*float32(1-2*(i%3%2)))
		b.Next = append(b.Next, []int32{i + 2, -1, -1}[i%3])
		b.Follower = append(b.Follower, []int32{i + 1, i + 1, -1}[i%3])
	}
	return b
}

func learner(t *testing.T, change func(*Config)) (*RNaD, *models.Weights) {
	cfg := Defaults()
	cfg.Minibatch, cfg.LearningRate = 20, 0.01
	change(&cfg)
	require.NoError(t, cfg.Validate())
	network := &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{2}}}, Actions: 3, Hidden: []int{8}, Activation: models.Tanh}
	w := models.Init(network, 1)
	r, err := New(cfg, w)
	require.NoError(t, err)
	return r.(*RNaD), w
}

func update(t *testing.T, r *RNaD, seed uint64, staleness int) map[string]float64 {
	b := batch(seed)
	b.Staleness = staleness
	list, err := r.Update(t.Context(), b, 0.5, env.Stream(seed, "update"))
	require.NoError(t, err)
	metrics := map[string]float64{}
	for _, x := range list {
		metrics[x.Name] = x.Value
	}
	return metrics
}

// Every setting moves the weights: none is read and forgotten.
func TestEverySettingTeaches(t *testing.T) {
	after := func(staleness int, change func(*Config)) []float32 {
		r, w := learner(t, change)
		for i := range uint64(5) {
			update(t, r, i, staleness)
		}
		r.Weights(w)
		return w.Flat
	}
	plain := after(0, func(*Config) {})
	for name, change := range map[string]func(*Config){
		"average":       func(c *Config) { c.Average = 1 },
		"eta":           func(c *Config) { c.Eta = 1 },
		"replace_every": func(c *Config) { c.ReplaceEvery = 2 },
		"threshold":     func(c *Config) { c.Threshold = 0.01 },
		"clip":          func(c *Config) { c.Clip = 0.1 },
		"lambda":        func(c *Config) { c.Lambda = 0 },
		"value":         func(c *Config) { c.Value = 1 },
	} {
		assert.NotEqual(t, plain, after(0, change), name)
	}
	assert.NotEqual(t, plain, after(2, func(*Config) {}), "rows that an older policy played")
}

// The regularisation policy is replaced by the policy, comes in over half of its time, and is
// mixed with the one before it until then.
func TestTheRegularisationPolicyIsReplaced(t *testing.T) {
	r, w := learner(t, func(c *Config) { c.ReplaceEvery, c.Average = 4, 0.3 })
	first, want, before, now := w.Clone(), w.Clone(), w.Clone(), w.Clone()
	for i := range uint64(10) {
		require.InDelta(t, []float64{0, 0.5, 1, 1}[i%4], r.share(), 1e-9)
		mean := r.average.Clone()
		update(t, r, i, 0)
		r.Weights(now)
		for j, x := range mean.Flat {
			require.InDelta(t, x+0.3*(now.Flat[j]-x), r.average.Flat[j], 1e-6)
		}
		if i%4 == 3 {
			copy(before.Flat, want.Flat)
			copy(want.Flat, r.average.Flat)
		}
		require.Equal(t, want.Flat, r.regular.Weights.Flat, i)
		require.Equal(t, before.Flat, r.before.Flat, i)
	}
	require.NotEqual(t, first.Flat, r.before.Flat)
	b := batch(1)
	require.InDelta(t, 1, r.share(), 1e-9)
	newest, err := r.regularise(b)
	require.NoError(t, err)
	newest = append([]float32{}, newest...)
	r.cfg.ReplaceEvery = 8 // a half of each
	mixed, err := r.regularise(b)
	require.NoError(t, err)
	for i := range mixed {
		require.InDelta(t, (newest[i]+r.earlier.LogProbs[i])/2, mixed[i], 1e-6)
	}
	require.NotEqual(t, newest, mixed)
}

// After Restore the updates that follow give the same bits, at any age of the regularisation policy.
func TestRestoredUpdatesAreTheSame(t *testing.T) {
	for _, updates := range []uint64{1, 3, 4, 5} {
		change := func(c *Config) { c.ReplaceEvery = 3 }
		whole, w := learner(t, change)
		for i := range updates {
			update(t, whole, i, 0)
		}
		half := w.Clone()
		whole.Weights(half)
		state := whole.State()
		other, got := learner(t, change)
		update(t, other, 33, 0)
		require.NoError(t, other.Restore(half, state))
		want := w.Clone()
		for i := range uint64(3) {
			update(t, whole, 100+i, 0)
			update(t, other, 100+i, 0)
		}
		whole.Weights(want)
		other.Weights(got)
		assert.Equal(t, want.Flat, got.Flat)
		assert.Equal(t, whole.State(), other.State())
		assert.ErrorContains(t, other.Restore(half, state[:len(state)-1]), "rnad: the regularisation policy before the newest")
	}
}

func TestWhatIsRefused(t *testing.T) {
	c := Defaults()
	c.Eta, c.ReplaceEvery, c.Threshold, c.Minibatch, c.Lambda = -1, 0, 0, 1, math.NaN()
	err := c.Validate()
	for _, fault := range []string{"minibatch: 1", "eta: -1: want a number from 0 to 10", "replace_every: 0: want a whole number of iterations from 1", "threshold: 0", "lambda: NaN"} {
		assert.ErrorContains(t, err, fault)
	}
	c = Defaults()
	require.NoError(t, c.CheckGame(games.MustNew("leduc").Spec()))
	assert.ErrorContains(t, c.CheckGame(games.MustNew("kuhn(players=3)").Spec()), "game: kuhn(players=3): want a zero-sum game of two seats")
	r, _ := learner(t, func(*Config) {})
	b := batch(1)
	b.Follower = nil
	_, err = r.Update(t.Context(), b, 0, env.Stream(1, "update"))
	assert.ErrorContains(t, err, "rnad: a batch of 42 rows with 0 followers")
	assert.True(t, r.Acting(0).Followers)
}

// Weights without a state are a beginning: they are both regularisation policies.
func TestRestoringWeightsAloneBeginsAnew(t *testing.T) {
	r, w := learner(t, func(c *Config) { c.ReplaceEvery = 2 })
	for i := range uint64(3) {
		update(t, r, i, 0)
	}
	r.Weights(w)
	require.NoError(t, r.Restore(w, nil))
	assert.Equal(t, w.Flat, r.average.Flat)
	assert.Equal(t, w.Flat, r.before.Flat)
	assert.Equal(t, w.Flat, r.regular.Weights.Flat)
	assert.Zero(t, r.regular.Age())
}
