package gym

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
)

// wheel is a game of chance alone that counts its outcomes. It never ends.
type wheel struct {
	env.State
	spec     env.Spec
	outcomes []env.Outcome
	count    map[env.Action]float64
}

func (w *wheel) Spec() *env.Spec                                { return &w.spec }
func (w *wheel) NewInitialState() env.State                     { return w }
func (w *wheel) Clone() env.State                               { return w }
func (w *wheel) CurrentPlayer() env.Player                      { return env.Chance }
func (w *wheel) ChanceOutcomes(dst []env.Outcome) []env.Outcome { return append(dst, w.outcomes...) }

func (w *wheel) Apply(a env.Action) error {
	w.count[a]++
	return nil
}

func TestPlayoutsRollByProbability(t *testing.T) {
	w := &wheel{outcomes: []env.Outcome{{Action: 3, Prob: 0.2}, {Action: 4, Prob: 0.3}, {Action: 7, Prob: 0.5}}, count: map[env.Action]float64{}}
	const n = 100_000
	NewPlayout(w, 1, false).Run(n)
	assert.Len(t, w.count, 3)
	for _, o := range w.outcomes {
		assert.InDelta(t, o.Prob, w.count[o.Action]/n, 0.01)
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
