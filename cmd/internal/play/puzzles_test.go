package play_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/open"
	"ringer/play/puzzles"
)

// Puzzles that were found are written, listed and taken up at their tables.
func TestPuzzles(t *testing.T) {
	t.Chdir(t.TempDir())
	out := cmdtest.Done(t, "puzzles", "liarsdice", "--out", "mine", "--count", "1")
	assert.Contains(t, out, "liarsdice-1")
	data, err := os.ReadFile("mine/liarsdice.json")
	require.NoError(t, err)
	var list []puzzles.Puzzle
	require.NoError(t, json.Unmarshal(data, &list))
	require.Len(t, list, 1)
	g, err := open.Game("liarsdice")
	require.NoError(t, err)
	_, err = list[0].State(g)
	require.NoError(t, err)

	assert.Contains(t, cmdtest.Done(t, "puzzles"), "PUZZLE")
	for _, args := range [][]string{
		{"puzzles", "liarsdice", "--out", "mine"}, // it is there
		{"puzzles", "--out", "mine"},
		{"puzzles", "liarsdice", "--out", "other", "--gap", "0.99", "--games", "1"},
		{"puzzles", "nobody"},
	} {
		assert.Equal(t, 2, cmdtest.Ringer(t, "", args...).Exit, args)
	}
}

// A position of one's own becomes a puzzle with a measured solution, which the terminal, the
// page and a folder of files pose; the files that it was made of may be gone then.
func TestPuzzlesOfPositions(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("mine.yaml", []byte("act: A\norder: [0, 1]\nmodels:\n  - {model: A, at: [11, 9.5]}\n  - {model: B, at: [9, 6]}\ncarrier: A\n"), 0o644))
	cmdtest.Done(t, "puzzles", "duel", "--position", "mine.yaml", "--task", "Win this Duel.", "--title", "Mine", "--gap", "0.1", "--out", "out", "--name", "mine")
	require.NoError(t, os.Remove("mine.yaml"))
	o := cmdtest.Ringer(t, "go to 11,10\nsolution\nagain\nleave to the east\n\n", "play", "--puzzle", "out/mine.json", "--vs", "random")
	require.Zero(t, o.Exit, o.Errs)
	for _, want := range []string{"Mine\nWin this Duel.", "Not the best: Go to 11,10.", "The solution: Leave the table to the north.", "good: Leave the table to the east.", "Solved: Leave the table to the east.", "You won."} {
		assert.Contains(t, o.Out, want)
	}
	out := cmdtest.Done(t, "serve", "--stdio", "--data", "", "--puzzles", "out/mine.json")
	assert.Empty(t, out)
	t.Run("site", func(t *testing.T) {
		needsHost(t)
		cmdtest.Done(t, "site", "--puzzles", "out/mine.json", "--out", "folder")
		data, err := os.ReadFile("folder/site.json")
		require.NoError(t, err)
		assert.Contains(t, string(data), `"id":"mine-1"`)
	})

	bad := `[{"id":"x","game":"duel","spec_hash":"0","title":"T","words":"","seat":0,"steps":[],"solution":{"action":0,"name":"n","value":{"chance":1,"low":1,"high":1},"second":"m","gap":{"chance":1,"low":1,"high":1},"source":"s"}}]`
	require.NoError(t, os.WriteFile("bad.json", []byte(bad), 0o644))
	require.NoError(t, os.WriteFile("dull.yaml", []byte("act: A\nmodels:\n  - {model: A, at: [9, 9.5]}\n  - {model: B, at: [9.5, 4], status: prone}\ntreasure: [6, 6]\n"), 0o644))
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"puzzles", "duel", "--position", "dull.yaml", "--out", "out", "--name", "dull"}, "--games 20 looks further on"},
		{[]string{"puzzles", "duel", "--position", "mine.yaml"}, "want --out DIR beside it"},
		{[]string{"puzzles", "duel", "--task", "x", "--out", "out"}, "want --position FILE"},
		{[]string{"puzzles", "kuhn", "--position", "dull.yaml", "--out", "out", "--name", "k"}, "kuhn has no position files"},
		{[]string{"play", "--puzzle", "nobody"}, "duel-skirmish-1"},
		{[]string{"play", "duel", "--puzzle", "heat-4p-1"}, "leave out GAME"},
		{[]string{"play", "--puzzle", "bad.json"}, "spec hash"},
		{[]string{"serve", "--stdio", "--puzzles", "dull.yaml"}, "dull.yaml"},
	} {
		o := cmdtest.Ringer(t, "", c.args...)
		assert.Equal(t, 2, o.Exit, c.args)
		assert.Contains(t, o.Errs, c.says, c.args)
	}
	assert.NoFileExists(t, "out/dull.json")
}
