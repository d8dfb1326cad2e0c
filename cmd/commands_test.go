package cmd_test

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/env/games"
	"ringer/internal/input"
	"ringer/open"
	"ringer/play/opponents"
	"ringer/play/protocol"
)

func TestGames(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	out := cmdtest.Done(t, "games")
	for _, name := range games.Names() {
		assert.Contains(t, out, "\n"+name+" ")
	}
	assert.Equal(t, strings.Join(games.Names(), "\n")+"\n", cmdtest.Done(t, "games", "--names"))

	all := cmdtest.Elements(t, cmdtest.Object(t, "games"), "games")
	require.Len(t, all, len(games.Names()))
	for _, g := range all {
		cmdtest.HasKeys(t, g, "name", "version", "min_players", "max_players", "actions", "observation_size", "max_game_length", "parameters", "spec_hash", "facts_hash")
		assert.NotContains(t, g, "fields")
	}

	out = cmdtest.Done(t, "games", "kuhn(players=3)")
	for _, want := range []string{"Kuhn poker", "passes or bets", "Parameters", "Actions", "Observation", "kuhn(players=3)", "spec hash"} {
		assert.Contains(t, out, want)
	}
	for _, mark := range []string{"`", "**", "|--", "<!--"} {
		assert.NotContains(t, out, mark)
	}
	one := cmdtest.Elements(t, cmdtest.Object(t, "games", "kuhn(players=3)"), "games")
	require.Len(t, one, 1)
	assert.EqualValues(t, 3, one[0]["players"])
	cmdtest.HasKeys(t, one[0], "blocks", "fields")
}

func TestCount(t *testing.T) {
	m := cmdtest.Object(t, "count", "kuhn")
	assert.Equal(t, map[string]any{
		"game": "kuhn", "nodes": 58.0, "decision_nodes": 24.0, "chance_nodes": 4.0, "terminal_nodes": 30.0, "information_states": 12.0,
	}, m)
	assert.Regexp(t, `information states +12\n`, cmdtest.Done(t, "count", "kuhn"))

	o := cmdtest.Ringer(t, "", "count", "leduc", "--limit", "100")
	assert.Equal(t, shell.ExitFailed, o.Exit)
	assert.Contains(t, o.Errs, "leduc: more than 100 nodes")
	assert.Contains(t, o.Errs, "--limit")
	assert.Empty(t, o.Out)
}

func TestBench(t *testing.T) {
	m := cmdtest.Object(t, "bench", "kuhn", "--seconds", "0.02", "--tables", "4")
	assert.Equal(t, "kuhn", m["game"])
	var modes []any
	for _, mode := range cmdtest.Elements(t, m, "modes") {
		cmdtest.HasKeys(t, mode, "workers", "games_per_second", "allocs_per_step")
		assert.Greater(t, mode["steps_per_second"], 100.0)
		assert.Less(t, mode["decisions_per_second"], mode["steps_per_second"], "chance deals in kuhn")
		modes = append(modes, mode["mode"])
	}
	assert.Equal(t, []any{"bare", "observed", "vector"}, modes)
	assert.Contains(t, cmdtest.Done(t, "bench", "kuhn", "--seconds", "0.02"), "A step is one applied action")
}

