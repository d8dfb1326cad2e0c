package warbands_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	expert "ringer/agents/expert/duel"
	"ringer/agents/random"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/games"
	"ringer/env/kuhn"
	"ringer/eval"
	"ringer/report/duel/warbands"
)

func table(first, second string) (env.Game, error) {
	return games.New("duel(file=gang,warband=given,bands=[" + first + "," + second + "])")
}

func hand(g env.Game) (agents.Agent, error) { return expert.New(g.(*duel.Game), expert.Options{}), nil }

func meet(t *testing.T, c warbands.MeetConfig) *eval.Arena {
	a, err := warbands.Meet(context.Background(), c)
	require.NoError(t, err)
	return a
}

// Nine against one: the swarm beats a lone rider in either seat, whichever of the
// two is named first.
func TestMeet(t *testing.T) {
	total := 0
	c := warbands.MeetConfig{Names: []string{"swarm", "posse"}, Table: table, Agent: hand, Games: 78, Seed: 3, Progress: func(done, all int) {
		assert.LessOrEqual(t, done, all)
		total = done
	}}
	a := meet(t, c)
	p := a.Pairs[0]
	assert.Equal(t, []any{"swarm", "posse", 80, 20}, []any{p.A, p.B, p.Games, a.Deals}, "whole deals of four games")
	assert.Equal(t, 80, total)
	assert.Greater(t, p.Low, .5)
	assert.InDelta(t, 1, a.NashAverage[0].Weight, 1e-9)
	c.Names = []string{"posse", "swarm"}
	b := meet(t, c)
	assert.InDelta(t, p.WinRate, b.Pairs[0].WinRateB, 1e-12, "the same games the other way round")
	assert.InDelta(t, p.Payoff, -b.Pairs[0].Payoff, 1e-12)
}

// A warband against itself: what the seats are worth cancels.
func TestMeetIsFair(t *testing.T) {
	seat0 := func(env.Game) (agents.Agent, error) { return random.New(), nil }
	a := meet(t, warbands.MeetConfig{
		Names: []string{"one", "two"}, Agent: seat0, Games: 200, Seed: 1,
		Table: func(string, string) (env.Game, error) { return games.New("tictactoe") }, // seat 0 wins far more
	})
	assert.InDelta(t, 0, a.Pairs[0].Payoff, 1e-12)
}

// Results depend on the seed and not on the number of workers.
func TestMeetRepeats(t *testing.T) {
	c := warbands.MeetConfig{Names: []string{"outlaws", "butcher", "posse"}, Table: table, Agent: hand, Games: 8, Seed: 5, Workers: 1}
	one := meet(t, c)
	c.Workers = 3
	assert.Equal(t, one, meet(t, c))
	assert.Len(t, one.Pairs, 3)
	c.Seed = 6
	assert.NotEqual(t, one.Pairs, meet(t, c).Pairs)
}

// Warbands that are interrupted are rated as far as the first of them have all met,
// just as those would be alone.
func TestMeetInterrupted(t *testing.T) {
	var stop func()
	c := warbands.MeetConfig{
		Names: []string{"one", "two", "three"}, Games: 100, Seed: 1,
		Agent: func(env.Game) (agents.Agent, error) { return random.New(), nil },
		Table: func(string, string) (env.Game, error) { return games.New("tictactoe") },
	}
	c.Progress = func(done, total int) {
		if 3*done > total {
			stop() // in the second pair
		}
	}
	var a *eval.Arena
	var err error
	for range 20 { // a busy machine may have no time for the ratings
		ctx, cancel := context.WithCancel(t.Context())
		stop = cancel
		a, err = warbands.Meet(ctx, c)
		cancel()
		require.ErrorIs(t, err, context.Canceled)
		if a != nil {
			break
		}
	}
	require.NotNil(t, a)
	assert.True(t, a.Interrupted)
	c.Names, c.Progress = c.Names[:2], nil
	a.Interrupted = false
	assert.Equal(t, meet(t, c), a)

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	a, err = warbands.Meet(ended, c)
	require.ErrorIs(t, err, context.Canceled)
	assert.Nil(t, a)
}

