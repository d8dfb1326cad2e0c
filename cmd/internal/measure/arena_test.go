package measure_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
)

func TestArena(t *testing.T) {
	args := []string{"arena", "greedy", "greedy(worlds=1)", "--game", "kuhn", "--games", "400", "--seed", "3"}
	m := cmdtest.Object(t, args...)
	list, pairs := cmdtest.Elements(t, m, "agents"), cmdtest.Elements(t, m, "pairs")
	require.Len(t, list, 3, "random joins")
	require.Len(t, pairs, 3)
	for _, a := range list {
		cmdtest.HasKeys(t, a, "name", "elo", "elo_low", "elo_high")
		assert.LessOrEqual(t, a["elo_low"], a["elo_high"])
	}
	assert.Equal(t, "random", list[2]["name"])
	assert.EqualValues(t, 1000, list[2]["elo"])
	for _, p := range pairs {
		cmdtest.HasKeys(t, p, "a", "b", "games", "win_rate", "low", "high", "elo_difference_low", "elo_difference_high")
		assert.EqualValues(t, 400, p["games"])
	}
	mass, weight := 0.0, 0.0
	for i, a := range cmdtest.Elements(t, m, "alpha_rank") {
		mass += a["mass"].(float64)
		weight += cmdtest.Elements(t, m, "nash_average")[i]["weight"].(float64)
	}
	assert.InDelta(t, 1, mass, 1e-9)
	assert.InDelta(t, 1, weight, 1e-9)
	assert.Equal(t, m, cmdtest.Object(t, append(args, "--workers", "1")...), "the same seed gives the same table")
	assert.NotEqual(t, m["pairs"], cmdtest.Object(t, cmdtest.Instead(args, "--seed", "4")...)["pairs"])

	out := cmdtest.Done(t, args...)
	assert.Regexp(t, `random +1000 +[\d.]+% \(\d+ … \d+\)`, out)
	assert.Contains(t, out, "Every pair, the higher rated first:")
	assert.NotContains(t, out, "too narrow")
	out = cmdtest.Done(t, "arena", "greedy", "--game", "kuhn(players=3)", "--games", "60")
	assert.Contains(t, out, "in all rotations of 1 against 2 and of 2 against 1 seats")
	assert.Contains(t, out, "Only 10 deals: intervals of ratings and payoffs are too narrow")

	rows, err := csv.NewReader(strings.NewReader(cmdtest.Done(t, append(args, "--csv")...))).ReadAll()
	require.NoError(t, err)
	assert.Equal(t, []string{"figure", "a", "b", "games", "estimate", "low", "high"}, rows[0])
	assert.Len(t, rows, 1+3*4+3*5)
}

