package habits

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/heat"
	"ringer/eval"
)

// All targets, the best ones and the one that was named get 64 games each, or a few more.
func TestGamesOfAnAim(t *testing.T) {
	legal := make([]env.Action, 10)
	for _, x := range []struct {
		chosen int
		best   []int
		want   []int
	}{
		{0, []int{0}, []int{64, 7, 7, 7, 7, 7, 7, 7, 7, 7}},
		{0, []int{1}, []int{64, 64, 7, 7, 7, 7, 7, 7, 7, 7}},
		{9, []int{1, 2, 3}, []int{7, 22, 22, 22, 7, 7, 7, 7, 7, 64}},
	} {
		a := aim{legal: legal, chosen: x.chosen, best: x.best}
		assert.Equal(t, x.want, a.games())
	}
}

// A decision is kept as it was made, and played on from each of its targets with the
// ringer in its seat.
func TestAimsAreKeptAndPlayedOn(t *testing.T) {
	g := games.MustNew("heat").(*heat.Game)
	c, config := newCrimes(g), &Config{Game: g, Seed: 1}
	s := g.NewInitialState()
	legal := s.LegalActions(nil)
	for s.CurrentPlayer() < 0 || len(legal) < 3 {
		require.NoError(t, s.Apply(legal[0]))
		legal = s.LegalActions(nil)
	}
	d := &decision{deal: 7, state: s, seat: 2, ringer: true, legal: legal, action: legal[1]}
	c.keep("card", d, func(i int) bool { return i == 2 })
	x := c.kept["card"][0]
	assert.Equal(t, []int{7, 2, 1}, []int{x.deal, x.seat, x.chosen})
	assert.Equal(t, []int{2}, x.best)
	starts, err := x.starts(config, 0)
	require.NoError(t, err)
	seeds, at := map[uint64]int{}, 0 // the game of a target
	for target, n := range x.games() {
		after := s.Clone()
		require.NoError(t, after.Apply(legal[target]))
		for k := range n {
			start := starts[at+k]
			if number, ok := seeds[start.Seed]; ok {
				assert.Equal(t, number, k, "targets share their seeds")
			}
			seeds[start.Seed] = k
			assert.Equal(t, []int{1, 1, 0, 1}, start.Seating)
			assert.Equal(t, after.String(), start.State.String())
		}
		at += n
	}
	assert.Len(t, starts, at)
	assert.Len(t, seeds, playouts)
}

// Of three targets the first never wins, the named one wins half of its games, which is the
// mean, and the best one all of them.
func TestGainsOfAnAim(t *testing.T) {
	x := aim{seat: 1, legal: make([]env.Action, 3), chosen: 1, best: []int{2}}
	var episodes []eval.Episode
	for target, n := range x.games() {
		for k := range n {
			returns := []float64{1, -1, -1}
			if target == 2 || target == 1 && k%2 == 0 {
				returns = []float64{-1, 1, -1}
			}
			episodes = append(episodes, eval.Episode{Returns: returns})
		}
	}
	ringer, best, rest := x.gains(append(episodes, eval.Episode{}))
	assert.InDelta(t, 0, ringer, 1e-9)
	assert.InDelta(t, 50, best, 1e-9)
	assert.Len(t, rest, 1)
}