func TestMatch(t *testing.T) {
	m := cmdtest.Object(t, "match", "greedy", "random", "--game", "kuhn", "--games", "21", "--seed", "3")
	assert.EqualValues(t, 22, m["games"], "whole deals")
	assert.EqualValues(t, 11, m["deals"])
	list := cmdtest.Elements(t, m, "agents")
	require.Len(t, list, 2)
	for _, a := range list {
		cmdtest.HasKeys(t, a, "name", "games", "win_rate", "low", "high", "mean_return", "return_low", "return_high", "equal_share", "seats")
	}
	assert.Equal(t, m, cmdtest.Object(t, "match", "greedy", "random", "--game", "kuhn", "--games", "21", "--seed", "3", "--workers", "2"),
		"the same seed gives the same games, whatever the workers")

	out := cmdtest.Done(t, "match", "greedy", "random", "--game", "kuhn(players=3)", "--games", "30")
	assert.Regexp(t, `(?m)^greedy beats two random players in \d+% \(\d+ … \d+\) of 30 games; even would be 33\.3%\.$`, out)
	assert.Regexp(t, `greedy +[\d.]+% \([\d.]+ … [\d.]+\) +33\.3%`, out)
	assert.Regexp(t, `random +[\d.]+% \([\d.]+ … [\d.]+\) +66\.7%`, out, "the last one fills the rest")
	assert.Regexp(t, `greedy +2 +[\d.]+% \([\d.]+ … [\d.]+\)`, out, "by seat")

	// With as many names as teams each plays a whole one, with more a seat.
	const teams = "duel(players=4,scenario=king_of_the_hill,step=1,rounds=2,one_and_half_actions=true,respawn=true)"
	out = cmdtest.Done(t, "match", "expert", "random", "--game", teams, "--games", "4")
	assert.Contains(t, out, "4 games (2 deals")
	assert.Regexp(t, `expert +[\d.]+% \([\d.]+ … [\d.]+\) +50%`, out)
	assert.Contains(t, out, "\nBy team, all agents together:\nTEAM ")
	assert.Regexp(t, `AGENT +TEAM +WINS`, out)
	m = cmdtest.Object(t, "match", "expert", "random", "random", "--game", teams, "--games", "4")
	assert.NotContains(t, m, "teams")
	assert.Len(t, cmdtest.Elements(t, m, "seats"), 4)
	out = cmdtest.Done(t, "arena", "expert", "--game", teams, "--games", "4")
	assert.Contains(t, out, "deals, each agent once as either team (4 games)")
}

func TestExploit(t *testing.T) {
	m := cmdtest.Object(t, "exploit", "random", "--game", "kuhn")
	cmdtest.HasKeys(t, m, "game", "agent", "method", "nash_conv", "seats")
	assert.InDelta(t, 0.458333, m["exploitability"], 1e-6) // of the uniform policy, as published
	for _, s := range cmdtest.Elements(t, m, "seats") {
		cmdtest.HasKeys(t, s, "seat", "value", "best_response_value", "low", "high")
	}
	assert.Contains(t, cmdtest.Done(t, "exploit", "random", "--game", "kuhn"), "exploitability 0.458333")

	o := cmdtest.Ringer(t, "", "exploit", "random", "--game", "goofspiel(cards=13)", "--limit", "1000")
	assert.Equal(t, shell.ExitFailed, o.Exit)
	assert.Contains(t, o.Errs, "--limit")
}

func TestVersion(t *testing.T) {
	m := cmdtest.Object(t, "version")
	assert.Equal(t, []string{"backend", "formats", "go", "platform", "revision", "simd", "vectors", "version"}, cmdtest.Keys(m))
	assert.Regexp(t, `simd +o(n|ff)`, cmdtest.Done(t, "version"))
}

// trained makes a short run in ./runs/kuhn and exports it as small.bot.
func trained(t testing.TB) map[string]any {
	t.Helper()
	cmdtest.InFolder(t)
	m := cmdtest.Object(t, "train", "--config", "kuhn", "--set", "decisions=6000", "--set", "evaluation.opponents=[random]", "--set", "evaluation.games=20", "--set", "evaluation.final_games=40")
	cmdtest.Done(t, "export", "runs/kuhn", "--out", "small.bot")
	return m
}

