package bots_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/play/opponents"
)

// Ratings that ship are shown, and the ratings of a game are measured: the same on any
// number of workers, beside the ratings of other games in the file, and instead of the
// ratings of the same game under other rules.
func TestRatings(t *testing.T) {
	t.Chdir(t.TempDir())
	assert.Regexp(t, `(?m)^heat: 200 games of each pair, seed 1; random has 1000\n\nAGENT +RATING +GAMES\nbot\(heat-4p\) +\d+ \(\d+ … \d+\) +1,400\n`, cmdtest.Done(t, "ratings", "heat(players=4)"))
	cmdtest.Done(t, "ratings", "goofspiel", "--out", "own.json", "--games", "20", "--choose", "10", "--workers", "1")
	one, err := os.ReadFile("own.json")
	require.NoError(t, err)
	var first, both []opponents.Rated
	require.NoError(t, json.Unmarshal(one, &first))
	other := first[0]
	other.Facts = "of other rules"
	changed, err := json.Marshal(append(first, other))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("own.json", changed, 0o600))
	cmdtest.Done(t, "ratings", "tictactoe", "--out", "own.json", "--games", "4", "--choose", "2")
	cmdtest.Done(t, "ratings", "goofspiel", "--out", "own.json", "--games", "20", "--choose", "10", "--workers", "3")
	two, err := os.ReadFile("own.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(two, &both))
	require.Len(t, both, 2)
	assert.Equal(t, first[0], both[0])
	cmdtest.Done(t, "ratings", "goofspiel", "--out", "own.json", "--games", "20", "--choose", "10", "--search")
	three, err := os.ReadFile("own.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(three, &both))
	assert.Equal(t, first[0], both[0], "search loses games of hidden simultaneous choices, and the rest is kept")
	assert.NotEmpty(t, first[0].Levels)
	assert.NotEmpty(t, first[0].Choice.Tried)
	assert.Equal(t, 2, cmdtest.Ringer(t, "", "ratings", "kuhn").Exit, "chips are no wins")
	assert.Equal(t, 2, cmdtest.Ringer(t, "", "ratings", "--games", "0").Exit)
}
