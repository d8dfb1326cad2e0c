// Package experttest seats agents at tables, for tests of what experts do and
// how strong they are.
package experttest

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/roster"
	"ringer/env"
	"ringer/env/drive"
	"ringer/env/games"
	"ringer/eval"
)

// Long says whether tests may take minutes.
var Long = os.Getenv("RINGER_LONG") == "1"

// Build returns a game and its expert.
func Build(t testing.TB, name string) (env.Game, agents.Agent) {
	t.Helper()
	g := games.MustNew(name)
	return g, Agent(t, g, "expert")
}

// Agent returns the agent of the roster with a name, for a game.
func Agent(t testing.TB, g env.Game, name string) agents.Agent {
	t.Helper()
	a, err := roster.New(name, roster.Sources{Game: g})
	require.NoError(t, err)
	return a
}

// Against returns the agents of n seats: one, and the other in all others.
func Against(n int, one, other agents.Agent) []agents.Agent {
	seats := []agents.Agent{one}
	for len(seats) < n {
		seats = append(seats, other)
	}
	return seats
}

// Table plays games between agents, one a seat.
type Table struct {
	// Returns holds the returns of the newest game, by seat.
	Returns []float64

	// Watch, when it is set, sees every state in which a seat decides, before it
	// decides.
	Watch func(env.State)

	t      testing.TB
	game   env.Game
	seats  []agents.Agent
	viewer *agents.Viewer
}

// NewTable returns a table of game with an agent for every seat.
func NewTable(t testing.TB, game env.Game, seats ...agents.Agent) *Table {
	return &Table{t: t, game: game, seats: seats, viewer: agents.NewViewer(game), Returns: make([]float64, game.Spec().Players)}
}

// Play plays one game and returns its last state. Agents sit rotated to the
// left by shift; all chance and all agents draw from streams of the game.
func (b *Table) Play(index uint64, shift int) env.State {
	s, step := b.game.NewInitialState(), uint64(0)
	table := drive.Table{Note: func(env.Action) { step++ }}
	table.Set(s)
	require.NoError(b.t, table.Play(env.Stream(1, eval.PurposeMatchDeals, index), func(p env.Player, _ []env.Action) (env.Action, error) {
		if b.Watch != nil {
			b.Watch(s)
		}
		rng := env.Stream(1, eval.PurposeMatchAgents, index, uint64(shift), step)
		views := []agents.View{b.viewer.View(s, rng)}
		d, err := b.seats[(int(p)+shift)%len(b.seats)].Decide(context.Background(), views)
		require.NoError(b.t, err)
		require.NoError(b.t, agents.Check(d, views))
		return agents.Sample(d[0], views[0].Legal, rng), nil
	}))
	s.Returns(b.Returns)
	return s
}

// WinRate returns the share of wins of the first agent over deals that are each
// played in all rotations of the seats.
func (b *Table) WinRate(deals int) float64 {
	n := len(b.seats)
	won := 0.
	for i := range deals {
		for shift := range n {
			b.Play(uint64(i), shift)
			// Seat p holds agent (p + shift) mod n: the first agent sits at -shift.
			u := b.Returns[(n-shift)%n]
			won += (u*float64(n-1) + 1) / float64(n)
		}
	}
	return won / float64(deals*n)
}
