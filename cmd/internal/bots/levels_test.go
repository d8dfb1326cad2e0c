package bots_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/env"
	"ringer/env/games"
	"ringer/models/botfile"
	"ringer/open"
	"ringer/open/bots"
	"ringer/play/opponents"
	"ringer/train"
)

// Levels of a run: too weak a run has none; one that has learned something writes bots
// that play, say their level and come in order.
func TestLevelsOfARun(t *testing.T) {
	cmdtest.Slow(t)
	t.Chdir(t.TempDir())
	learn := func(out, decisions string) {
		cmdtest.Done(t, "train", "--config", "goofspiel", "--out", out, "--set", "decisions="+decisions, "--set", "network.hidden=[16]",
			"--set", "opponents.past_share=0.2", "--set", "opponents.snapshot_every=2", "--set", "evaluation.final_games=20", "--set", "evaluation.every=0")
	}
	learn("run", "2000")
	alarmed(t, "run")
	args := []string{"levels", "run", "--out", "ladder", "--levels", "2", "--games", "40", "--report-games", "100"}
	o := cmdtest.Ringer(t, "", args...)
	if o.Exit == 2 { // too little was learned to tell levels apart
		assert.Contains(t, o.Errs, "where random has 1000: want 1050 or more for 2 levels")
		learn("better", "60000")
		alarmed(t, "better")
		args[1] = "better"
		o = cmdtest.Ringer(t, "", args...)
	}
	require.Equal(t, 0, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "ABOVE THE LEVEL BELOW")
	name := args[1]
	for _, level := range []string{"1", "2"} {
		file := "ladder/" + name + ".level" + level + ".bot"
		bot, err := open.Bot(file)
		require.NoError(t, err)
		assert.Equal(t, botfile.KindBare, bot.Manifest.Kind)
		assert.Equal(t, name+".level"+level, bot.Manifest.Name)
		assert.Equal(t, 2, bot.Manifest.Level.Of)
		assert.Equal(t, level == "1", bot.Manifest.Level.Below == nil)
		assert.NotEmpty(t, bot.Manifest.Evaluation)
		assert.Positive(t, bot.Manifest.Training.Decisions)
		cmdtest.Done(t, "match", "bot("+file+")", "random", "--game", "goofspiel", "--games", "4")
	}
	o = cmdtest.Ringer(t, "", args...)
	assert.Equal(t, 2, o.Exit)
	assert.Contains(t, o.Errs, "the file is there already")
	object := cmdtest.Object(t, append(args, "--force")...)
	cmdtest.HasKeys(t, object, "game", "seed", "games", "levels", "fixed", "candidates")
	o = cmdtest.Ringer(t, "", "bot", "ladder/"+name+".level1.bot", "--verify")
	assert.Equal(t, 2, o.Exit)
	assert.Contains(t, o.Errs, "has no policy.onnx to compare with")
}

// alarmed makes a run one in which an alarm sounded from beginning to end, so that a level
// made of an earlier iteration cannot have its count.
func alarmed(t *testing.T, run string) {
	t.Helper()
	path := filepath.Join(run, open.ResultName)
	r, err := open.ReadResult(path)
	require.NoError(t, err)
	r.Alarms = []train.Sounded{{Name: "entropy", Iterations: r.Iterations}}
	text, err := json.Marshal(r)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, text, 0o644))
}

func TestLevelsThatDoNotRiseAreSaid(t *testing.T) {
	all := []bots.Level{{Rating: 1100}, {Rating: 1090}, {Rating: 1200}}
	assert.Equal(t, []string{"level 2 is not rated above level 1: do not ship them; make them again with more --games or fewer --levels\n"}, bots.Unordered(all))
	assert.Empty(t, bots.Unordered(all[1:]))
}

