package measure_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
)

func TestPopulation(t *testing.T) {
	cmdtest.InFolder(t)
	args := []string{"population", "random", "bot(kuhn)", "greedy", "--game", "kuhn", "--games", "400", "--out", "p"}
	m := cmdtest.Object(t, args...)
	cmdtest.HasKeys(t, m, "game", "games", "deals", "seed", "alike", "players", "payoffs", "value", "file")
	assert.EqualValues(t, 400, m["games"])
	sums := make([]float64, 2)
	for _, player := range cmdtest.Elements(t, m, "players") {
		cmdtest.HasKeys(t, player, "agent", "shares", "gains")
		for side, share := range cmdtest.Elements(t, player, "shares") {
			cmdtest.HasKeys(t, share, "is", "low", "high")
			sums[side] += share["is"].(float64)
		}
	}
	assert.InDeltaSlice(t, []float64{1, 1}, sums, 1e-9)
	assert.Equal(t, m, cmdtest.Object(t, append(args, "--workers", "1")...))

	out := cmdtest.Done(t, args...)
	assert.Regexp(t, `2 +bot\(kuhn\) +\d+% \(`, out)
	assert.Contains(t, out, "every pair played the same 200 deals (400 games)")
	assert.Contains(t, out, "Mixed in 'mixture(p/population.yaml)'")

	ctx, stop := context.WithCancel(t.Context())
	stop()
	var printed, errs bytes.Buffer
	args[len(args)-1] = "q"
	assert.Equal(t, shell.ExitInterrupted, program.Run(ctx, args, strings.NewReader(""), &printed, &errs))
	assert.Contains(t, errs.String(), "what was played is in q: the same command goes on")
	assert.Equal(t, strings.ReplaceAll(out, "p/pop", "q/pop"), cmdtest.Done(t, args...))

	o := cmdtest.Ringer(t, "", "population", "random", "greedy", "-g", "heat(players=3)", "--out", "h")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "heat(players=3) has 3 sides: want a game of two")
	assert.NoDirExists(t, "h")
}

// A mixture plays wherever an agent does.
func TestAMixtureAtEveryTable(t *testing.T) {
	cmdtest.InFolder(t)
	cmdtest.CopyBot(t, "kuhn", "a.bot")
	require.NoError(t, os.WriteFile("both.yaml", []byte("game: kuhn\nplayers:\n  - {agent: bot(a.bot), share: 0.5}\n  - {agent: random, share: 0.5}\n"), 0o600))
	const mixture = "mixture(both.yaml)"
	for _, line := range [][]string{
		{"arena", mixture, "greedy", "-g", "kuhn", "-n", "40"},
		{"exploit", mixture, "-g", "kuhn"},
		{"decisions", mixture, "-g", "kuhn", "-n", "40"},
		{"record", mixture, "-g", "kuhn", "-n", "20", "--out", "recorded"},
		{"peek-test", mixture, "-g", "kuhn", "--games", "20"},
		{"ladder", "kuhn", "--rung", mixture, "--against", mixture, "--deals", "20", "--seconds", "0", "--out", "ladder"},
	} {
		cmdtest.Done(t, line...)
	}
	o := cmdtest.Ringer(t, strings.Repeat("1\n", 9), "play", "kuhn", "--vs", mixture, "--seed", "3", "--save", "game.jsonl")
	require.Zero(t, o.Exit, o.Errs)

	train := append([]string{"train", "--config", "kuhn", "--set", `opponents.fixed=["` + mixture + `"]`, "--set", "opponents.fixed_share=0.5"}, cmdtest.TrainedShortly...)
	cmdtest.Done(t, append(train, "--out", "whole")...)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out, errs bytes.Buffer
	require.Equal(t, shell.ExitInterrupted, program.Run(ctx, append(train, "--out", "parts"), strings.NewReader(""), &out, &errs))
	require.NoError(t, os.Remove("a.bot"))
	require.NoError(t, os.Remove("both.yaml"))
	cmdtest.Done(t, "train", "--resume", "parts")
	const weights = "checkpoints/00000002/weights.safetensors"
	assert.Equal(t, cmdtest.ReadText(t, filepath.Join("whole", weights)), cmdtest.ReadText(t, filepath.Join("parts", weights)), "a run goes on with copies of its own")
}
