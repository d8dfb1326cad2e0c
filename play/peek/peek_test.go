package peek_test

import (
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/games"
	"ringer/play/opponents"
	"ringer/play/peek"
)

// spied is a game whose states tell a spy when they are looked at.
type spied struct {
	env.Game
	seen *env.State
}

func (g spied) NewInitialState() env.State { return spiedState{g.Game.NewInitialState(), g} }

type spiedState struct {
	env.State
	game spied
}

func (s spiedState) Observe(p env.Player, dst []float32) {
	*s.game.seen = s.State
	s.State.Observe(p, dst)
}

func (s spiedState) Clone() env.State { return spiedState{s.State.Clone(), s.game} }

func (s spiedState) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	return s.State.(env.Chancer).ChanceOutcomes(dst)
}

func (s spiedState) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	return spiedState{s.State.(env.Resampler).ResampleFromInfoState(p, rng), s.game}
}

// spy plays by the card of the other seat, which it reads past its view.
type spy struct{ seen *env.State }

func (a spy) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := agents.Decisions(views)
	for i := range out {
		k := 0
		for _, letter := range (*a.seen).(env.InfoStater).InformationState(1 - views[i].Seat) {
			k += int(letter)
		}
		out[i].Probs[k%len(out[i].Probs)] = 1
	}
	return out, nil
}

// An agent that reads the true state through a closure is caught; one that plays by its view
// at the same table is not.
func TestASpyIsCaught(t *testing.T) {
	var seen env.State
	g := spied{games.MustNew("leduc"), &seen}
	r, err := peek.Test(context.Background(), peek.Config{Game: g, Agent: spy{&seen}, Games: 20, Seed: 1, Workers: 1})
	require.NoError(t, err)
	assert.Positive(t, r.Differences)
	require.NotNil(t, r.First)
	assert.NotEqual(t, r.First.Plays[0], r.First.Plays[1])

	honest, err := opponents.Agent(g.Game, "greedy")
	require.NoError(t, err)
	r, err = peek.Test(context.Background(), peek.Config{Game: g, Agent: honest, Games: 20, Seed: 1, Workers: 1})
	require.NoError(t, err)
	assert.Zero(t, r.Differences)
	assert.Positive(t, r.Other)
}

// Shipped bots and searches pass, and the result does not depend on the workers.
func TestBotsDoNotPeek(t *testing.T) {
	for _, x := range []struct {
		game, agent string
		long        bool
	}{
		{"leduc", "ringer", false},
		{"heat(players=4)", "ringer", true},
		{"heist(players=2)", "ringer", true},
		{"fivepossessions", "ringer", true},
		{"liarsdice", "bot(liarsdice,search=20)", false},
		{"goofspiel", "ismcts(sims=20)", false},
	} {
		if testing.Short() && x.long {
			continue
		}
		g := games.MustNew(x.game)
		agent, err := opponents.Agent(g, x.agent)
		require.NoError(t, err)
		c := peek.Config{Game: g, Agent: agent, Games: 2, Worlds: 1, Seed: 1, Workers: 1}
		r, err := peek.Test(context.Background(), c)
		require.NoError(t, err)
		assert.Zero(t, r.Differences, "%s at %s: %+v", x.agent, x.game, r.First)
		assert.Positive(t, r.Other, x.game)
		c.Workers = 2
		again, err := peek.Test(context.Background(), c)
		require.NoError(t, err)
		assert.Equal(t, r, again)
	}
	open, err := peek.Test(context.Background(), peek.Config{Game: games.MustNew("tictactoe"), Agent: random.New(), Games: 1, Seed: 1})
	require.NoError(t, err)
	assert.Zero(t, open.Other, "nothing is hidden there, and the test says that it tested nothing")
}

// No shipped bot peeks (RINGER_LONG=1 tests them all).
func TestNoShippedBotPeeks(t *testing.T) {
	if os.Getenv("RINGER_LONG") == "" {
		t.Skip("long: RINGER_LONG=1")
	}
	for _, name := range opponents.Bots() {
		bot, err := opponents.Bot(name)
		require.NoError(t, err)
		g, err := games.Restore(bot.Manifest.Game, bot.Manifest.Rules)
		require.NoError(t, err)
		agent, err := opponents.Agent(g, "bot("+name+")")
		require.NoError(t, err)
		r, err := peek.Test(context.Background(), peek.Config{Game: g, Agent: agent, Games: 5, Seed: 2})
		require.NoError(t, err)
		t.Logf("%-24s %6d decisions, %6d worlds, %6d other", name, r.Decisions, r.Worlds, r.Other)
		assert.Positive(t, r.Other, name)
		assert.Zero(t, r.Differences, name)
	}
}
