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

// both writes a population of two into this folder.
func both(t *testing.T) {
	t.Helper()
	cmdtest.CopyBot(t, "kuhn", "a.bot")
	require.NoError(t, os.WriteFile("both.yaml", []byte("game: kuhn\nplayers:\n  - {agent: bot(a.bot), share: 0.5}\n  - {agent: random, share: 0.5}\n"), 0o600))
}

// A population that is one file plays as the one beside its bots, and needs nothing else.
func TestAPopulationInOneFile(t *testing.T) {
	cmdtest.InFolder(t)
	both(t)
	o := cmdtest.Object(t, "export", "both.yaml", "--out", "one.tar")
	assert.Equal(t, map[string]any{"game": "kuhn", "out": "one.tar", "players": 2., "held": 1., "bytes": o["bytes"]}, o)
	cmdtest.Done(t, "export", "one.tar", "--out", "again.tar")
	assert.Equal(t, cmdtest.ReadText(t, "one.tar"), cmdtest.ReadText(t, "again.tar"))
	played := func(file string) string {
		out := cmdtest.Done(t, "match", "mixture("+file+")", "greedy", "-g", "kuhn", "-n", "200", "-s", "4")
		return strings.ReplaceAll(strings.ReplaceAll(out, file, "it"), " ", "")
	}
	apart := played("both.yaml")
	require.NoError(t, os.WriteFile("marked.yaml", []byte("\ufeff"+cmdtest.ReadText(t, "both.yaml")), 0o600))
	assert.Equal(t, apart, played("marked.yaml"), "with the mark that some editors put before a text")
	require.NoError(t, os.Remove("a.bot"))
	require.NoError(t, os.Remove("both.yaml"))
	assert.Equal(t, apart, played("one.tar"))

	text := cmdtest.ReadText(t, "one.tar")
	at := strings.Index(text, "sha256: ") + len("sha256: ")
	other := strings.Repeat("0", 64)
	require.NoError(t, os.WriteFile("other.tar", []byte(text[:at]+other+text[at+64:]), 0o600))
	require.NoError(t, os.WriteFile("cut.tar", []byte(text[:3000]), 0o600))
	cmdtest.CopyBot(t, "kuhn", "one.bot")
	require.NoError(t, os.WriteFile("script.yaml", []byte("game: kuhn\nplayers:\n  - {agent: careless(bot(one.bot)), share: 1}\n"), 0o600))
	for want, args := range map[string][]string{
		"other.tar: players[0].sha256":                           {"match", "mixture(other.tar)", "random", "-g", "kuhn"},
		`cut.tar: "a.bot": want a plain file`:                    {"match", "mixture(cut.tar)", "random", "-g", "kuhn"},
		"one.tar: players[0].agent: bot \"kuhn\" was made":       {"match", "mixture(one.tar)", "random", "-g", "leduc"},
		`--out "x.bot": want the name of a file that ends`:       {"export", "one.tar", "--out", "x.bot"},
		"--half: one.tar is a population":                        {"export", "one.tar", "--out", "x.tar", "--half"},
		"--out one.tar":                                          {"export", "one.tar", "--out", "one.tar"},
		"none.tar: no such file":                                 {"export", "none.tar", "--out", "x.tar"},
		"players[0].agent: careless(bot(one.bot)): want a bot, ": {"export", "script.yaml", "--out", "x.tar"},
	} {
		o := cmdtest.Ringer(t, "", args...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Contains(t, o.Errs, want, args)
	}
	assert.NoFileExists(t, "x.tar")
}

// A mixture plays wherever an agent does, as a text beside its bots and as one file.
func TestAMixtureAtEveryTable(t *testing.T) {
	t.Run("text", func(t *testing.T) { atEveryTable(t, "both.yaml") })
	t.Run("archive", func(t *testing.T) { atEveryTable(t, "one.tar") })
}

func atEveryTable(t *testing.T, file string) {
	cmdtest.InFolder(t)
	both(t)
	if file == "one.tar" {
		cmdtest.Done(t, "export", "both.yaml", "--out", file)
		require.NoError(t, os.Remove("a.bot"))
	}
	mixture := "mixture(" + file + ")"
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
	require.NoError(t, os.RemoveAll("a.bot"))
	require.NoError(t, os.Remove(file))
	cmdtest.Done(t, "train", "--resume", "parts")
	const weights = "checkpoints/00000002/weights.safetensors"
	assert.Equal(t, cmdtest.ReadText(t, filepath.Join("whole", weights)), cmdtest.ReadText(t, filepath.Join("parts", weights)), "a run goes on with copies of its own")
}
