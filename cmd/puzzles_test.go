package cmd

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/play/puzzles"
)

// Puzzles that were found are written, listed and taken up at their tables.
func TestPuzzles(t *testing.T) {
	t.Chdir(t.TempDir())
	out := done(t, "puzzles", "liarsdice", "--out", "mine", "--count", "1")
	assert.Contains(t, out, "liarsdice-1")
	data, err := os.ReadFile("mine/liarsdice.json")
	require.NoError(t, err)
	var list []puzzles.Puzzle
	require.NoError(t, json.Unmarshal(data, &list))
	require.Len(t, list, 1)
	g, err := newGame("liarsdice")
	require.NoError(t, err)
	_, err = list[0].State(g)
	require.NoError(t, err)

	assert.Contains(t, done(t, "puzzles"), "PUZZLE")
	for _, args := range [][]string{
		{"puzzles", "liarsdice", "--out", "mine"}, // it is there
		{"puzzles", "--out", "mine"},
		{"puzzles", "liarsdice", "--out", "other", "--gap", "0.99", "--games", "1"},
		{"puzzles", "nobody"},
	} {
		assert.Equal(t, 2, ringer(t, "", args...).exit, args)
	}
}
