package scenes_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/games"
	"ringer/env/scene"
	"ringer/play/scene/scenes"
)

var update = flag.Bool("update", false, "write the golden scenes instead of comparing them")

// reach plays a game by the names of its actions, chance's included, separated by
// semicolons.
func reach(t *testing.T, game, moves string) (env.Game, env.State) {
	t.Helper()
	g := games.MustNew(game)
	s := g.NewInitialState()
	for _, move := range strings.Split(moves, ";") {
		if move = strings.TrimSpace(move); move != "" {
			require.NoError(t, s.Apply(named(t, s, move)))
		}
	}
	return g, s
}

// named returns the action of a state that has a name.
func named(t *testing.T, s env.State, name string) env.Action {
	t.Helper()
	var actions []env.Action
	if s.CurrentPlayer() == env.Chance {
		for _, o := range s.(env.Chancer).ChanceOutcomes(nil) {
			actions = append(actions, o.Action)
		}
	} else {
		actions = s.LegalActions(nil)
	}
	var names []string
	for _, a := range actions {
		if s.ActionString(a) == name {
			return a
		}
		names = append(names, s.ActionString(a))
	}
	require.Failf(t, "no such action", "%q; there are %q", name, names)
	return 0
}

// shownTo returns the scene of a seat.
func shownTo(g env.Game, s env.State, p env.Player) *scene.Scene {
	sc := scenes.Of(g).Scene(s, p)
	scene.Read(sc, env.As(p, scene.SeatName))
	return sc
}

// askedOf returns the question of the seat that acts, and a line for each choice: its
// label and its note.
func askedOf(t *testing.T, g env.Game, s env.State) (*scene.Question, []string) {
	t.Helper()
	q := shownTo(g, s, s.CurrentPlayer()).Ask
	require.NotNil(t, q)
	var lines []string
	for _, c := range q.Choices {
		line := c.Label
		if c.Note != "" {
			line += ": " + c.Note
		}
		lines = append(lines, line)
	}
	return q, lines
}

// compareGolden compares a scene with the one of a file, which people read.
func compareGolden(t *testing.T, name string, sc *scene.Scene) {
	t.Helper()
	text, err := json.MarshalIndent(sc, "", " ")
	require.NoError(t, err)
	path := filepath.Join("testdata", name+".json")
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(path, append(text, '\n'), 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err, "run the test with -update, and read what it wrote")
	assert.Equal(t, string(want), string(text)+"\n")
}
