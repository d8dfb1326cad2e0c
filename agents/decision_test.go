package agents_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"ringer/agents"
	"ringer/env"
)

func TestCheck(t *testing.T) {
	views := []agents.View{{Seat: 0, Legal: []env.Action{4}}, {Seat: 2, Legal: []env.Action{1, 3, 5}}}
	nan := float32(math.NaN())
	good := agents.Decision{Probs: []float32{1}}
	for name, c := range map[string]struct {
		decisions []agents.Decision
		want      string
	}{
		"count":    {[]agents.Decision{good}, "agents: 1 decisions: want 2, one for each view"},
		"length":   {[]agents.Decision{good, good}, "agents: decision 1 (seat 2): Probs: 1 probabilities: want 3, one for each legal action"},
		"negative": {[]agents.Decision{good, {Probs: []float32{1.5, -0.5, 0}}}, "agents: decision 1 (seat 2): Probs[0]: 1.5: want a probability"},
		"below":    {[]agents.Decision{good, {Probs: []float32{0.5, 1, -0.5}}}, "agents: decision 1 (seat 2): Probs[2]: -0.5: want a probability"},
		"nan":      {[]agents.Decision{{Probs: []float32{nan}}, good}, "agents: decision 0 (seat 0): Probs[0]: NaN: want a probability"},
		"sum":      {[]agents.Decision{good, {Probs: []float32{0.5, 0.25, 0}}}, "agents: decision 1 (seat 2): Probs: sum 0.75: want sum 1"},
		"value":    {[]agents.Decision{{Probs: []float32{1}, Value: nan}, good}, "agents: decision 0 (seat 0): Value: NaN: want a finite number"},
		"infinite": {[]agents.Decision{{Probs: []float32{1}, Value: float32(math.Inf(-1))}, good}, "agents: decision 0 (seat 0): Value: -Inf: want a finite number"},
	} {
		err := agents.Check(c.decisions, views)
		assert.EqualError(t, err, c.want, name)
		var typed *agents.DecisionError
		assert.ErrorAs(t, err, &typed, name)
	}
	third := float32(1. / 3)
	assert.NoError(t, agents.Check([]agents.Decision{good, {Probs: []float32{third, third, third}, Value: -2}}, views))
}

func TestSampleFollowsTheProbabilities(t *testing.T) {
	legal := []env.Action{2, 5, 7, 9}
	d := agents.Decision{Probs: []float32{0, 0.25, 0.75, 0}}
	counts := map[env.Action]int{}
	rng := env.Stream(1, "test")
	const n = 40_000
	for range n {
		counts[agents.Sample(d, legal, rng)]++
	}
	assert.Zero(t, counts[2]+counts[9])
	assert.InDelta(t, 0.25, float64(counts[5])/n, 0.01) // 4.6 standard deviations
	assert.InDelta(t, 0.75, float64(counts[7])/n, 0.01)
}

// Exactly one number a draw, whatever the result: streams stay in step.
func TestSampleTakesOneNumber(t *testing.T) {
	a, b := env.Stream(1, "test"), env.Stream(1, "test")
	for _, probs := range [][]float32{{1}, {0, 1}, {0.2, 0.8, 0}, {0.1, 0.2, 0.3, 0.4}} {
		legal := make([]env.Action, len(probs))
		agents.Sample(agents.Decision{Probs: probs}, legal, a)
		b.Float64()
		require.Equal(t, a.Uint64(), b.Uint64())
	}
}

func TestSampleRefusesWhatIsNoDistribution(t *testing.T) {
	rng := env.Stream(1, "test")
	assert.Panics(t, func() { agents.Sample(agents.Decision{Probs: []float32{1}}, []env.Action{1, 2}, rng) })
	assert.Panics(t, func() { agents.Sample(agents.Decision{Probs: []float32{0, 0}}, []env.Action{1, 2}, rng) })
}

func TestTemper(t *testing.T) {
	for _, c := range []struct {
		temperature float64
		probs, want []float32
	}{
		{1, []float32{0.2, 0.8}, []float32{0.2, 0.8}},
		{0.5, []float32{0.2, 0.8}, []float32{0.04 / 0.68, 0.64 / 0.68}},
		{2, []float32{0.2, 0.8}, []float32{1. / 3, 2. / 3}},
		{0, []float32{0.2, 0.4, 0.4}, []float32{0, 0.5, 0.5}},
		{1e-9, []float32{0.3, 0.4, 0.3}, []float32{0, 1, 0}},
		{3, []float32{0, 1}, []float32{0, 1}},
		{0.1, []float32{1e-20, 1e-20}, []float32{0.5, 0.5}}, // nothing underflows on the way
	} {
		got := slices.Clone(c.probs)
		agents.Temper(got, c.temperature)
		assert.InDeltaSlice(t, c.want, got, 1e-6, "%v at %v", c.probs, c.temperature)
	}
	assert.Panics(t, func() { agents.Temper([]float32{1}, -1) })
	assert.Panics(t, func() { agents.Temper([]float32{1}, math.NaN()) })
}

// Tempering keeps the order of the actions and gives a distribution.
func TestTemperProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		probs := rapid.SliceOfN(rapid.Float32Range(0, 1), 1, 20).Draw(t, "probs")
		sum := float32(0)
		for _, p := range probs {
			sum += p
		}
		if sum == 0 {
			probs[0], sum = 1, 1
		}
		for i := range probs {
			probs[i] /= sum
		}
		before := slices.Clone(probs)
		agents.Temper(probs, rapid.Float64Range(0, 10).Draw(t, "temperature"))
		view := agents.View{Legal: make([]env.Action, len(probs))}
		require.NoError(t, agents.Check([]agents.Decision{{Probs: probs}}, []agents.View{view}))
		for i := range probs {
			for j := range probs {
				if before[i] < before[j] {
					require.LessOrEqual(t, probs[i], probs[j])
				}
			}
			if before[i] == 0 {
				require.Zero(t, probs[i])
			}
		}
	})
}

func TestDecisionsAreSeparate(t *testing.T) {
	d := agents.Decisions([]agents.View{{Legal: make([]env.Action, 2)}, {Legal: make([]env.Action, 3)}})
	require.Len(t, d, 2)
	d[0].Probs = append(d[0].Probs, 1)
	assert.Equal(t, []float32{0, 0, 0}, d[1].Probs)
}