func TestFromTrainingToTheTable(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	m := trained(t)
	assert.Equal(t, filepath.Join("runs", "kuhn"), m["run"])
	cmdtest.HasKeys(t, m, "iterations", "seconds", "decisions_per_second", "checkpoint")
	assert.GreaterOrEqual(t, m["decisions"], 6000.0)
	assert.DirExists(t, m["checkpoint"].(string))
	measured := cmdtest.Elements(t, m, "evaluations")
	require.Len(t, measured, 2)
	exact, random := measured[0], measured[1]
	assert.Less(t, exact["exploitability"], 0.458333, "better than uniform")
	cmdtest.HasKeys(t, random, "opponent", "games", "win_rate", "low", "high")
	assert.EqualValues(t, 40, random["games"])

	t.Run("a second run gets its own folder", func(t *testing.T) {
		again := cmdtest.Object(t, "train", "--config", "kuhn", "--set", "decisions=1000", "--seed", "9")
		assert.Equal(t, filepath.Join("runs", "kuhn-2"), again["run"])
		text, err := os.ReadFile(filepath.Join("runs", "kuhn-2", "config.yaml"))
		require.NoError(t, err)
		assert.Contains(t, string(text), "seed: 9")
		o := cmdtest.Ringer(t, "", "train", "--config", "kuhn", "--out", "runs/kuhn")
		assert.Equal(t, shell.ExitBadInput, o.Exit)
		assert.Contains(t, o.Errs, "already holds a run")
	})

	t.Run("a run that has ended keeps its result", func(t *testing.T) {
		before, err := os.ReadFile("runs/kuhn/result.json")
		require.NoError(t, err)
		out := cmdtest.Done(t, "train", "--resume", "runs/kuhn")
		assert.Contains(t, out, "exploitability")
		after, err := os.ReadFile("runs/kuhn/result.json")
		require.NoError(t, err)
		assert.Equal(t, string(before), string(after))
	})

	t.Run("the bot is what was measured", func(t *testing.T) {
		x := cmdtest.Object(t, "exploit", "bot(small.bot)", "--game", "kuhn")
		assert.InDelta(t, exact["exploitability"], x["exploitability"], 1e-6)
		bot, err := open.Bot("small.bot")
		require.NoError(t, err)
		assert.Equal(t, "small", bot.Manifest.Name)
		assert.Equal(t, m["averaged_weights"], bot.Manifest.Training.Averaged)
		require.Len(t, bot.Manifest.Evaluation, 2)
		assert.InDelta(t, exact["exploitability"], *bot.Manifest.Evaluation[0].Exploitability, 1e-12)
		assert.Equal(t, random["win_rate"], bot.Manifest.Evaluation[1].WinRate)
		var config map[string]any
		require.NoError(t, json.Unmarshal(bot.Manifest.Training.Config, &config))
		assert.EqualValues(t, 6000, config["decisions"])
	})

	t.Run("last, averaged, one checkpoint", func(t *testing.T) {
		last := cmdtest.Object(t, "export", "runs/kuhn", "--out", "last.bot", "--weights", "last", "--name", "Lasty", "--summary", "Short.")
		assert.Equal(t, "last", last["weights"])
		averaged := cmdtest.Object(t, "export", m["checkpoint"].(string), "--out", "averaged.bot", "--weights", "averaged")
		assert.Equal(t, "averaged", averaged["weights"])
		a, err := open.Bot("last.bot")
		require.NoError(t, err)
		b, err := open.Bot("./averaged.bot")
		require.NoError(t, err)
		assert.NotEqual(t, a.Weights.Flat, b.Weights.Flat)
		assert.Equal(t, "Lasty", a.Manifest.Name)
		assert.Equal(t, "Short.", a.Manifest.Card.Summary)
		measured := len(a.Manifest.Evaluation) + len(b.Manifest.Evaluation)
		assert.Equal(t, 2, measured, "only the weights that were measured say so")
	})

	t.Run("another game refuses the bot", func(t *testing.T) {
		o := cmdtest.Ringer(t, "", "match", "bot(small.bot)", "--game", "leduc")
		assert.Equal(t, shell.ExitBadInput, o.Exit)
		assert.Contains(t, o.Errs, "made for another game")
	})

	t.Run("no averaged weights, none to export", func(t *testing.T) {
		cmdtest.Object(t, "train", "--config", "kuhn", "--set", "decisions=1000", "--set", "ema=0", "--out", "plain")
		o := cmdtest.Ringer(t, "", "export", "plain", "--out", "x.bot", "--weights", "averaged")
		assert.Equal(t, shell.ExitBadInput, o.Exit)
		assert.Contains(t, o.Errs, "kept none")
		assert.NoFileExists(t, "x.bot")
		assert.Equal(t, "last", cmdtest.Object(t, "export", "plain", "--out", "x.bot")["weights"])
	})

	t.Run("bot", func(t *testing.T) {
		question := `{"id":1,"seat":0,"observation":[1,0,0,0,1,0,0,0,0,0,0,0.5,0.5],"legal":[0,1]}` + "\n"
		o := cmdtest.Ringer(t, question+"what?\n", "bot", "small.bot", "--temperature", "0")
		require.Zero(t, o.Exit, o.Errs)
		lines := strings.Split(strings.TrimSpace(o.Out), "\n")
		require.Len(t, lines, 3)
		var hello protocol.Hello
		require.NoError(t, json.Unmarshal([]byte(lines[0]), &hello))
		assert.Equal(t, "small", hello.Bot)
		var answer protocol.Answer
		require.NoError(t, json.Unmarshal([]byte(lines[1]), &answer))
		assert.Contains(t, answer.Probs, float32(1), "temperature 0 plays the likeliest action")
		assert.Contains(t, lines[2], `"type":"error"`)
	})

	t.Run("play against the bot, leave, take it up", func(t *testing.T) {
		o := cmdtest.Ringer(t, "quit\n", "play", "kuhn", "--vs", "bot(small.bot)", "--seed", "5", "--seat", "2")
		require.Zero(t, o.Exit, o.Errs)
		assert.Contains(t, o.Out, "Go on with: ringer play --resume kuhn-5.replay.jsonl --vs 'bot(small.bot)'")
		o = cmdtest.Ringer(t, "", "play", "--resume", "kuhn-5.replay.jsonl")
		assert.Equal(t, shell.ExitBadInput, o.Exit)
		assert.Contains(t, o.Errs, `kuhn-5.replay.jsonl: agents[0]: "bot(small.bot)" names a file, which a saved game cannot open: name it yourself, with --vs`)
		o = cmdtest.Ringer(t, "1\n1\n", "play", "--resume", "kuhn-5.replay.jsonl", "--vs", "bot(small.bot)")
		require.Zero(t, o.Exit, o.Errs)
		assert.Contains(t, o.Out, "seat 1  bot(small.bot)")
		assert.Contains(t, o.Out, "the game is over")
		text, err := os.ReadFile("kuhn-5.replay.jsonl")
		require.NoError(t, err)
		assert.Contains(t, string(text), `{"returns":[`)
		o = cmdtest.Ringer(t, "", "play", "--resume", "kuhn-5.replay.jsonl")
		assert.Equal(t, shell.ExitBadInput, o.Exit)
	})
}

