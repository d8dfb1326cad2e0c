package play_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
)

// A strategy plays in a match, is walked by exploit, and a run that plays against it keeps a
// copy.
func TestAStrategyPlaysEverywhere(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("bold.yaml", []byte("name: Bold\nrules:\n  - {never: fold}\n"), 0o600))
	m := cmdtest.Object(t, "match", "script(bold.yaml)", "random", "--game", "leduc", "--games", "40", "--json")
	assert.Equal(t, "script(bold.yaml)", m["agents"].([]any)[0].(map[string]any)["name"])
	x := cmdtest.Object(t, "exploit", "script(bold.yaml)", "--game", "kuhn", "--json")
	assert.Greater(t, x["exploitability"], 0.1)

	run := cmdtest.Object(t, "train", "--config", "leduc", "--set", "decisions=300", "--set", "collect.batch=256", "--set", `opponents.fixed=["script(bold.yaml)"]`,
		"--set", "opponents.fixed_share=0.5", "--set", "evaluation.exact=false", "--out", "run", "--json")
	copies, err := filepath.Glob("run/opponents/bold-*.yaml")
	require.NoError(t, err)
	assert.Len(t, copies, 1)
	require.NoError(t, os.Remove("bold.yaml"))
	require.NoError(t, os.RemoveAll("run/checkpoints"))
	require.NoError(t, os.Mkdir("run/checkpoints", 0o700))
	again := cmdtest.Object(t, "train", "--resume", "run", "--json")
	assert.Equal(t, run["decisions"], again["decisions"])

	require.NoError(t, os.WriteFile("lent.yaml", []byte("name: Lent\nrules:\n  - {kind: bid, ask: bot(leduc)}\n"), 0o600))
	cmdtest.Object(t, "train", "--config", "leduc", "--set", "decisions=300", "--set", "collect.batch=256", "--set", `opponents.fixed=["script(lent.yaml)"]`,
		"--set", "opponents.fixed_share=0.5", "--set", "evaluation.exact=false", "--out", "lent", "--json")
	copies, err = filepath.Glob("lent/opponents/leduc-*.bot")
	require.NoError(t, err)
	assert.Len(t, copies, 1, "the bot that it asks")

	cmdtest.Object(t, "train", "--config", "liarsdice", "--set", "decisions=300", "--set", "collect.batch=256", "--set", `opponents.fixed=["script(liarsdice.doubter)"]`,
		"--set", "opponents.fixed_share=0.5", "--set", "evaluation.exact=false", "--out", "shipped", "--json")
	copies, err = filepath.Glob("shipped/opponents/*")
	require.NoError(t, err)
	assert.Len(t, copies, 2, "a strategy that ships, and the bot that it plays over")

	o := cmdtest.Ringer(t, "", "match", "script(bold.yaml)", "random", "--game", "leduc")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "bold.yaml: no such file; strategies that ship: ")
	assert.Contains(t, o.Errs, "heat.robber")
}
