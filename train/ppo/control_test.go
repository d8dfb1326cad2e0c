package ppo

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/models"
	"ringer/train"
)

// met is an iteration in which bids had one normalised entropy and plays another; NaN: there were none.
func met(bid, play float64) *train.Batch {
	b := batch(1)
	b.Stats.ByKind = make([]train.KindStats, 2)
	for k, entropy := range []float64{bid, play} {
		if !math.IsNaN(entropy) {
			b.Stats.ByKind[k] = train.KindStats{Rows: 20, EntropySum: 20 * entropy}
		}
	}
	return b
}

func settled(t *testing.T, p *PPO, b *train.Batch) map[string]float64 {
	t.Helper()
	list, err := p.Update(t.Context(), b, 0.5, env.Stream(1, "update"))
	require.NoError(t, err)
	metrics := map[string]float64{}
	for _, m := range list {
		metrics[m.Name] = m.Value
	}
	return metrics
}

// The coefficient of a kind with a target moves by a part of what its entropy lacks, within the bounds, and
// is the one that its rows learn with. Other kinds keep theirs, as does a kind without decisions.
func TestCoefficientsMoveToTheTarget(t *testing.T) {
	p, _ := learner(t, func(c *Config) {
		c.TargetRate, c.EntropyBounds = 0.5, []float64{0.01, 0.06}
		c.Kinds = map[string]KindConfig{"bid": {Entropy: ptr(0.02), TargetEntropy: ptr(0.5)}}
	})
	m := settled(t, p, met(0.1, 0.9))
	want := 0.02 * math.Exp(0.5*0.4)
	assert.InDelta(t, want, m["entropy_coefficient/bid"], 1e-8)
	assert.NotContains(t, m, "entropy_coefficient/play")
	assert.InDelta(t, (want+0.05)/2, m[train.CoefficientMetric], 1e-6, "the mean over rows")
	assert.InDelta(t, want, p.bonus[0], 1e-7)
	assert.InDelta(t, 0.05, p.bonus[1], 1e-7)

	assert.NotContains(t, settled(t, p, met(math.NaN(), 0.9)), "entropy_coefficient/bid")
	m = settled(t, p, met(0.6, 0.9))
	want *= math.Exp(-0.5 * 0.1)
	assert.InDelta(t, want, m["entropy_coefficient/bid"], 1e-8, "a kind without decisions has kept its own")
	for range 50 {
		m = settled(t, p, met(0, 0))
	}
	assert.InDelta(t, 0.06, m["entropy_coefficient/bid"], 1e-8)
	for range 50 {
		m = settled(t, p, met(1, 0))
	}
	assert.InDelta(t, 0.01, m["entropy_coefficient/bid"], 1e-8)

	all, _ := learner(t, func(c *Config) {
		c.TargetEntropy = 0.5
		c.Kinds = map[string]KindConfig{"bid": {TargetEntropy: ptr(0)}}
	})
	m = settled(t, all, met(0.1, 0.1))
	assert.NotContains(t, m, "entropy_coefficient/bid")
	assert.InDelta(t, 0.05*math.Exp(0.1*0.4), m["entropy_coefficient/play"], 1e-8)
}

// A policy whose entropy follows the coefficient with a delay comes to its target and stays there.
func TestTheTargetIsHeld(t *testing.T) {
	for _, target := range []float64{0.2, 0.5, 0.8} {
		cfg := Defaults()
		cfg.TargetEntropy = target
		require.NoError(t, cfg.Validate())
		c := control{cfg: &cfg}
		entropy, worst := 1.0, 0.0
		for i := range 1500 {
			require.NoError(t, c.settle(met(entropy, math.NaN())))
			x := float64(c.coefficients[0])
			entropy += 0.05 * (x/(x+0.01) - entropy) // a twentieth of the way an iteration
			if i >= 1000 {
				worst = max(worst, math.Abs(entropy-target))
			}
		}
		assert.Less(t, worst, 0.01, "target %v", target)
	}
}