// A kept arena continues after an interrupt and for more games, and ends in the
// same table; a file of another arena is refused.
func TestArenaKeepsWhatWasPlayed(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	args := []string{"arena", "greedy", "--game", "leduc", "--games", "3000", "--seed", "6"}
	whole := cmdtest.Object(t, args...)
	kept := append(args, "--keep", "a.jsonl")

	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		for {
			if info, err := os.Stat("a.jsonl"); err == nil && info.Size() > 8000 || t.Context().Err() != nil {
				interrupt()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	var out, errs bytes.Buffer
	exit := program.Run(ctx, kept, strings.NewReader(""), &out, &errs)
	text, err := os.ReadFile("a.jsonl")
	require.NoError(t, err)
	if exit != shell.ExitDone { // a machine may finish before the interrupt comes
		assert.Equal(t, shell.ExitInterrupted, exit)
		assert.Contains(t, errs.String(), "the finished blocks are in a.jsonl: the same command goes on")
		if out.Len() > 0 {
			assert.Contains(t, out.String(), "; INTERRUPTED\n")
		}
		// As if it had been killed in the middle of a line.
		require.NoError(t, os.WriteFile("a.jsonl", text[:len(text)-30], 0o644))
	}
	assert.Equal(t, whole, cmdtest.Object(t, kept...))
	before, err := os.ReadFile("a.jsonl")
	require.NoError(t, err)
	assert.Equal(t, whole, cmdtest.Object(t, kept...))
	after, err := os.ReadFile("a.jsonl")
	require.NoError(t, err)
	assert.Equal(t, string(before), string(after), "nothing was left to play")

	more := cmdtest.Instead(kept, "--games", "3500")
	assert.Equal(t, cmdtest.Object(t, cmdtest.Instead(args, "--games", "3500")...), cmdtest.Object(t, more...))

	for other, says := range map[string]string{
		"arena greedy --game leduc --seed 7":            "its seed is 6, this one's is 7",
		"arena greedy --game kuhn --seed 6":             "its game is leduc, this one's is kuhn",
		"arena greedy(worlds=1) --game leduc --seed 6":  "its agent 1 is greedy",
		"arena random greedy --game leduc --seed 6":     "its agent 1 is greedy",
		"arena greedy --game leduc --seed 6 --games 10": "",
	} {
		o := cmdtest.Ringer(t, "", append(strings.Fields(other), "--keep", "a.jsonl")...)
		if says == "" {
			assert.Zero(t, o.Exit, o.Errs)
			continue
		}
		assert.Equal(t, shell.ExitBadInput, o.Exit)
		assert.Contains(t, o.Errs, "--keep a.jsonl: it keeps other games: "+says)
	}
}

// A file that is no arena's is refused and stays as it is, whether it has lines or not.
func TestArenaLeavesForeignFilesAlone(t *testing.T) {
	cmdtest.InFolder(t)
	require.NoError(t, os.Mkdir("folder", 0o755))
	for _, text := range []string{"one line without an end", "two\nlines\n", "\n", "{}\n", "[", `{"format":"ringer-arena/1","game":"leduc"`} {
		require.NoError(t, os.WriteFile("mine", []byte(text), 0o644))
		o := cmdtest.Ringer(t, "", "arena", "random", "greedy", "--game", "kuhn", "--games", "2", "--keep", "mine")
		assert.Equal(t, shell.ExitBadInput, o.Exit, text)
		assert.Contains(t, o.Errs, "--keep mine: ")
		kept, err := os.ReadFile("mine")
		require.NoError(t, err)
		assert.Equal(t, text, string(kept))
	}
	o := cmdtest.Ringer(t, "", "arena", "random", "greedy", "--game", "kuhn", "--games", "2", "--keep", "folder")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "--keep folder: want the name of a file")

	// The beginning of its own header is its own, and so is an empty file.
	cmdtest.Done(t, "arena", "random", "greedy", "--game", "kuhn", "--games", "2", "--keep", "whole")
	whole, err := os.ReadFile("whole")
	require.NoError(t, err)
	for _, n := range []int{0, 1, 150} {
		require.NoError(t, os.WriteFile("part", whole[:n], 0o644))
		cmdtest.Done(t, "arena", "random", "greedy", "--game", "kuhn", "--games", "2", "--keep", "part")
		again, err := os.ReadFile("part")
		require.NoError(t, err)
		assert.Equal(t, string(whole), string(again))
	}
}

func TestArenaBadInput(t *testing.T) {
	cmdtest.InFolder(t)
	require.NoError(t, os.WriteFile("junk", []byte("junk\n"), 0o644))
	for args, says := range map[string]string{
		"arena --game kuhn":                               "A is missing: ringer arena A B…",
		"arena greedy":                                    "--game is missing",
		"arena random --game kuhn":                        "name two agents or more",
		"arena greedy greedy --game kuhn":                 "greedy is named twice",
		"arena wizard --game kuhn":                        `unknown agent "wizard"`,
		"arena greedy --game kuhn --games 0":              "--games 0",
		"arena greedy --game kuhn --payoff fame":          `--payoff "fame": want wins or returns`,
		"arena greedy --game kuhn --json --csv":           "--json and --csv: want one of them",
		"arena greedy --game kuhn --keep junk":            "--keep junk: line 1: not the header",
		"arena greedy --game kuhn --keep nowhere/a.jsonl": "nowhere/a.jsonl",
	} {
		o := cmdtest.Ringer(t, "", strings.Fields(args)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Contains(t, o.Errs, says)
		assert.Empty(t, o.Out)
	}
}
