package population_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/eval/metagame"
	"ringer/internal/input"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/open/population"
)

// inFolder changes to a new folder with three players that beat each other in a circle, whatever the
// prizes are: each bids the same cards in another order.
func inFolder(t *testing.T) (players []string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for first := range 3 {
		name := fmt.Sprintf("from%d.yaml", first+1)
		text := fmt.Sprintf("name: from %d\nrules:\n  - {always: bid %d}\n  - {always: bid %d}\n", first+1, first+1, (first+1)%3+1)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		players = append(players, open.StrategyCall(name))
	}
	return players
}

func studied(game, out string, players []string, change func(*population.Study)) *population.Study {
	s := &population.Study{Options: population.Options{Game: games.MustNew(game), Agents: players, Games: 2000, Seed: 1, Out: out}, Opener: &open.Opener{}}
	if change != nil {
		change(s)
	}
	return s
}

func done(t *testing.T, s *population.Study) *population.Result {
	t.Helper()
	r, err := s.Run(t.Context())
	require.NoError(t, err)
	return r
}

func text(t *testing.T, parts ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(parts...))
	require.NoError(t, err)
	return string(data)
}

const circle = "goofspiel(cards=3,order=random)"

func TestPlayersInACircleAreMixedEvenly(t *testing.T) {
	players := inFolder(t)
	r := done(t, studied(circle, "a", players, nil))
	require.True(t, r.Alike)
	for _, m := range r.Players {
		assert.InDelta(t, 1./3, m.Shares[0].Is, 0.02, m.Agent)
		assert.True(t, m.Shares[0].Low > 0.3 && m.Shares[0].High < 0.37, "%+v", m.Shares)
		assert.False(t, population.Unsure(m.Shares[0]))
	}
	assert.InDelta(t, 2./3, -r.Payoffs[0][1].Is, 0.05)
	assert.InDelta(t, r.Payoffs[1][0].Is, -r.Payoffs[0][1].Is, 1e-12)

	three := done(t, studied(circle, "b", players, func(s *population.Study) { s.Workers = 3 }))
	three.File = r.File
	assert.Equal(t, r, three)
	assert.Equal(t, text(t, "a", population.FileName), text(t, "b", population.FileName))
}

// A player that another one beats as often everywhere gets nothing, and a mixture of one is whole.
func TestDominatedPlayers(t *testing.T) {
	inFolder(t)
	r := done(t, studied("leduc", "a", []string{"random", "bot(leduc)"}, nil))
	assert.False(t, r.Alike)
	for side := range 2 {
		assert.Zero(t, r.Players[0].Shares[side])
		assert.InDelta(t, 1, r.Players[1].Shares[side].Low, 1e-12)
		assert.Less(t, r.Players[0].Gains[side].High, 0.0)
	}
	for _, game := range []string{"leduc", circle} {
		r = done(t, studied(game, "one "+game, []string{"random"}, nil))
		assert.InDelta(t, 1, r.Players[0].Shares[0].Is, 1e-12)
		_, err := (&open.Opener{}).Agent(games.MustNew(game), open.MixtureCall("one "+game+"/population.yaml"))
		require.NoError(t, err)
	}
}

// Work that was interrupted again and again leaves the bytes of work that was not.
func TestAPopulationGoesOn(t *testing.T) {
	players := inFolder(t)
	want := done(t, studied(circle, "whole", players, nil))
	stops := 0
	for range 50 {
		ctx, stop := context.WithCancel(t.Context())
		calls := 0
		r, err := studied(circle, "parts", players, func(s *population.Study) {
			s.Workers = 1
			s.Progress = func(string, int, int) {
				if calls++; calls > 12 {
					stop()
				}
			}
		}).Run(ctx)
		stop()
		if err == nil {
			r.File = want.File
			assert.Equal(t, want, r)
			break
		}
		require.ErrorIs(t, err, context.Canceled)
		stops++
	}
	assert.Greater(t, stops, 1)
	assert.Equal(t, text(t, "whole", population.FileName), text(t, "parts", population.FileName))
}

