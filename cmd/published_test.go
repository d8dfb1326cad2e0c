package cmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/configs"
	"ringer/open"
	"ringer/train/algos"
)

// A bot tells nobody where on the machine that trained it the files of others lay.
func TestABotKeepsTheFoldersOfItsMachineToItself(t *testing.T) {
	cmdtest.InFolder(t)
	dir := filepath.Join(t.TempDir(), "home", "grace")
	require.NoError(t, os.MkdirAll(dir, 0o700))
	data, err := open.BotBytes("kuhn")
	require.NoError(t, err)
	bot := filepath.Join(dir, "teacher.bot")
	require.NoError(t, os.WriteFile(bot, data, 0o600))
	cmdtest.Object(t, "train", "--config", "kuhn", "--set", "start=bot("+bot+")", "--set", "opponents.fixed=[bot("+bot+")]", "--set", "opponents.fixed_share=0.3",
		"--set", "evaluation={every: 0, exact: false, opponents: [bot("+bot+")], final_games: 20}",
		"--set", "decisions=600", "--set", "collect.batch=200", "--set", "ppo.minibatch=64", "--out", "run", "--json")
	cmdtest.Done(t, "export", "run", "--out", "child.bot")
	child, err := open.Bot("child.bot")
	require.NoError(t, err)
	m := child.Manifest
	text, err := json.Marshal(m)
	require.NoError(t, err)
	assert.NotContains(t, string(text), "grace")
	assert.Contains(t, m.Training.Command, "'start=bot(teacher.bot)'")
	file := algos.Defaults()

	require.NoError(t, configs.ReadAll(&file, configs.Text("the manifest", m.Training.Config)))
	assert.Equal(t, "bot(teacher.bot)", file.Start)
	assert.Equal(t, []string{"bot(teacher.bot)"}, file.Opponents.Fixed)
	assert.Len(t, file.StartSHA256, 64, "which bot it was")
	assert.NotContains(t, string(m.Training.Config), `"rules"`)
}
