package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/env/games"
	"ringer/open"
)

// A run carries the bots that it plays against: it goes on where their files are not,
// and opens no file that its configuration names.
func TestARunCarriesItsBots(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	home := cmdtest.InFolder(t)
	require.NoError(t, os.WriteFile("tiny.yaml", []byte(`game: kuhn
decisions: 600
collect: {batch: 300, tables: 8, groups: 1}
network: {hidden: [8]}
opponents: {fixed: [random], fixed_share: 0.3}
evaluation: {every: 0, games: 10, opponents: [random]}
`), 0o600))
	cmdtest.Done(t, "train", "--config", "tiny.yaml", "--out", "first")
	cmdtest.Done(t, "export", "first", "--out", "one.bot")
	require.NoError(t, os.Mkdir("two", 0o755))
	cmdtest.Done(t, "train", "--config", "tiny.yaml", "--out", "second", "--seed", "2")
	cmdtest.Done(t, "export", "second", "--out", "two/one.bot")

	cmdtest.Done(t, "train", "--config", "tiny.yaml", "--out", "run", "--set", `opponents.fixed=["bot(one.bot)", "bot(two/one.bot,temperature=0.5)", "bot(kuhn)"]`,
		"--set", `evaluation.opponents=["bot(one.bot)"]`, "--set", "imitation={agent: bot(kuhn), decisions: 300, minibatch: 100}")
	kept, err := filepath.Glob("run/opponents/*")
	require.NoError(t, err)
	require.Len(t, kept, 3)
	ones, err := filepath.Glob("run/opponents/one-*.bot")
	require.NoError(t, err)
	require.Len(t, ones, 2, "two paths may end alike")

	away := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(away, "run"), os.DirFS(filepath.Join(home, "run"))))
	t.Chdir(away)
	o := cmdtest.Done(t, "train", "--resume", "run")
	assert.Contains(t, o, "bot(one.bot)")

	for _, path := range ones {
		require.NoError(t, os.Remove(path))
	}
	require.NoError(t, os.WriteFile("one.bot", []byte("not to be opened"), 0o600))
	bad := cmdtest.Ringer(t, "", "train", "--resume", "run")
	assert.Equal(t, shell.ExitBadInput, bad.Exit)
	for _, field := range []string{"opponents.fixed[0]", "opponents.fixed[1]", "evaluation.opponents[0]"} {
		assert.Contains(t, bad.Errs, field+`: bot "`)
	}
	assert.Contains(t, bad.Errs, "the run has no copy of it, and opens no file outside of its folder: copy it to "+filepath.Join("run", "opponents", open.CopyName("one.bot", ".bot")))

	config, err := os.ReadFile("run/config.yaml")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile("run/config.yaml", []byte(strings.ReplaceAll(string(config), "bot(one.bot)", "bot(/dev/zero)")), 0o600))
	bad = cmdtest.Ringer(t, "", "train", "--resume", "run")
	assert.Equal(t, shell.ExitBadInput, bad.Exit)
	assert.Contains(t, bad.Errs, `bot "/dev/zero": the run has no copy of it`)
}

// A run carries the bots inside its agents, too, those that ship among them, and what it cannot
// carry is told before there is a folder.
func TestARunCarriesBotsInsideAgents(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	home := cmdtest.InFolder(t)
	cmdtest.CopyBot(t, "kuhn", "my.bot")
	train := []string{
		"train", "--config", "kuhn", "--set", "decisions=300", "--set", "collect={batch: 300, tables: 8, groups: 1}", "--set", "opponents.fixed_share=0.3",
		"--set", "evaluation={every: 0, exact: false, games: 2, final_games: 2, opponents: [random]}",
	}
	cmdtest.Done(t, append(train, "--out", "run", "--set", `opponents.fixed=["ismcts(sims=2,playout=bot(my.bot),depth=1)", "ismcts(sims=2,playout=bot(temperature=2,kuhn))"]`)...)
	kept, err := filepath.Glob("run/opponents/*")
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{filepath.Join("run", "opponents", open.CopyName("my.bot", ".bot")), filepath.Join("run", "opponents", open.CopyName("kuhn", ".bot"))}, kept)

	away := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(away, "run"), os.DirFS(filepath.Join(home, "run"))))
	t.Chdir(away)
	require.NoError(t, os.RemoveAll("run/checkpoints"))
	require.NoError(t, os.Mkdir("run/checkpoints", 0o700))
	cmdtest.Done(t, "train", "--resume", "run")

	spec := games.MustNew("kuhn").Spec()
	writeNetwork(t, spec, "beside.onnx", "weights.data", map[string]string{"ringer_spec_hash": spec.Hash})
	require.NoError(t, os.WriteFile("over.yaml", []byte("name: Over\nagent: onnx(beside.onnx)\nrules:\n  - {never: fold}\n"), 0o600))
	for _, more := range [][]string{{"--out", "other"}, {}} {
		o := cmdtest.Ringer(t, "", append(append(train, "--set", `opponents.fixed=[random, "script(over.yaml)"]`), more...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit)
		assert.Contains(t, o.Errs, "opponents.fixed[1]: beside.onnx: its weights lie in other files, and a run keeps a copy of one")
	}
	assert.NoDirExists(t, "other")
	assert.NoDirExists(t, "runs")
}

// The folder of a run in the place of an agent leads to the command that makes a bot of it.
func TestARunIsNoBot(t *testing.T) {
	cmdtest.InFolder(t)
	require.NoError(t, os.MkdirAll("runs/kuhn", 0o755))
	require.NoError(t, os.WriteFile("runs/kuhn/config.yaml", []byte("game: kuhn\n"), 0o600))
	for _, args := range []string{
		"exploit runs/kuhn", "exploit runs/kuhn --game kuhn", "exploit bot(runs/kuhn)", "match runs/kuhn random", "match random runs/kuhn --game kuhn",
		"match bot(runs/kuhn) random --game kuhn", "play --vs runs/kuhn", "play kuhn --vs runs/kuhn", "bot runs/kuhn", "ladder runs/kuhn",
	} {
		o := cmdtest.Ringer(t, "", strings.Fields(args)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, args)
		assert.Contains(t, o.Errs, "runs/kuhn: the folder of a training run: ringer export runs/kuhn --out NAME.bot makes a bot of it", args)
	}
	o := cmdtest.Ringer(t, "", "match", "runs/leduc", "random", "--game", "kuhn")
	assert.Contains(t, o.Errs, `column 5: want "("`)
}