// A population grows by what beats its mixture; one round after the other, or all at once.
func TestAPopulationGrows(t *testing.T) {
	inFolder(t)
	grown := func(rounds int, out string) *population.Result {
		return done(t, studied("kuhn", filepath.Join(out, "p"), []string{"random"}, func(s *population.Study) {
			s.Games, s.Grow = 400, rounds
			s.Response = exploit.Options{Decisions: 1500, Selection: 200}
		}))
	}
	require.NoError(t, os.Mkdir("at-once", 0o755))
	require.NoError(t, os.Mkdir("later", 0o755))
	t.Chdir("at-once") // so that the responses have the same names
	want := grown(2, ".")
	t.Chdir("../later")
	one := grown(1, ".")
	require.Len(t, one.Rounds, 1)
	assert.NotEmpty(t, one.Rounds[0].Added)
	for _, g := range one.Rounds[0].Gains {
		assert.Greater(t, g.Low, 0.1)
	}
	assert.Zero(t, one.Players[0].Shares[0].Is, "random play, which was beaten")
	assert.Equal(t, 1, one.Players[1].Round)
	assert.NoDirExists(t, "p/search-1")
	assert.Equal(t, want, grown(2, "."))
	assert.Equal(t, want, grown(0, "."), "rounds that the folder holds count")
	assert.Equal(t, text(t, "../at-once/p", population.FileName), text(t, "p", population.FileName))
}

func TestPopulationsThatAreRefused(t *testing.T) {
	players := inFolder(t)
	done(t, studied(circle, "a", players, func(s *population.Study) { s.Games = 20 }))
	for want, s := range map[string]*population.Study{
		"heat(players=3) has 3 sides: want a game of two": studied("heat(players=3)", "b", []string{"random"}, nil),
		"--out is missing":                                               studied("kuhn", "", []string{"random"}, nil),
		"random is named twice":                                          studied("kuhn", "b", []string{"random", "random"}, nil),
		`unknown agent "nobody"`:                                         studied("kuhn", "b", []string{"nobody"}, nil),
		"want a player that is neither a mixture":                        studied(circle, "b", []string{"mixture(a/population.yaml)"}, nil),
		"--games 0: want 1 to":                                           studied("kuhn", "b", []string{"random"}, func(s *population.Study) { s.Games = 0 }),
		"folder a: holds another population":                             studied(circle, "a", players, nil),
		`--meta-solver best: want one of ["nash" "uniform" "alpharank"]`: studied("kuhn", "b", []string{"random"}, func(s *population.Study) { s.Solver = "best" }),
		"--meta-solver alpharank: want at most 16 players with those that may join, because the sides of kuhn differ: 17": studied("kuhn", "b", []string{"random"}, func(s *population.Study) {
			s.Solver, s.Grow = metagame.AlphaRank, 8
		}),
		"meta-solver or settings of responses differ":       studied(circle, "a", players, func(s *population.Study) { s.Games, s.Solver = 20, metagame.Uniform }),
		"--until -1: want a gain from 0":                    studied("kuhn", "b", []string{"random"}, func(s *population.Study) { s.Until = -1 }),
		"seeds: 1: want at least 3":                         studied("kuhn", "b", []string{"random"}, func(s *population.Study) { s.Grow, s.Response.Seeds = 1, 1 }),
		"population.yaml: players[0].sha256: 0000000000000": nil,
	} {
		if s == nil {
			changed := "players:\n  - {agent: bot(kuhn), share: 1, sha256: " + fmt.Sprintf("%064d", 0) + "}\n"
			require.NoError(t, os.WriteFile("population.yaml", []byte(changed), 0o600))
			_, err := (&open.Opener{}).Agent(games.MustNew("kuhn"), "mixture(population.yaml)")
			require.ErrorContains(t, err, want)
			assert.IsType(t, &input.Error{}, err)
			continue
		}
		_, err := s.Run(t.Context())
		require.ErrorContains(t, err, want)
		assert.IsType(t, &input.Error{}, err, want)
		assert.NoDirExists(t, "b", want)
	}
}
