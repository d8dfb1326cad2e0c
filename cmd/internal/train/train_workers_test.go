package train_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
)

// A training has the same bytes on any number of processors, and gives them back.
func TestTrainWorkers(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	var files [2][]byte
	for i, workers := range []string{"1", "5"} {
		out := filepath.Join(t.TempDir(), "run")
		cmdtest.Object(t, "train", "--config", "kuhn", "--workers", workers, "--set", "decisions=900", "--set", "collect={batch: 200, tables: 32, groups: 4}",
			"--set", "ppo.minibatch=64", "--set", "ppo.shards=4", "--out", out, "--json")
		var err error
		files[i], err = os.ReadFile(filepath.Join(out, "metrics.jsonl"))
		require.NoError(t, err)
	}
	assert.Equal(t, string(files[0]), string(files[1]))
	assert.NotEmpty(t, files[0])
	assert.Equal(t, before, runtime.GOMAXPROCS(0))

	o := cmdtest.Ringer(t, "", "train", "--config", "kuhn", "--workers", "-1", "--out", filepath.Join(t.TempDir(), "run"))
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "--workers -1: want a positive number, or 0 for all processors")
}
