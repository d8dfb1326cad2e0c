package duel_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	game "ringer/env/duel"
	"ringer/env/games"
	"ringer/env/tactics/duel"
)

// value returns the evaluation of a position of a game, to seat 0.
func value(t *testing.T, name string, p game.Position) float64 {
	t.Helper()
	g := games.MustNew(name).(*game.Game)
	s, err := g.State(p)
	require.NoError(t, err)
	return duel.NewJudge(g).Evaluate(s, 0)
}

func two(a, b game.Placed) game.Position {
	a.Model, b.Model = "A", "B"
	return game.Position{Act: "A", Models: []game.Placed{a, b}, Treasure: []float64{6, 6}}
}

// The evaluation of the core game, counted by hand: a fighter is 1, one that lies .55,
// a hit .15, the treasure .5, and an inch .04.
func TestEvaluateTheTreasure(t *testing.T) {
	near, far := game.Placed{At: [2]float64{3, 6}}, game.Placed{At: [2]float64{9, 10}} // three and five inches from it
	assert.InDelta(t, .04*(5-3), value(t, "duel", two(near, far)), 1e-9)
	assert.InDelta(t, -.04*(5-3), value(t, "duel", two(far, near)), 1e-9)
	assert.InDelta(t, .04*(5-3), value(t, "duel(scenario=standoff)", two(near, far)), 1e-9)
	down := far
	down.Status, down.Hits = "prone", 1
	assert.InDelta(t, 1-.04*3-(.55-.15-.04*5), value(t, "duel", two(near, down)), 1e-9)
	carrying := two(near, far)
	carrying.Treasure, carrying.Carrier = nil, "A"
	assert.InDelta(t, 1+.5+.04*(6-3)-(1-.04*math.Hypot(6, 4)), value(t, "duel", carrying), 1e-9, "three inches from an edge, six in the middle")
}

// Every scenario has a term; values are finite, the values of two sides add up to nothing
// before the end, and an evaluation allocates nothing.
func TestEvaluateEveryScenario(t *testing.T) {
	for _, name := range []string{
		"duel", "duel(scenario=solitaire,players=1)", "duel(scenario=king_of_the_hill,one_and_half_actions=true)",
		"duel(scenario=tug_of_war,respawn=true)", "duel(scenario=capture_the_flag,one_and_half_actions=true)",
		"duel(scenario=gang_warfare,heroes=true,bands=[outlaws],melee=true,avoid_hits=true)",
		"duel(scenario=boss_fight,players=2,melee=true,avoid_hits=true)",
	} {
		g := games.MustNew(name).(*game.Game)
		judge := duel.NewJudge(g)
		rng := env.Stream(1, "judge")
		s := g.NewInitialState()
		values := map[float64]bool{}
		for s.CurrentPlayer() != env.Terminal {
			legal := s.LegalActions(nil)
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
			x := judge.Evaluate(s, 0)
			values[x] = true
			require.False(t, math.IsNaN(x) || math.IsInf(x, 0), name)
			if s.CurrentPlayer() != env.Terminal && g.Sides() == 2 && g.Spec().Players == 2 && g.Side(0) != g.Side(1) {
				require.InDelta(t, x, -judge.Evaluate(s, 1), 1e-9, name)
			}
		}
		assert.Greater(t, len(values), 1, "%s: the evaluation changes", name)
		assert.Zero(t, testing.AllocsPerRun(20, func() { judge.Evaluate(s, 0) }), name)
		middle := g.NewInitialState()
		assert.Zero(t, testing.AllocsPerRun(20, func() { judge.Evaluate(middle, 0) }), name)
	}
}

// A game that is over counts what was won.
func TestEvaluateTheEnd(t *testing.T) {
	g := games.MustNew("duel(map=scatter,players=3)").(*game.Game)
	judge := duel.NewJudge(g)
	for i := range uint64(10) {
		rng := env.Stream(1, "judge", i)
		s := g.NewInitialState()
		for s.CurrentPlayer() != env.Terminal {
			legal := s.LegalActions(nil)
			require.NoError(t, s.Apply(legal[rng.IntN(len(legal))]))
		}
		returns := make([]float64, 3)
		s.Returns(returns)
		winners := 0
		for seat := range returns {
			if s.(*game.State).Won(seat) {
				winners++
			}
		}
		for seat, u := range returns {
			want := -100.
			if s.(*game.State).Won(seat) {
				want = 100 / float64(winners)
				assert.GreaterOrEqual(t, u, 0.)
			}
			assert.InDelta(t, want, judge.Evaluate(s, env.Player(seat)), 1e-9)
		}
	}
}
