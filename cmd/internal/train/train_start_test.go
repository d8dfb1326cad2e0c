package train_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/env/games"
	"ringer/open"
	"ringer/open/exploit"
	"ringer/open/ladder"
)

// A run begins with a bot, keeps a copy of it, and needs nothing else to go on: not the
// bot's file, and with a checkpoint not even the copy.
func TestTrainStartsFromABot(t *testing.T) {
	dir := t.TempDir()
	data, err := open.BotBytes("kuhn")
	require.NoError(t, err)
	bot := filepath.Join(dir, "teacher.bot")
	require.NoError(t, os.WriteFile(bot, data, 0o600))
	args := func(out string) []string {
		return []string{
			"train", "--config", "kuhn", "--set", "start=bot(" + bot + ")", "--set", "decisions=600", "--set", "collect.batch=200",
			"--set", "ppo.minibatch=64", "--out", out, "--json",
		}
	}
	whole := filepath.Join(dir, "whole")
	m := cmdtest.Object(t, args(whole)...)
	taken := m["start"].(map[string]any)
	cmdtest.HasKeys(t, taken, "bot", "weights", "taken", "share")
	assert.EqualValues(t, 1, taken["share"])

	// A run that was killed before its first checkpoint.
	early := filepath.Join(dir, "early")
	require.NoError(t, os.CopyFS(early, os.DirFS(whole)))
	for _, gone := range []string{"checkpoints", "pool", "metrics.jsonl", "result.json"} {
		require.NoError(t, os.RemoveAll(filepath.Join(early, gone)))
	}
	for _, folder := range []string{"checkpoints", "pool"} {
		require.NoError(t, os.Mkdir(filepath.Join(early, folder), 0o700))
	}
	require.NoError(t, os.Remove(bot))
	again := cmdtest.Object(t, "train", "--resume", early, "--json")
	assert.Equal(t, filepath.Base(m["checkpoint"].(string)), filepath.Base(again["checkpoint"].(string)))
	for _, file := range []string{"weights.safetensors", "algorithm.safetensors", "state.json"} {
		want, err := os.ReadFile(filepath.Join(m["checkpoint"].(string), file))
		require.NoError(t, err)
		got, err := os.ReadFile(filepath.Join(again["checkpoint"].(string), file))
		require.NoError(t, err)
		assert.Equal(t, want, got, file)
	}

	require.NoError(t, os.Remove(filepath.Join(early, "start.bot")))
	ended := cmdtest.Object(t, "train", "--resume", early, "--json")
	assert.NotContains(t, ended, "start")
	require.NoError(t, os.RemoveAll(filepath.Join(early, "checkpoints")))
	require.NoError(t, os.Mkdir(filepath.Join(early, "checkpoints"), 0o700))
	o := cmdtest.Ringer(t, "", "train", "--resume", early)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "neither a checkpoint nor start.bot")
}

// A bot says how much the bots had learned that its training began with, and a share of what
// it has learned is one of all of it.
func TestABotCountsWhatItBeganWith(t *testing.T) {
	cmdtest.InFolder(t)
	bot, err := open.Bot("kuhn")
	require.NoError(t, err)
	before := bot.Manifest.Training.Decisions
	require.Positive(t, before)
	from, own := "kuhn", int64(0)
	for _, name := range []string{"child", "grandchild"} {
		cmdtest.Object(t, "train", "--config", "kuhn", "--set", "start=bot("+from+")", "--set", "decisions=600", "--set", "collect.batch=200",
			"--set", "ppo.minibatch=64", "--out", name, "--json")
		from = name + ".bot"
		cmdtest.Done(t, "export", name, "--out", from)
		bot, err = open.Bot(from)
		require.NoError(t, err)
		m := &bot.Manifest.Training
		assert.Equal(t, before+own, m.Earlier, name)
		own += m.Decisions
		assert.Equal(t, before+own, m.AllDecisions(), name)
		assert.Contains(t, bot.Manifest.Card.Summary, "It began with a bot that had learned from "+shell.Count(float64(m.Earlier))+".", name)
	}
	search, err := exploit.New(cmdtest.NewOpener(t), exploit.Options{Game: games.MustNew("kuhn"), Agent: "bot(" + from + ")", Budget: 0.5})
	require.NoError(t, err)
	assert.EqualValues(t, (before+own)/6, search.Decisions)
	field, err := (&ladder.Ladder{Opener: cmdtest.NewOpener(t)}).Field(t.Context(), from)
	require.NoError(t, err)
	assert.Equal(t, before+own, field.Learned)

	require.NoError(t, os.Remove(filepath.Join("child", "start.bot")))
	cmdtest.Done(t, "export", "child", "--out", from, "--force")
	bot, err = open.Bot(from)
	require.NoError(t, err)
	assert.Zero(t, bot.Manifest.Training.Earlier, "the copy is gone, and a run goes on without it")
	require.NoError(t, os.WriteFile(filepath.Join("child", "start.bot"), []byte("no bot"), 0o600))
	o := cmdtest.Ringer(t, "", "export", "child", "--out", from, "--force")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "start.bot")
}