func TestPlay(t *testing.T) {
	dir := cmdtest.InFolder(t)
	o := cmdtest.Ringer(t, "1\n1\n", "play", "kuhn", "--vs", "random", "--seed", "5")
	require.Zero(t, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "seat 2  random")
	assert.Contains(t, o.Out, "the game is over")
	assert.Empty(t, o.Errs)
	assert.Empty(t, cmdtest.FilesBelow(t, dir), "a finished game is kept on request only")
	assert.Equal(t, o, cmdtest.Ringer(t, "1\n1\n", "play", "kuhn", "--vs", "random", "--seed", "5"), "the same seed, the same game")

	o = cmdtest.Ringer(t, "1\n1\n", "play", "kuhn", "--save", "kept.jsonl")
	require.Zero(t, o.Exit, o.Errs)
	assert.FileExists(t, "kept.jsonl")

	// A file in the way is left alone.
	require.NoError(t, os.WriteFile("kuhn-5.replay.jsonl", []byte("mine"), 0o644))
	o = cmdtest.Ringer(t, "quit\n", "play", "kuhn", "--seed", "5")
	require.Zero(t, o.Exit, o.Errs)
	assert.FileExists(t, "kuhn-5-2.replay.jsonl")
	text, err := os.ReadFile("kuhn-5.replay.jsonl")
	require.NoError(t, err)
	assert.Equal(t, "mine", string(text))
}

