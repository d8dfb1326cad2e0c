package train

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/models"
)

func weights(value float32) *models.Weights {
	w := models.NewWeights(&models.Network{
		Fields: []models.Field{{Name: "x", Shape: []int{1}}}, Actions: 1, Hidden: []int{1}, Activation: models.Tanh,
	})
	for i := range w.Flat {
		w.Flat[i] = value
	}
	return w
}

func TestPoolKeepsOldestAndNewestAndThinsEvenly(t *testing.T) {
	p := Pool{Limit: 5}
	w := weights(0)
	for i := 10; i <= 100; i += 10 {
		w.Flat[0] = float32(i)
		p.Add(i, w)
	}
	require.Len(t, p.Entries, 5)
	assert.Equal(t, 10, p.Entries[0].Iteration)
	assert.Equal(t, 100, p.Entries[4].Iteration)
	for i, e := range p.Entries {
		assert.Equal(t, float32(e.Iteration), e.Weights.Flat[0], "an entry is a copy")
		if i > 0 {
			assert.LessOrEqual(t, e.Iteration-p.Entries[i-1].Iteration, 40, "no long stretch of the past is forgotten")
		}
	}
}

// An opponent that the learner loses to must come up more often, by
// (1 - share)^2.
func TestPoolDrawsWhomTheLearnerLosesTo(t *testing.T) {
	p := Pool{Limit: 4}
	for i := range 3 {
		p.Add(i, weights(0))
	}
	p.Record(0, 98, 97) // smoothed share 0.98
	p.Record(1, 98, 49) // 0.50
	p.Record(2, 98, 0)  // 0.01
	p.Record(9, 50, 0)  // nobody
	counts := make([]float64, 3)
	rng := env.Stream(1, "test")
	const draws = 20000
	for range draws {
		counts[p.Draw(rng)]++
	}
	// Weights 0.0004+0.01, 0.25+0.01, 0.9801+0.01 of a sum of 1.2605.
	for i, w := range []float64{0.0104, 0.26, 0.9901} {
		assert.InDelta(t, w/1.2605, counts[i]/draws, 0.012, "entry %d", i)
	}
	worst, iteration, ok := p.WorstShare(50)
	assert.True(t, ok)
	assert.Equal(t, 2, iteration)
	assert.Zero(t, worst)
	_, _, ok = p.WorstShare(1000)
	assert.False(t, ok)
}

func TestOldResultsFade(t *testing.T) {
	p := Pool{Limit: 2}
	p.Add(0, weights(0))
	p.Record(0, 100, 100)
	for range 60 {
		p.Record(0, 10, 0)
	}
	assert.Less(t, p.Entries[0].Score/p.Entries[0].Episodes, 0.01)
}

func TestPlanSharesTables(t *testing.T) {
	count := func(opponents []Opponent, tables int) map[int]int {
		counts := map[int]int{}
		for _, k := range plan(opponents, tables) {
			counts[k]++
		}
		return counts
	}
	assert.Equal(t, map[int]int{-1: 8}, count(nil, 8))
	assert.Equal(t, map[int]int{-1: 6, 0: 2}, count([]Opponent{{Share: 0.25}}, 8))
	assert.Equal(t, map[int]int{0: 4, 1: 4}, count([]Opponent{{Share: 0.5}, {Share: 0.5}}, 8))
	assert.Equal(t, map[int]int{-1: 4, 0: 1, 1: 1, 2: 2}, count([]Opponent{{Share: 0.125}, {Share: 0.125}, {Share: 0.25}}, 8))
}
