package gym

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env"
	"ringer/env/games"
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
	newPlayout(w, 1, false).run(n)
	assert.Len(t, w.count, 3)
	for _, o := range w.outcomes {
		assert.InDelta(t, o.Prob, w.count[o.Action]/n, 0.01)
	}
}

func TestMaskedChoiceIsUniform(t *testing.T) {
	mask := []bool{false, true, true, false, true, true, false, false, false, false}
	var p playout
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

func TestPlayoutIsUniform(t *testing.T) {
	p := newPlayout(games.MustNew("kuhn"), 1, true)
	p.run(100_000)
	assert.EqualValues(t, 100_000, p.steps)
	rolls := p.steps - p.decisions
	assert.LessOrEqual(t, 2*p.games, rolls, "two cards a game")
	assert.LessOrEqual(t, rolls, 2*p.games+2)
	// Two decisions, or three after pass and bet: 2 + 1/4 on average.
	assert.InDelta(t, 2.25, float64(p.decisions)/float64(p.games), 0.02)
	assert.Zero(t, testing.AllocsPerRun(10, func() { p.run(1000) }))
}

// A step is an applied action, chance included.
func BenchmarkPlayout(b *testing.B) {
	for _, name := range []string{"kuhn", "leduc", "liarsdice", "goofspiel(cards=13,impinfo=false)", "tictactoe"} {
		for _, observe := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/observe=%v", name, observe), func(b *testing.B) {
				p := newPlayout(games.MustNew(name), 1, observe)
				b.ReportAllocs()
				p.run(b.N)
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
			})
		}
	}
}