// Without --vs the strongest agent of the build sits down.
func TestBestOpponent(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	for _, name := range games.Names() {
		g, err := games.New(name)
		require.NoError(t, err)
		best := opponents.Default(g)
		assert.NotEqual(t, "random", best, name)
		_, err = cmdtest.NewOpener(t).Agent(g, best)
		assert.NoError(t, err)
	}
}

// An interrupt saves the run and exits with 130; resuming ends as if nothing had
// happened.
func TestAnInterruptedRunGoesOn(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	settings := []string{"--config", "kuhn", "--set", "decisions=20000"}
	whole := cmdtest.Object(t, append([]string{"train", "--out", "whole"}, settings...)...)

	ctx, interrupt := context.WithCancel(t.Context())
	go func() { // when there is something to save
		defer interrupt()
		for t.Context().Err() == nil {
			if info, err := os.Stat(filepath.Join("cut", "metrics.jsonl")); err == nil && info.Size() > 0 {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	var out strings.Builder
	exit := program.Run(ctx, append([]string{"train", "--out", "cut", "--json"}, settings...), strings.NewReader(""), &out, io.Discard)
	var cut map[string]any
	require.NoError(t, json.Unmarshal([]byte(out.String()), &cut))
	assert.Equal(t, cut["interrupted"] == true, exit == shell.ExitInterrupted)
	if cut["interrupted"] == true {
		assert.NoFileExists(t, filepath.Join("cut", "result.json"))
	}
	resumed := cmdtest.Object(t, "train", "--resume", "cut")
	assert.Equal(t, whole["evaluations"], resumed["evaluations"])
	assert.Equal(t, whole["decisions"], resumed["decisions"])
}

func TestTrainingStopsInTime(t *testing.T) {
	cmdtest.InFolder(t)
	m := cmdtest.Object(t, "train", "--config", "kuhn", "--set", "decisions=100000000", "--seconds", "0.3") // an hour otherwise
	assert.Less(t, m["decisions"], 1e8)
	assert.Equal(t, false, m["interrupted"])
	assert.NotEmpty(t, cmdtest.Elements(t, m, "evaluations"), "what was trained is measured")
}

func TestCountAndShellWord(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 999: "999", 1000: "1,000", 1234567.4: "1,234,567", -1000: "-1,000", -100: "-100"} {
		assert.Equal(t, want, shell.Count(x))
	}
	assert.Equal(t, "kuhn", input.ShellWord("kuhn"))
	assert.Equal(t, "'kuhn(players=3)'", input.ShellWord("kuhn(players=3)"))
	assert.Equal(t, `'it'\''s'`, input.ShellWord("it's"))
	for _, safe := range []string{"runs/kuhn-1", "a.bot", "ppo.clip_coef=0.2", "host:4222", "1,2", "-x", "50%"} {
		assert.Equal(t, safe, input.ShellWord(safe))
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		return // a system without one
	}
	words := []string{"", "~", "~root", "=ls", "#", "#a", "a#", "!!", "{a,b}", "[a]", "a\tb", "a\nb", "Zoë", "%1", "^x", "-n", "a'b'c", `a"b`, `\`}
	for c := rune(1); c < 0x180; c++ {
		words = append(words, string(c), "a"+string(c)+"b", string(c)+"a")
	}
	line := "printf '%s\\0'"
	for _, w := range words {
		line += " " + input.ShellWord(w)
	}
	out, err := exec.Command(sh, "-c", line).Output()
	require.NoError(t, err)
	assert.Equal(t, strings.Join(words, "\x00")+"\x00", string(out))
}
