package expert_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/expert"
	"ringer/agents/greedy"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
)

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

// A table plays games between agents, one a seat.
type table struct {
	t       testing.TB
	game    env.Game
	seats   []agents.Agent
	viewer  *agents.Viewer
	returns []float64
	watch   func(env.State) // if there is one, sees every decision before it is made
}

func newTable(t testing.TB, game env.Game, seats ...agents.Agent) *table {
	return &table{t: t, game: game, seats: seats, viewer: agents.NewViewer(game), returns: make([]float64, game.Spec().Players)}
}

// play plays one game and returns its last state. Agents sit rotated to the
// left by shift; all chance and all agents draw from streams of the game.
func (b *table) play(index uint64, shift int) env.State {
	s := b.game.NewInitialState()
	chance := env.Stream(1, "chance", index)
	n := len(b.seats)
	for step := uint64(0); ; step++ {
		switch p := s.CurrentPlayer(); p {
		case env.Terminal:
			s.Returns(b.returns)
			return s
		case env.Chance:
			require.NoError(b.t, s.Apply(env.SampleOutcome(s.(env.Chancer).ChanceOutcomes(nil), chance)))
		default:
			if b.watch != nil {
				b.watch(s)
			}
			rng := env.Stream(2, "decision", index, uint64(shift), step)
			views := []agents.View{b.viewer.View(s, rng)}
			d, err := b.seats[(int(p)+shift)%n].Decide(context.Background(), views)
			require.NoError(b.t, err)
			require.NoError(b.t, agents.Check(d, views))
			require.NoError(b.t, s.Apply(agents.Sample(d[0], views[0].Legal, rng)))
		}
	}
}

// winRate is the share of wins of the first agent over rotated deals.
func (b *table) winRate(deals int) float64 {
	n := len(b.seats)
	won := 0.
	for i := range deals {
		for shift := range n {
			b.play(uint64(i), shift)
			// Seat p holds agent (p + shift) mod n: the first agent sits at -shift.
			u := b.returns[(n-shift)%n]
			won += (u*float64(n-1) + 1) / float64(n)
		}
	}
	return won / float64(deals*n)
}

func build(t testing.TB, name string) (env.Game, agents.Agent) {
	g := games.MustNew(name)
	a, err := expert.New(g, expert.Options{})
	require.NoError(t, err)
	return g, a
}

// The expert beats the weaker players clearly: one against the rest of a table
// has far more than its share.
func TestStrength(t *testing.T) {
	for _, x := range []struct {
		game           string
		random, greedy float64 // win rates to be passed in a long run
	}{
		{"heat", .65, .31}, {"heat(players=3)", .85, .45}, {"heat(players=5)", .55, .25}, {"heat(talk=claims)", .65, .31},
	} {
		deals, slack := 15, .08 // a short run has wide intervals
		if long {
			deals, slack = 500, 0
		}
		g, e := build(t, x.game)
		n := g.Spec().Players
		fill := func(a agents.Agent) []agents.Agent {
			seats := []agents.Agent{e}
			for len(seats) < n {
				seats = append(seats, a)
			}
			return seats
		}
		vsRandom := newTable(t, g, fill(random.New())...).winRate(deals)
		vsGreedy := newTable(t, g, fill(greedy.New(greedy.DefaultWorlds))...).winRate(deals)
		t.Logf("%s: one expert wins %.1f%% against random, %.1f%% against greedy, of %d games each (share %.1f%%)",
			x.game, 100*vsRandom, 100*vsGreedy, deals*n, 100/float64(n))
		assert.Greater(t, vsRandom, x.random-slack, x.game)
		assert.Greater(t, vsGreedy, x.greedy-slack, x.game)
	}
}
