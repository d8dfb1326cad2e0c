package games_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// A point of tables is trained alone and by a worker, a point of workers by as many.
func TestBenchGrowth(t *testing.T) {
	t.Setenv(cmdtest.AsProgram, "1") // for the processes that it starts
	dir := cmdtest.InFolder(t)
	out := filepath.Join(dir, "speed", "growth.jsonl")
	small := []string{"--config", "kuhn", "--set", "network.hidden=[8]", "--seconds", "0.2", "--out", out}
	list := cmdtest.Elements(t, cmdtest.Object(t, append([]string{"bench", "growth", "tables", "--most", "64"}, small...)...), "points")
	require.Len(t, list, 1)
	assert.Equal(t, []any{"tables", 64., "kuhn"}, []any{list[0]["axis"], list[0]["at"], list[0]["game"]})
	for _, key := range []string{"decisions_per_second", "wire_bytes", "mean_batch", "update_share"} {
		assert.Greater(t, list[0][key], 0., key)
	}
	cmdtest.HasKeys(t, list[0], "peak", "date", "memory_bytes")

	printed := cmdtest.Done(t, append([]string{"bench", "growth", "workers", "--most", "1"}, small...)...)
	assert.Regexp(t, `(?s)WORKERS +DECISIONS +LEARNER'S.*\n +1 .*workers of kuhn: no bend`, printed)
	assert.Equal(t, 2, strings.Count(cmdtest.ReadText(t, out), "\n"), "the places of both calls")

	for args, want := range map[string]string{
		"depth":              `axis "depth": want one of tables, seats, width, workers`,
		"tables --most 5":    "tables of leduc: no point to measure",
		"tables --seconds 0": "--seconds 0: want at least 0.01",
	} {
		o := cmdtest.Ringer(t, "", append([]string{"bench", "growth"}, strings.Fields(args)...)...)
		assert.Equal(t, 2, o.Exit, args)
		assert.Contains(t, o.Errs, want)
	}
}
