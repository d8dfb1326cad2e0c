package measure_test

import (
	"bytes"
	"context"
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

func TestMatchStopsAtAVerdict(t *testing.T) {
	args := []string{"match", "greedy", "random", "--game", "leduc", "--games", "50000", "--sprt", "elo0=0, elo1=40"}
	m := cmdtest.Object(t, args...)
	cmdtest.HasKeys(t, m, "game", "games", "deals", "agents", "sprt")
	s := m["sprt"].(map[string]any)
	cmdtest.HasKeys(t, s, "elo0", "elo1", "alpha", "beta", "verdict", "llr", "lower", "upper")
	assert.Equal(t, "accept", s["verdict"])
	assert.Equal(t, 40.0, s["elo1"])
	assert.Equal(t, 0.05, s["alpha"], "the default")
	assert.Less(t, m["games"], 5000.0)
	assert.Equal(t, m, cmdtest.Object(t, append(args, "--workers", "1")...))
	assert.Regexp(t, `SPRT accepted: greedy is stronger than random by 40 Elo or more`, cmdtest.Done(t, args...))
	assert.NotContains(t, cmdtest.Object(t, "match", "random", "--game", "kuhn", "--games", "2"), "sprt")

	reject := cmdtest.Done(t, "match", "random", "greedy", "--game", "leduc", "--games", "50000", "--sprt", "elo1=40")
	assert.Contains(t, reject, "SPRT rejected")
	assert.Contains(t, cmdtest.Done(t, "match", "random", "random", "--game", "leduc", "--games", "20", "--sprt", "elo1=1"), "SPRT undecided")

	for given, says := range map[string]string{
		"elo1":                "want elo0=NUMBER",
		"":                    "want elo0=NUMBER",
		"power=1":             "want elo0=NUMBER",
		"elo1=big":            `--sprt elo1: "big": want a number`,
		"elo0=5,elo1=5":       "--sprt: elo1: 5: want more than elo0 (5)",
		"alpha=0.9,beta=0.01": "alpha: 0.9: want a chance above 0 and below 0.5",
	} {
		o := cmdtest.Ringer(t, "", "match", "random", "random", "--game", "kuhn", "--sprt", given)
		assert.Equal(t, shell.ExitBadInput, o.Exit, given)
		assert.Contains(t, o.Errs, says)
	}
	o := cmdtest.Ringer(t, "", strings.Fields("match random --game kuhn --sprt elo1=5")...)
	require.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "--sprt compares two agents: 1 are named")
}

// A kept match continues after an interrupt and ends in the same table.
func TestMatchKeepsWhatWasPlayed(t *testing.T) {
	cmdtest.InFolder(t)
	args := []string{"match", "greedy", "random", "-g", "leduc", "-n", "3000", "-s", "6"}
	whole := cmdtest.Object(t, args...)
	kept := append(args, "--keep", "m.jsonl")

	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		for {
			if info, err := os.Stat("m.jsonl"); err == nil && info.Size() > 8000 || t.Context().Err() != nil {
				interrupt()
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	var out, errs bytes.Buffer
	exit := program.Run(ctx, kept, strings.NewReader(""), &out, &errs)
	if exit != shell.ExitDone { // a machine may finish before the interrupt comes
		assert.Equal(t, shell.ExitInterrupted, exit)
		assert.Contains(t, errs.String(), "in m.jsonl: the same command goes on")
		text, err := os.ReadFile("m.jsonl")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile("m.jsonl", text[:len(text)-30], 0o644), "as if it had been killed in a line")
	}
	assert.Equal(t, whole, cmdtest.Object(t, kept...))
	before := cmdtest.ReadText(t, "m.jsonl")
	assert.Equal(t, whole, cmdtest.Object(t, kept...))
	assert.Equal(t, before, cmdtest.ReadText(t, "m.jsonl"), "nothing was left to play")

	for other, says := range map[string]string{
		"match greedy random -g leduc -s 7 -n 3000":               "its seed is 6, this one's is 7",
		"match random greedy -g leduc -s 6 -n 3000":               "its agent 1 is greedy",
		"match greedy random -g leduc -s 6 -n 100":                "deals in a group",
		"match greedy random -g leduc -s 6 -n 3000 --sprt elo0=0": "--keep and --sprt: want one of them",
	} {
		o := cmdtest.Ringer(t, "", append(strings.Fields(other), "--keep", "m.jsonl")...)
		assert.Equal(t, shell.ExitBadInput, o.Exit)
		assert.Contains(t, o.Errs, says)
	}
	assert.Equal(t, before, cmdtest.ReadText(t, "m.jsonl"))
}
