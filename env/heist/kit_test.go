package heist_test

import (
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/heist"
)

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

// game builds the shipped game with some settings: key=value.
func game(t testing.TB, pairs ...string) *heist.Game {
	t.Helper()
	key := strings.Join(pairs, ",")
	if g, ok := built.Load(key); ok {
		return g.(*heist.Game)
	}
	g, err := heist.New(config(t, pairs...))
	require.NoError(t, err)
	built.Store(key, g)
	return g
}

// built keeps games: they are immutable, and reading the decks takes a while.
var built sync.Map

func config(t testing.TB, pairs ...string) heist.Config {
	t.Helper()
	c := heist.Defaults()
	require.NoError(t, configs.ReadAll(&c, configs.Named("games/heist", "default"), configs.Assignments("heist", pairs...)))
	return c
}

// blank returns a state of the shipped game before anything is dealt.
func blank(t testing.TB, pairs ...string) *heist.State { return heist.Blank(game(t, pairs...)) }

// play applies actions by their names, chance included, and keeps an eye on the
// cards.
func play(t testing.TB, s *heist.State, names ...string) {
	t.Helper()
	for _, name := range names {
		a, err := env.ParseAction(s, name)
		require.NoError(t, err, "%s", s.Text(0))
		require.NoError(t, s.Apply(a))
		require.NoError(t, s.Conservation(), "after %s", name)
	}
}

// legal lists the names of the legal actions.
func legal(s *heist.State) []string {
	var names []string
	for _, a := range s.LegalActions(nil) {
		names = append(names, s.ActionString(a))
	}
	return names
}

// rollOn applies chance outcomes until somebody decides or the question changes
// to one that stops: the last outcome of a die is its highest number, so dice
// come up low.
func rollOn(t testing.TB, s *heist.State) {
	t.Helper()
	for s.CurrentPlayer() == env.Chance {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
		require.NoError(t, s.Conservation())
	}
}

// has and hasNot test the legal actions by name.
func has(t testing.TB, s *heist.State, names ...string) {
	t.Helper()
	for _, n := range names {
		assert.Contains(t, legal(s), n)
	}
}

func hasNot(t testing.TB, s *heist.State, names ...string) {
	t.Helper()
	for _, n := range names {
		assert.NotContains(t, legal(s), n)
	}
}

// asks tests who is asked what.
func asks(t testing.TB, s *heist.State, seat env.Player, q heist.Question) {
	t.Helper()
	require.Equal(t, q, s.Question(), "%s", strings.Join(legal(s), ", "))
	require.Equal(t, seat, s.CurrentPlayer())
}

// titles turns kinds into titles.
func titles(s *heist.State, kinds []int) []string {
	all := s.Game().Kinds()
	out := []string{}
	for _, k := range kinds {
		out = append(out, all[k].Title)
	}
	return out
}

func crew(s *heist.State, seat int) []string { return titles(s, s.Crew(seat, nil)) }
func hand(s *heist.State, seat int) []string { return titles(s, s.Hand(seat, nil)) }

// fieldOf returns a field of what a seat observes.
func fieldOf(s *heist.State, seat env.Player, field string) []float32 {
	spec := s.Game().Spec()
	row := make([]float32, spec.ObservationSize())
	s.Observe(seat, row)
	for _, f := range spec.Observation {
		if f.Name == field {
			return row[spec.FieldOffset(field):][:f.Size()]
		}
	}
	panic("no field " + field)
}

// withJobs gives both seats of a two-player game a Job that nobody reaches, so that
// the game goes on around a test.
func withJobs(s *heist.State) {
	heist.PutJob(s, 0, "Art Gallery", "Police", "Guards", "Safe")
	heist.PutJob(s, 1, "Bank Job", "Secrets", "Vault Doors", "Laser Sensors")
}
