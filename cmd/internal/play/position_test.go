package play_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// A game begins at a position, is kept with it, and goes on from there.
func TestPlayFromAPosition(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("puzzle.yaml", []byte(cmdtest.Puzzle), 0o644))
	o := cmdtest.Ringer(t, "play Pistol\nquit\n", "play", "payday(loot_cards=1)", "--vs", "random", "--position", "puzzle.yaml", "--save", "kept.jsonl")
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "Round 7 of at most 60")
	require.NoError(t, os.Remove("puzzle.yaml"))
	o = cmdtest.Ringer(t, "Ghost\nquit\n", "play", "--resume", "kept.jsonl")
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "Ghost [Damage 3, Health 8 of 8", "the Pistol is in hand")

	require.NoError(t, os.WriteFile("bad.yaml", []byte("round: 70\ncolumns: [{loot: payday, obstacles: [nowhere, lobby]}]\n"), 0o644))
	o = cmdtest.Ringer(t, "", "play", "payday(loot_cards=1)", "--position", "bad.yaml")
	assert.Equal(t, 2, o.Exit)
	assert.Contains(t, o.Errs, "bad.yaml:1:8: round: 70: want a number from 1 to 60")
	assert.Contains(t, o.Errs, "bad.yaml:2:38: columns[0].obstacles[0].id: nowhere")
	o = cmdtest.Ringer(t, "", "play", "kuhn", "--position", "bad.yaml")
	assert.Equal(t, 2, o.Exit)
	assert.Contains(t, o.Errs, "kuhn has no position files")
	o = cmdtest.Ringer(t, "", "play", "payday", "--position", "missing.yaml")
	assert.Equal(t, 2, o.Exit)
}

// A game begins with odds, is kept with them, and goes on from there.
func TestPlayWithOdds(t *testing.T) {
	t.Chdir(t.TempDir())
	args := []string{"play", "fivepossessions", "--vs", "random", "--seed", "3", "--save", "kept.jsonl"}
	o := cmdtest.Ringer(t, "quit\n", append(args, "--odds", "2:yards=80")...)
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "80")
	kept, err := os.ReadFile("kept.jsonl")
	require.NoError(t, err)
	assert.Contains(t, string(kept), `"position":"odds: 2:yards=80"`)
	o = cmdtest.Ringer(t, "quit\n", "play", "--resume", "kept.jsonl")
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "80")

	for _, x := range [][]string{
		{"fivepossessions", "2:yards=81", "odds[0]: 2:yards=81: want a number from 20 to 80 in steps of 20"},
		{"heat", "9:money=1", "odds[0]: 9:money=1: want SEAT:NAME=NUMBER with a seat from 1 to 4 and one of money"},
		{"duel", "1:health=1", "duel has no odds: begin at a position instead (--position FILE), or with warbands"},
	} {
		o = cmdtest.Ringer(t, "", "play", x[0], "--odds", x[1])
		assert.Equal(t, 2, o.Exit)
		assert.Contains(t, o.Errs, x[2])
	}
}

// The skirmish game takes positions by the same flag, dice to come included.
func TestPlayASkirmishFromAPosition(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("duel.yaml", []byte(`act: A
models:
  - {model: A, at: [2, 3]}
  - {model: B, at: [10, 9], status: prone, hits: 1}
carrier: A
dice: ["6 6"]
`), 0o644))
	o := cmdtest.Ringer(t, "leave to the west\n", "play", "duel", "--vs", "random", "--position", "duel.yaml")
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "\nYou won.\n", "whoever carries the treasure off the table wins")
	require.NoError(t, os.WriteFile("bad.yaml", []byte("act: Z\nmodels: [{model: A, at: [4.3, 6]}]\ndice: [\"9\"]\n"), 0o644))
	o = cmdtest.Ringer(t, "", "play", "duel", "--position", "bad.yaml")
	assert.Equal(t, 2, o.Exit)
	assert.Contains(t, o.Errs, "bad.yaml:1:6: act: Z")
	assert.Contains(t, o.Errs, "models[0].at")
	assert.Contains(t, o.Errs, "dice[0]: 9")
}