func TestMeetRefuses(t *testing.T) {
	_, err := warbands.Meet(context.Background(), warbands.MeetConfig{Names: []string{"posse"}, Table: table, Agent: hand})
	assert.ErrorContains(t, err, "warbands")
	assert.ErrorContains(t, err, "games", "all faults at once")
	c := warbands.MeetConfig{Names: []string{"posse", "nobody"}, Table: table, Agent: hand, Games: 4}
	_, err = warbands.Meet(context.Background(), c)
	assert.ErrorContains(t, err, "posse against nobody")
	c.Table = func(string, string) (env.Game, error) { return kuhn.New(kuhn.Config{Players: 3}) }
	_, err = warbands.Meet(context.Background(), c)
	assert.ErrorContains(t, err, "3 seats")
	broken := errors.New("no agent")
	c = warbands.MeetConfig{Names: []string{"posse", "swarm"}, Table: table, Games: 4, Agent: func(env.Game) (agents.Agent, error) { return nil, broken }}
	_, err = warbands.Meet(context.Background(), c)
	assert.ErrorIs(t, err, broken)
}

// A buyer drafts one action whenever it can, and plays the first legal one else.
type buyer struct{ want env.Action }

func (b buyer) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	d := agents.Decisions(views)
	for i, v := range views {
		d[i].Probs[max(0, slices.Index(v.Legal, b.want))] = 1
	}
	return d, nil
}

// action finds the action of a drafting seat that reads as said.
func action(t *testing.T, g *duel.Game, text string) env.Action {
	s := g.NewInitialState()
	for _, a := range s.LegalActions(nil) {
		if strings.Contains(s.ActionString(a), text) {
			return a
		}
	}
	t.Fatal("nobody can draft " + text)
	return 0
}

// Purchases are counted as they were made, whatever the game changes later.
func TestPicks(t *testing.T) {
	g := games.MustNew("duel(file=gang,resource_points=3)").(*duel.Game)
	s, err := warbands.Picks(context.Background(), warbands.PicksConfig{
		Game: g, Games: 400, Seed: 2,
		Entries: []eval.Entry{{Name: "tough", Agent: buyer{action(t, g, "toughness")}}, {Name: "random", Agent: random.New()}},
	})
	require.NoError(t, err)
	tough, other := s.Agents[0], s.Agents[1]
	require.Len(t, tough.Builds, 1)
	assert.Equal(t, "toughness 3", tough.Builds[0].Name)
	assert.Equal(t, []any{1., 3., 400}, []any{tough.Skills[0].Heroes.Value, tough.Skills[0].Level, tough.Skills[0].Heroes.Of})
	assert.InDelta(t, tough.Wins.Value, tough.Skills[0].Wins.Value, 1e-12)
	assert.InDelta(t, 1, tough.Wins.Value+other.Wins.Value, .2, "but for ties")
	assert.Zero(t, tough.Skills[0].Worth.Of, "all Heroes have it: nobody knows what those without it win")
	heroes, levels, known := 0., 0., 0
	for i, p := range other.Skills {
		heroes += p.Heroes.Value
		levels += p.Level * p.Heroes.Value
		if i == 0 {
			continue
		}
		last := other.Skills[i-1]
		switch {
		case p.Worth.Of > 0:
			known++
			assert.Positive(t, last.Worth.Of, "what nobody knows comes last")
			assert.LessOrEqual(t, p.Worth.Low, last.Worth.Low, "what is clearly worth most comes first")
		case last.Worth.Of == 0:
			assert.LessOrEqual(t, p.Heroes.Value, last.Heroes.Value, "the most frequent first")
		}
	}
	assert.Greater(t, len(other.Skills), 20)
	assert.Greater(t, known, 3)
	assert.GreaterOrEqual(t, levels, 2.9, "three points a Hero, rookies and animals two for one")
}

// Two agents of one name, such as two drafts of the same agent, are counted apart.
func TestPicksOfOneName(t *testing.T) {
	g := games.MustNew("duel(file=gang,resource_points=1)").(*duel.Game)
	s, err := warbands.Picks(context.Background(), warbands.PicksConfig{
		Game: g, Games: 4, Seed: 2,
		Entries: []eval.Entry{{Name: "same", Agent: buyer{action(t, g, "toughness")}}, {Name: "same", Agent: random.New()}},
	})
	require.NoError(t, err)
	assert.Len(t, s.Agents[0].Builds, 1)
	assert.Equal(t, s.Agents[0].Wins.Of, s.Agents[1].Wins.Of)
	assert.Positive(t, s.Agents[1].Wins.Of)
}

func TestPicksRefuses(t *testing.T) {
	g := games.MustNew("duel(file=gang,warband=given)").(*duel.Game)
	_, err := warbands.Picks(context.Background(), warbands.PicksConfig{Game: g, Games: 4, Entries: []eval.Entry{{Name: "random", Agent: random.New()}}})
	assert.ErrorContains(t, err, "warband=draft or random")
}