func TestLevelsRefuse(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	t.Chdir(t.TempDir())
	require.NoError(t, os.Mkdir("empty", 0o755))
	for _, x := range []struct {
		args []string
		want string
	}{
		{[]string{"levels"}, "RUN is missing"},
		{[]string{"levels", "empty"}, "--out is missing"},
		{[]string{"levels", "empty", "--out", "x", "--levels", "1"}, "--levels 1: want at least 2"},
		{[]string{"levels", "empty", "--out", "x", "--levels", "10"}, "--levels 10: want at most 9"},
		{[]string{"levels", "empty", "--out", "x"}, "empty"},
		// Chips are no wins, so that nobody was rated at Kuhn poker; no bot of tic-tac-toe ships: nothing is hidden in it.
		{[]string{"match", "level(1)", "random", "--game", "kuhn"}, "level(1): no levels ship for kuhn in this build; these ship: ringer, which is bot(kuhn); ringer levels makes some"},
		{[]string{"arena", "level(1)", "--game", "kuhn"}, "no levels ship for kuhn in this build"},
		{[]string{"play", "kuhn", "--vs", "beginner"}, "beginner: no levels ship for kuhn in this build"},
		{[]string{"play", "tictactoe", "--vs", "ringer"}, "ringer: no bot ships for tictactoe in this build"},
		{[]string{"play", "kuhn", "--vs", "ringer(2)"}, "want ringer, without parentheses; for kuhn these ship: "},
	} {
		o := cmdtest.Ringer(t, "", x.args...)
		assert.Equal(t, 2, o.Exit, x.args)
		assert.Contains(t, o.Errs, x.want, x.args)
	}
}

// Names of opponents stand for agents in every command.
func TestOpponentsHaveNames(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	kuhn := games.MustNew("kuhn")
	assert.Equal(t, "bot(kuhn)", resolved(t, kuhn, "ringer"))
	assert.Equal(t, opponents.Default(kuhn), resolved(t, kuhn, "ringer"))
	for _, name := range []string{"random", "bot(kuhn)", "((", "level(1"} {
		assert.Equal(t, name, resolved(t, kuhn, name))
	}
}

// They stand for agents also where an agent is exploited, climbs a ladder or is trained against,
// and results and runs say which bot that was.
func TestNamesOfOpponentsAreBots(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	assert.Equal(t, "bot(kuhn)", cmdtest.Object(t, "exploit", "ringer", "-g", "kuhn")["agent"])
	cmdtest.Done(t, append(cmdtest.ClimbKuhn, "--rung", "ringer", "--against", "bot(kuhn)")...)
	train := []string{
		"train", "--config", "kuhn", "--set", "decisions=300", "--set", "collect={batch: 300, tables: 8, groups: 1}", "--set", "opponents={fixed: [ringer], fixed_share: 0.3}",
		"--set", "evaluation={every: 0, exact: false, games: 2, final_games: 2, opponents: [random, ringer]}",
	}
	cmdtest.Done(t, append(train, "--out", "run")...)
	cmdtest.Done(t, append(append([]string{"study"}, train[1:]...), "--out", "seeds", "--seeds", "1..1")...)
	for _, run := range []string{"run", "seeds/seed-1"} {
		config := cmdtest.ReadText(t, filepath.Join(run, "config.yaml"))
		assert.Equal(t, 2, strings.Count(config, "bot(kuhn)"), config)
		assert.NotContains(t, config, "ringer")
		assert.FileExists(t, filepath.Join(run, "opponents", open.CopyName("kuhn", ".bot")))
	}
	o := cmdtest.Ringer(t, "", append(train, "--set", "opponents.fixed=[random, level(9)]", "--out", "other")...)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "opponents.fixed[1]: level(9): no levels ship for kuhn in this build")
	assert.NoDirExists(t, "other")
}

// resolved returns the name of the agent that an opponent's name names.
func resolved(t *testing.T, g env.Game, name string) string {
	t.Helper()
	agent, err := open.Level(g, name)
	require.NoError(t, err)
	return agent
}
