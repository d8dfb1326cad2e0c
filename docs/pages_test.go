package docs_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/checkpoints"
	"ringer/models/botfile"
)

// measured reads the records of every file of a folder, by the file's name without its
// extension; a file without records is a fault.
func measured[T any](t *testing.T, folder string, read func(io.Reader) ([]T, error)) (names []string, all [][]T) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		records, err := read(bytes.NewReader(text))
		require.NoError(t, err, file)
		require.NotEmpty(t, records, file)
		names, all = append(names, strings.TrimSuffix(filepath.Base(file), ".jsonl")), append(all, records)
	}
	return names, all
}

// generated compares a file with what the records of a folder make of it, or writes it
// with -update.
func generated(t *testing.T, file, want, folder string) {
	t.Helper()
	got, err := os.ReadFile(file)
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	if *update && string(got) != want {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o644))
		return
	}
	assert.Empty(t, differences(string(got), want), "%s is not what docs/%s says; run: go generate ./docs", file, folder)
}

// onlyCharts removes charts that belong to no record with -update, and refuses them
// without.
func onlyCharts(t *testing.T, folder string, belongs func(file string) bool) {
	t.Helper()
	charts, err := filepath.Glob(filepath.Join(folder, "*.svg"))
	require.NoError(t, err)
	for _, chart := range charts {
		switch {
		case belongs(chart):
		case *update:
			require.NoError(t, os.Remove(chart))
		default:
			assert.Fail(t, chart+" is of no record; run: go generate ./docs")
		}
	}
}

// identities returns the SHA-256 of a shipped bot's file, and the SHA-256 of each file that
// it was before it was carried: what was measured with one of them is of this bot.
func identities(t *testing.T, bot string) []string {
	t.Helper()
	file, err := checkpoints.Open(bot)
	require.NoError(t, err)
	h := sha256.New()
	_, err = io.Copy(h, file)
	require.NoError(t, err)
	return append(manifest(t, bot).Before(), fmt.Sprintf("%x", h.Sum(nil)))
}

// manifest reads the manifest of a shipped bot.
func manifest(t *testing.T, bot string) *botfile.Manifest {
	t.Helper()
	file, err := checkpoints.Open(bot)
	require.NoError(t, err)
	m, err := botfile.ReadManifest(file, file.Size())
	require.NoError(t, err, bot)
	return m
}

// carried reports whether figures of a shipped bot are of an older version of its game.
func carried(t *testing.T, bot string, measured string) bool {
	t.Helper()
	return manifest(t, bot).CarriedSince(measured)
}