// A run that goes on has the coefficients of one that was not stopped, also before the first iteration.
func TestCoefficientsAreRestored(t *testing.T) {
	held := func(c *Config) { c.TargetEntropy, c.Magnet.Coefficient = 0.3, 0.1 }
	whole, w := learner(t, held)
	fresh, got := learner(t, held)
	require.NoError(t, fresh.Restore(w, whole.State()))
	settled(t, whole, met(0.9, 0.1))
	half := w.Clone()
	whole.Weights(half)
	state := whole.State()
	settled(t, whole, met(0.8, 0.2))
	want := w.Clone()
	whole.Weights(want)

	require.NoError(t, fresh.Restore(half, state))
	settled(t, fresh, met(0.8, 0.2))
	fresh.Weights(got)
	assert.Equal(t, want.Flat, got.Flat)
	assert.Equal(t, whole.State(), fresh.State())

	at := len(state) - 1
	require.Equal(t, controlName, state[at].Name)
	for fault, data := range map[string][]float32{
		"entropy_coefficients[1]: 5: want 0 or a number from 0.001 to 0.3":      {0.1, 5},
		"entropy_coefficients[0]: NaN: want":                                    {float32(math.NaN()), 0.1},
		"entropy_coefficients of 3 kinds of decisions: want 2":                  {0.1, 0.1, 0.1},
		"entropy_coefficients: 0 for the kind bid, whose target_entropy is 0.3": {0, 0.1},
	} {
		state[at] = models.Tensor{TensorInfo: models.TensorInfo{Name: controlName, Shape: []int{len(data)}}, Data: data}
		err := fresh.Restore(half, state)
		if err == nil {
			_, err = fresh.Update(t.Context(), met(0.5, 0.5), 0.5, env.Stream(1, "update"))
		}
		assert.ErrorContains(t, err, fault)
	}
}

func TestTargetsAreRefused(t *testing.T) {
	for fault, change := range map[string]func(c *Config){
		"target_entropy: 1.5: want a number from 0 to 1":                func(c *Config) { c.TargetEntropy = 1.5 },
		"target_entropy: NaN: want a number from 0 to 1":                func(c *Config) { c.TargetEntropy = math.NaN() },
		"kinds.bid.target_entropy: -1: want a number from 0 to 1":       func(c *Config) { c.Kinds = map[string]KindConfig{"bid": {TargetEntropy: ptr(-1)}} },
		"target_rate: 20: want 0, or a number from 0.0001 to 10":        func(c *Config) { c.TargetEntropy, c.TargetRate = 0.3, 20 },
		"target_rate: 1: want a target_entropy beside it":               func(c *Config) { c.TargetRate = 1 },
		"entropy_bounds: [0.1]: want two numbers from 1e-06 to 10":      func(c *Config) { c.TargetEntropy, c.EntropyBounds = 0.3, []float64{0.1} },
		"entropy_bounds: [0.2 0.1]: want two numbers":                   func(c *Config) { c.TargetEntropy, c.EntropyBounds = 0.3, []float64{0.2, 0.1} },
		"entropy_bounds: [0.1 0.2]: want a target_entropy beside them":  func(c *Config) { c.EntropyBounds = []float64{0.1, 0.2} },
		"entropy: 0.05: want a number from 0.1 to 0.2 (entropy_bounds)": func(c *Config) { c.TargetEntropy, c.EntropyBounds = 0.3, []float64{0.1, 0.2} },
		"final_entropy: 0.01: want -1 beside target_entropy":            func(c *Config) { c.TargetEntropy, c.FinalEntropy = 0.3, 0.01 },
		"kinds.bid.final_entropy: 0.01: want -1 beside target_entropy": func(c *Config) {
			c.Kinds = map[string]KindConfig{"bid": {TargetEntropy: ptr(0.3), FinalEntropy: ptr(0.01)}}
		},
		"kinds.bid.entropy: 0: want a number from 0.001 to 0.3 (entropy_bounds)": func(c *Config) { c.Kinds = map[string]KindConfig{"bid": {TargetEntropy: ptr(0.3), Entropy: ptr(0)}} },
	} {
		cfg := Defaults()
		change(&cfg)
		assert.ErrorContains(t, cfg.Validate(), fault)
	}
	cfg := Defaults()
	cfg.FinalEntropy = 0.01
	cfg.Kinds = map[string]KindConfig{"bid": {TargetEntropy: ptr(0.3), FinalEntropy: ptr(-1)}, "play": {TargetEntropy: ptr(0)}}
	assert.NoError(t, cfg.Validate())
}