func TestTrainStartBadInput(t *testing.T) {
	for set, says := range map[string]string{
		"start=kuhn":                                   "start: kuhn: want bot(NAME or FILE), and no options",
		"start=bot(kuhn,temperature=0)":                "want bot(NAME or FILE), and no options",
		"start=bot(nobody)":                            "nobody",
		"start=bot(duel)":                              `bot "duel" plays duel: want a bot of kuhn`,
		"start=bot(/nowhere/x.bot)":                    "no such file",
		"start_sha256=00":                              "want start beside it",
		"network.hidden=[32]":                          "network.hidden: [32]: want [64 64], as in the bot",
		"imitation.agent=random":                       "no imitation.agent beside it (random)",
		"imitation.ask=random":                         "imitation.kinds: []: want kinds of decisions where ask names an agent",
		"imitation={ask: random, kinds: [bid, draft]}": "imitation.kinds[1]: draft: want one of: bid",
		"imitation={ask: nobody, kinds: [bid]}":        "imitation.ask: unknown agent \"nobody\"",
		"start_sha256=\"00\"":                          "another bot than the one of start_sha256",
	} {
		out := filepath.Join(t.TempDir(), "run")
		args := []string{"train", "--config", "kuhn", "--out", out}
		if set[:6] != "start=" && set != "start_sha256=00" {
			args = append(args, "--set", "start=bot(kuhn)")
		}
		o := cmdtest.Ringer(t, "", append(args, "--set", set)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, set)
		assert.Contains(t, o.Errs, says)
		assert.NoDirExists(t, out, "nothing is written")
	}
}

// A start that is set takes the place of the imitation that a configuration names, and only
// of that: what is set beside it is refused.
func TestTrainStartsInsteadOfImitating(t *testing.T) {
	dir := t.TempDir()
	config := filepath.Join(dir, "imitates.yaml")
	text := "game: kuhn\ndecisions: 300\ncollect: {batch: 300, tables: 8, groups: 1}\nnetwork: {hidden: [64, 64], activation: tanh}\n" +
		"imitation: {agent: random, minibatch: 64}\nppo: {minibatch: 64}\n"
	require.NoError(t, os.WriteFile(config, []byte(text), 0o600))
	args := []string{"train", "--config", config, "--set", "start=bot(kuhn)", "--out", filepath.Join(dir, "run")}
	assert.Contains(t, cmdtest.Object(t, args...), "start")
	resolved := cmdtest.ReadText(t, filepath.Join(dir, "run", "config.yaml"))
	assert.NotContains(t, resolved, "random")

	for _, set := range []string{"imitation.agent=greedy", "imitation={agent: greedy}"} {
		o := cmdtest.Ringer(t, "", append(args, "--set", set)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, set)
		assert.Contains(t, o.Errs, "no imitation.agent beside it (greedy)")
		assert.Contains(t, o.Errs, "as with imitation.agent=")
	}
	require.NoError(t, os.WriteFile(config, []byte(text+"start: bot(kuhn)\n"), 0o600))
	o := cmdtest.Ringer(t, "", "train", "--config", config, "--out", filepath.Join(dir, "both"))
	assert.Equal(t, shell.ExitBadInput, o.Exit, "a file that says both")
}

// A run that begins with a bot and asks an agent learns its decisions before it plays on;
// a bot has to be there for the others.
func TestTrainLearnsKindsAnewBesideABot(t *testing.T) {
	dir := t.TempDir()
	args := func(out string, more ...string) []string {
		return append([]string{
			"train", "--config", "kuhn", "--set", "decisions=300", "--set", "collect.batch=200", "--set", "ppo.minibatch=64", "--json",
			"--set", "ppo.learning_rate=0.000001", "--set", "ppo.final_learning_rate=0.000001", "--out", filepath.Join(dir, out),
		}, more...)
	}
	start := []string{"--set", "start=bot(kuhn)"}
	ask := []string{"--set", "imitation={ask: random, kinds: [bid], decisions: 20000, minibatch: 64}"}
	exploitable := func(m map[string]any) float64 {
		for _, e := range m["evaluations"].([]any) {
			if x, ok := e.(map[string]any)["exploitability"].(float64); ok {
				return x
			}
		}
		t.Fatal("no exploitability")
		return 0
	}
	bot := exploitable(cmdtest.Object(t, args("bot", start...)...))
	asked := exploitable(cmdtest.Object(t, args("asked", append(start, ask...)...)...))
	random := 0.4583 // of the uniform policy, Kuhn (1950): ringer exploit random --game kuhn
	assert.Less(t, bot, 0.05)
	assert.InDelta(t, random, asked, 0.05, "it bids at random now")

	o := cmdtest.Ringer(t, "", args("alone", ask...)...)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "imitation.ask: random: want start beside it")
}
