package train_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/configs"
	"ringer/train/algos"
)

// reportSeed returns the report seed in the manifest of a run's bot.
func reportSeed(t testing.TB, run, out string) (seed uint64, command string) {
	t.Helper()
	cmdtest.Done(t, "export", run, "--out", out)
	m := cmdtest.ManifestOf(t, out)
	var config struct {
		ReportSeed uint64 `json:"report_seed"`
	}
	require.NoError(t, json.Unmarshal(m.Training.Config, &config))
	read := algos.Defaults()
	require.NoError(t, configs.ReadAll(&read, configs.Text(out, m.Training.Config)), "the configuration in the manifest can be read again")
	assert.Equal(t, config.ReportSeed, read.ReportSeed)
	return config.ReportSeed, m.Training.Command
}

// The games of a report follow from the whole configuration of the run, its seed
// included, so that no two settings are compared on the same deals; the manifest says
// which seed they had, and with which command to train again.
func TestReportsOfDifferentRunsPlayDifferentGames(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	short := []string{"train", "--config", "kuhn", "--set", "decisions=3000", "--set", "evaluation={every: 0, exact: false, opponents: [random], final_games: 200}"}
	runs := map[string][]string{
		"first": nil, "again": nil, "other-seed": {"--seed", "2"}, "other-setting": {"--set", "evaluation.games=401"},
	}
	seeds, commands, rates := map[string]uint64{}, map[string]string{}, map[string]float64{}
	for name, more := range runs {
		cmdtest.Done(t, append(append(short, "--out", name), more...)...)
		seeds[name], commands[name] = reportSeed(t, name, name+".bot")
		rates[name] = cmdtest.ManifestOf(t, name+".bot").Evaluation[0].WinRate
	}
	assert.NotZero(t, seeds["first"])
	assert.Equal(t, seeds["first"], seeds["again"])
	assert.Equal(t, rates["first"], rates["again"])
	assert.NotEqual(t, seeds["first"], seeds["other-seed"])
	assert.NotEqual(t, seeds["first"], seeds["other-setting"])
	// The setting changes nothing that is learned: only the report's deals differ.
	first, err := os.ReadFile(filepath.Join("first", "metrics.jsonl"))
	require.NoError(t, err)
	other, err := os.ReadFile(filepath.Join("other-setting", "metrics.jsonl"))
	require.NoError(t, err)
	assert.Equal(t, string(first), string(other))
	assert.NotEqual(t, rates["first"], rates["other-setting"])

	// The command trains the same run again.
	words := cmdtest.ShellWords(commands["other-seed"])
	require.Equal(t, []string{"ringer", "train", "--config", "kuhn"}, words[:4])
	assert.Contains(t, words, "seed=2")
	cmdtest.Done(t, append(words[1:], "--out", "reproduced")...)
	seed, _ := reportSeed(t, "reproduced", "reproduced.bot")
	assert.Equal(t, seeds["other-seed"], seed)
	assert.Equal(t, cmdtest.ManifestOf(t, "other-seed.bot").Evaluation, cmdtest.ManifestOf(t, "reproduced.bot").Evaluation)
	assert.NotContains(t, strings.Join(words, " "), "report_seed")
}
