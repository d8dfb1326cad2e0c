package ppo

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/train"
)

// after returns a learner that has learned for some updates, and a batch that the weights before them
// played: its log-probabilities are uniform.
func after(t *testing.T, updates uint64, change func(*Config)) (*PPO, *train.Batch) {
	p, _ := learner(t, change)
	for i := range updates {
		update(t, p, i)
	}
	return p, batch(100)
}

func corrected(c *Config) { c.VTrace = Truncated() }

// Only rows that are older than the weights are corrected; new ones teach what they teach
// without V-trace, bit by bit.
func TestOnlyOldRowsAreCorrected(t *testing.T) {
	learned := func(staleness int, change func(*Config)) ([]float32, map[string]float64) {
		p, b := after(t, 3, change)
		b.Staleness = staleness
		list, err := p.Update(t.Context(), b, 0.5, env.Stream(1, "update"))
		require.NoError(t, err)
		metrics := map[string]float64{}
		for _, m := range list {
			metrics[m.Name] = m.Value
		}
		w := p.learner.State()
		return w[0].Data, metrics
	}
	plain, m := learned(0, func(*Config) {})
	assert.NotContains(t, m, "vtrace_weight")
	assert.Greater(t, m["first_ratio_deviation"], 0.01) // the test's rows are old
	same, m := learned(0, corrected)
	assert.Equal(t, plain, same)
	assert.NotContains(t, m, "vtrace_weight")
	uncorrected, _ := learned(2, func(*Config) {})
	assert.Equal(t, plain, uncorrected)
	other, m := learned(2, corrected)
	assert.NotEqual(t, plain, other)
	assert.InDelta(t, 0, m["first_ratio_deviation"], 1e-5) // the update begins at the policy that learns
	assert.Less(t, m["vtrace_weight"], 1.0)
	assert.Positive(t, m["vtrace_weight"])
}

// The correction sees the rows as the learner's network does: a learner that has not
// moved since it played finds ratios of 1.
func TestTheCorrectionSeesWhatTheLearnerSees(t *testing.T) {
	p, b := after(t, 3, corrected)
	b.Staleness = 1
	_, _, err := p.settle(b, 0)
	require.NoError(t, err)
	for i, a := range b.Action {
		at := i*b.NumActions + int(a)
		require.InDelta(t, math.Exp(float64(p.aged.LogProbs[at])), float64(p.aged.Ratio[i])*math.Exp(float64(b.LogProbs[at])), 1e-6)
	}
	require.Greater(t, math.Abs(float64(p.aged.Ratio[0])-1), 1e-3)
	copy(b.LogProbs, p.aged.LogProbs)
	copy(b.Value, p.aged.Values)
	policy, value, err := p.settle(b, 0)
	require.NoError(t, err)
	for _, r := range p.aged.Ratio {
		require.InDelta(t, 1, r, 1e-6)
	}
	assert.Equal(t, b.LogProbs, policy)
	assert.Equal(t, b.Value, value)
	old := append([]float32{}, p.advantage...)
	b.Staleness = 0
	_, _, err = p.settle(b, 0)
	require.NoError(t, err)
	assert.InDeltaSlice(t, p.advantage, old, 1e-6)
}

func TestBoundsOfVTrace(t *testing.T) {
	for text, v := range map[string]VTraceConfig{
		"":             {},
		"vtrace.c: 2":  {Rho: 1, C: 2},
		"vtrace.c: 1":  {C: 1},
		"vtrace.rho: ": {Rho: -1},
	} {
		c := Defaults()
		c.VTrace = &v
		if err := c.Validate(); text == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, text)
		}
	}
	c := Defaults()
	c.VTrace = &VTraceConfig{Rho: math.NaN()}
	require.Error(t, c.Validate())
}
