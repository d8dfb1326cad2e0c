package games_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
)

// smallBench makes a measurement short.
var smallBench = []string{"--seconds", "0.02", "--set", "collect={tables: 16, groups: 2, batch: 256}", "--set", "network.hidden=[8]"}

func TestBenchTrain(t *testing.T) {
	dir := cmdtest.InFolder(t)
	out := filepath.Join(dir, "folder", "speed.jsonl")
	m := cmdtest.Object(t, append([]string{"bench", "train", "kuhn", "leduc(players=3)", "--out", out, "--seed", "7"}, smallBench...)...)
	list := cmdtest.Elements(t, m, "trainings")
	require.Len(t, list, 2)
	for i, want := range []string{"kuhn", "leduc(players=3)"} {
		r := list[i]
		assert.Equal(t, want, r["config"])
		assert.Equal(t, want, r["game"], "a game that is no configuration has default settings")
		assert.EqualValues(t, 7, r["seed"])
		assert.Equal(t, "go:ops_sequential", r["backend"])
		assert.EqualValues(t, 16, r["tables"])
		cmdtest.HasKeys(t, r, "network", "weights", "groups", "minibatch", "processors", "iterations", "decisions", "seconds", "seconds_collecting",
			"seconds_updating", "decisions_per_second", "collected_per_second", "learned_per_second", "vectors", "date")
		cmdtest.HasKeys(t, r["inference"].(map[string]any), "batches", "mean_batch", "padded_share", "waiting_share")
		cmdtest.HasKeys(t, r["processor"].(map[string]any), "seconds", "busy_share", "samples", "decisions_per_second", "collected_per_second", "learned_per_second", "shares")
		cmdtest.HasKeys(t, r["products"].(map[string]any), "share", "operations_inference", "operations_update", "operations_per_second", "share_of_peak", "whole_share_of_peak", "peak")
	}
	before, err := os.ReadFile(out)
	require.NoError(t, err)
	cmdtest.Done(t, append([]string{"bench", "train", "kuhn", "--out", out, "--set", "seed=7"}, smallBench...)...)
	after, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.NotEqual(t, before, after, "other changes are another record")
	assert.Len(t, cmdtest.FilesBelow(t, dir), 2)
}

func TestBenchTrainPrints(t *testing.T) {
	dir := cmdtest.InFolder(t)
	profile := filepath.Join(dir, "kuhn.prof")
	out := cmdtest.Done(t, append([]string{"bench", "train", "kuhn", "--profile", profile}, smallBench...)...)
	assert.Regexp(t, `(?m)^kuhn +go:ops_sequential +[\d,]+ +[\d,]+ +[\d,]+ +\S+ +[\d.]+ +\d+% `, out)
	assert.Regexp(t, `Peak: \d+ billion operations a second on \d+ processors`, out)
	text, err := os.ReadFile(profile)
	require.NoError(t, err)
	assert.Equal(t, []byte{0x1f, 0x8b}, text[:2], "compressed, as go tool pprof reads it")
}

// Each backend is measured in a process of its own, and one that cannot be had is the
// person's error.
func TestBenchTrainComparesBackends(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	cmdtest.InFolder(t)
	t.Setenv(cmdtest.AsProgram, "1")
	m := cmdtest.Object(t, append([]string{"bench", "train", "kuhn", "--backend", "go", "--backend", "go:ops_sequential"}, smallBench...)...)
	list := cmdtest.Elements(t, m, "trainings")
	require.Len(t, list, 2)
	assert.Equal(t, []any{"go", "go:ops_sequential"}, []any{list[0]["backend"], list[1]["backend"]})
	assert.Equal(t, list[0]["set"], list[1]["set"])
	assert.NotContains(t, list[0], "device")
	m = cmdtest.Object(t, append([]string{"bench", "train", "kuhn", "--backend", "simulated:call=1us"}, smallBench...)...)
	cmdtest.HasKeys(t, cmdtest.Elements(t, m, "trainings")[0]["device"].(map[string]any), "description",
		"calls_per_second", "busy_share", "computing_share", "bytes_to_device_per_decision", "bytes_from_device_per_decision")
	said := cmdtest.Done(t, append([]string{"bench", "train", "kuhn", "--backend", "simulated:call=1us"}, smallBench...)...)
	assert.Regexp(t, `kuhn on a simulated device: 1µs a call.*results are zeros: at work \d+% of the time`, said)
	o := cmdtest.Ringer(t, "", append([]string{"bench", "train", "kuhn", "--backend", "abacus"}, smallBench...)...)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "--backend abacus: ")
	assert.Contains(t, o.Errs, "can't find backend")
	assert.Empty(t, o.Out)
}

func TestBenchTrainRefuses(t *testing.T) {
	dir := cmdtest.InFolder(t)
	for want, args := range map[string][]string{
		`unknown game "poker"`: {"poker"},
		"nor is there a configuration of this name: darkhex, duel": {"kuhn", "poker"},
		"--seconds 0: want at least 0.01":                          {"kuhn", "--seconds", "0"},
		"ppo.clip: 99":                                             {"kuhn", "--set", "ppo.clip=99"},
		"--set: spin: unknown key":                                 {"leduc(players=3)", "--set", "spin=1"},
		`opponents.fixed[0]: unknown agent "witch"`:                {"kuhn", "--set", "opponents.fixed=[witch]", "--set", "opponents.fixed_share=0.1"},
		"name one configuration, and no --backend":                 {"kuhn", "leduc", "--profile", "x"},
		"speeds.jsonl: line 1":                                     {"kuhn", "--out", "speeds.jsonl"},
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "speeds.jsonl"), []byte("{}\n"), 0o644))
		o := cmdtest.Ringer(t, "", append([]string{"bench", "train"}, args...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, "%v: %s", args, o.Errs)
		assert.Contains(t, o.Errs, want)
		assert.Empty(t, o.Out)
	}
}
