package ppo

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/models"
	"ringer/train"
	"ringer/train/policy"
)

// batch is an iteration of 40 decisions of two kinds in chains of two, three actions
// each; the third is illegal in every other row.
func batch(seed uint64) *train.Batch {
	rng := env.Stream(seed, "test")
	b := &train.Batch{Rows: 40, ObservationSize: 2, NumActions: 3, Kinds: []string{"bid", "play"}}
	for i := range int32(b.Rows) {
		legal := 3 - int(i%2)
		for a := range 3 {
			on, logProb := float32(1), float32(-math.Log(float64(legal)))
			if a >= legal {
				on, logProb = 0, 0
			}
			b.Mask, b.LogProbs = append(b.Mask, on), append(b.LogProbs, logProb)
		}
		b.Observation = append(b.Observation, rng.Float32(), rng.Float32())
		b.Action = append(b.Action, int32(rng.IntN(legal)))
		b.Value = append(b.Value, rng.Float32()-0.5)
		b.Return = append(b.Return, float32(i/2%2*2-1))
		b.Kind = append(b.Kind, int8(i%2))
		b.Next = append(b.Next, []int32{i + 1, -1}[i%2])
	}
	return b
}

func learner(t *testing.T, change func(*Config)) (*PPO, *models.Weights) {
	cfg := Defaults()
	cfg.LearningRate, cfg.Minibatch = 0.01, 20
	change(&cfg)
	require.NoError(t, cfg.Validate())
	network := &models.Network{Fields: []models.Field{{Name: "x", Shape: []int{2}}}, Actions: 3, Hidden: []int{8}, Activation: models.Tanh}
	w := models.Init(network, 1)
	p, err := New(cfg, w)
	require.NoError(t, err)
	return p, w
}

func update(t *testing.T, p *PPO, seed uint64) map[string]float64 {
	list, err := p.Update(t.Context(), batch(seed), 0.5, env.Stream(seed, "update"))
	require.NoError(t, err)
	metrics := map[string]float64{}
	for _, m := range list {
		metrics[m.Name] = m.Value
	}
	return metrics
}

func ptr(x float64) *float64 { return &x }

// A kind's own settings move the weights, and say so; the rest of the run keeps those for all.
func TestKindsHaveSettingsOfTheirOwn(t *testing.T) {
	after := func(change func(*Config)) ([]float32, map[string]float64) {
		p, w := learner(t, change)
		m := update(t, p, 1)
		p.Weights(w)
		return w.Flat, m
	}
	plain, m := after(func(*Config) {})
	assert.InDelta(t, 0.05, m["entropy_coefficient"], 1e-9)
	same, _ := after(func(c *Config) {
		c.Kinds = map[string]KindConfig{"bid": {Entropy: ptr(0.05), GAELambda: ptr(0.95)}, "play": {}}
	})
	assert.Equal(t, plain, same)
	for name, k := range map[string]KindConfig{"entropy": {Entropy: ptr(0.5)}, "lambda": {GAELambda: ptr(0.1)}} {
		other, _ := after(func(c *Config) { c.Kinds = map[string]KindConfig{"bid": k} })
		assert.NotEqual(t, plain, other, name)
	}
	cfg := Defaults()
	cfg.Entropy, cfg.FinalEntropy = 0.2, 0.1
	cfg.Kinds = map[string]KindConfig{"bid": {Entropy: ptr(0.4)}, "play": {FinalEntropy: ptr(0)}, "draft": {Entropy: ptr(1), FinalEntropy: ptr(0.5)}}
	for kind, want := range map[string]float64{"move": 0.15, "bid": 0.4, "play": 0.1, "draft": 0.75} {
		assert.InDelta(t, want, cfg.entropyOf(kind, 0.5), 1e-9, kind)
	}
}

// Normalised advantages shrink the bonus by their deviation, and the alarm can hear it.
func TestNormalisedAdvantagesCoolThePolicy(t *testing.T) {
	for _, normalise := range []bool{false, true} {
		p, _ := learner(t, func(c *Config) { c.NormalizeAdvantages = normalise })
		m := update(t, p, 1)
		want := m[train.CoefficientMetric]
		if normalise {
			want *= m["advantage_spread"]
		}
		assert.InDelta(t, want, m[train.TemperatureMetric], 1e-9)
		assert.NotZero(t, want)
	}
}

