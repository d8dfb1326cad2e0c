package gym

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
)

func TestPlayoutsRollByProbability(t *testing.T) {
	p := Playout{outcomes: []env.Outcome{{Action: 3, Prob: 0.2}, {Action: 4, Prob: 0.3}, {Action: 7, Prob: 0.5}}}
	p.rng.Seed(1, 2)
	count := map[env.Action]float64{}
	const n = 100_000
	for range n {
		count[p.sample()]++
	}
	assert.Len(t, count, 3)
	for _, o := range p.outcomes {
		assert.InDelta(t, o.Prob, count[o.Action]/n, 0.01)
	}
}

func TestMaskedChoiceIsUniform(t *testing.T) {
	mask := []bool{false, true, true, false, true, true, false, false, false, false}
	var p Playout
	p.rng.Seed(1, 2)
	count := map[env.Action]float64{}
	actions := make([]env.Action, 2)
	const n = 30_000
	for range n {
		chooseMasked(mask, actions, &p.rng)
		count[actions[0]]++
		assert.EqualValues(t, 0, actions[1], "the only one")
	}
	assert.Len(t, count, 3)
	for _, a := range []env.Action{1, 2, 4} {
		assert.InDelta(t, 1.0/3, count[a]/n, 0.01)
	}
}