func TestUnknownKindsAreNamed(t *testing.T) {
	p, _ := learner(t, func(c *Config) { c.Kinds = map[string]KindConfig{"bet": {}, "bid": {}} })
	_, err := p.Update(t.Context(), batch(1), 0, env.Stream(1, "update"))
	assert.ErrorContains(t, err, "kinds.bet: unknown kind of decision: want one of: bid, play")
}

// A strong magnet that does not move holds the policy to where it began, and one that follows
// the weights lets it go.
func TestAMagnetHoldsThePolicy(t *testing.T) {
	distance := func(coefficient, decay float64) float64 {
		p, _ := learner(t, func(c *Config) { c.Magnet.Coefficient, c.Magnet.Decay = coefficient, decay })
		pull := 0.0
		for i := range uint64(10) {
			pull = update(t, p, i)["magnet_kl"]
		}
		return pull
	}
	free, held, following := distance(1e-9, 1), distance(10, 1), distance(10, 0.5)
	assert.Greater(t, free, 3*held)
	assert.Positive(t, held)
	assert.Less(t, following, free)
}

// A magnet that is replaced stays what it is for some iterations, and then is the weights.
func TestAMagnetIsReplaced(t *testing.T) {
	p, w := learner(t, func(c *Config) { c.Magnet.Coefficient, c.Magnet.ReplaceEvery = 0.5, 3 })
	want := w.Clone()
	for i := range uint64(7) {
		update(t, p, i)
		if i%3 == 2 {
			p.Weights(want)
		}
		require.Equal(t, want.Flat, p.magnet.Weights.Flat, "iteration %d", i)
	}
}

// Restoring the state puts the magnet back too, and its age where it has one.
func TestAMagnetIsRestored(t *testing.T) {
	for name, change := range map[string]func(*policy.MagnetConfig){
		"average":  func(m *policy.MagnetConfig) { m.Decay = 0.7 },
		"replaced": func(m *policy.MagnetConfig) { m.ReplaceEvery = 2 },
	} {
		t.Run(name, func(t *testing.T) {
			isRestored(t, func(c *Config) {
				c.Magnet.Coefficient = 0.5
				change(&c.Magnet)
			})
		})
	}
}

func isRestored(t *testing.T, magnetic func(*Config)) {
	t.Helper()
	whole, w := learner(t, magnetic)
	update(t, whole, 1)
	half := w.Clone()
	whole.Weights(half)
	state := whole.State()
	update(t, whole, 2)
	want := w.Clone()
	whole.Weights(want)

	p, got := learner(t, magnetic)
	update(t, p, 3) // another age than the state has
	update(t, p, 4)
	require.NoError(t, p.Restore(half, state))
	update(t, p, 2)
	p.Weights(got)
	assert.Equal(t, want.Flat, got.Flat)
	assert.Equal(t, whole.State(), p.State())

	if at := len(state) - 1; state[at].Name == "magnet_age" {
		for _, age := range [][]float32{{-1}, {2}, {0.5}, {float32(math.NaN())}, {0, 1}, nil} {
			state[at].Data = age
			require.ErrorContains(t, p.Restore(half, state), "want one whole number from 0 to 1")
		}
		state[at].Data = []float32{0}
		require.ErrorContains(t, p.Restore(half, state[:at]), "no magnet_age beside a magnet that is replaced every 2 iterations")
	}
	for i := range state {
		if state[i].Name == "magnet/"+w.Infos()[0].Name {
			state[i].Name = "magnet/other"
		}
	}
	assert.ErrorContains(t, p.Restore(half, state), "the magnet")
}

func TestReplacementsAreRefused(t *testing.T) {
	for fault, change := range map[string]func(m *policy.MagnetConfig){
		"magnet.replace_every: -1: want a whole number of iterations from 0 to 1048576": func(m *policy.MagnetConfig) { m.Coefficient, m.ReplaceEvery = 0.1, -1 },
		"magnet.replace_every: 5: want 0 without a coefficient":                         func(m *policy.MagnetConfig) { m.ReplaceEvery = 5 },
		"magnet.decay: 0.9: want 0.99, as it is of itself":                              func(m *policy.MagnetConfig) { m.Coefficient, m.ReplaceEvery, m.Decay = 0.1, 5, 0.9 },
	} {
		cfg := Defaults()
		change(&cfg.Magnet)
		assert.ErrorContains(t, cfg.Validate(), fault)
	}
}
