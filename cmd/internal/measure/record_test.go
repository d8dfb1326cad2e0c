package measure_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
	"ringer/eval/trajectory"
	"ringer/open"
)

func recordedIn(t testing.TB, dir string) *trajectory.Manifest {
	t.Helper()
	m, err := trajectory.ParseManifest([]byte(cmdtest.ReadText(t, filepath.Join(dir, trajectory.ManifestName))))
	require.NoError(t, err)
	return m
}

// A recording has the same bytes on any number of workers, and after it was interrupted
// or has lost a file; a finished one is left alone.
func TestRecord(t *testing.T) {
	cmdtest.InFolder(t)
	args := []string{"record", "random", "greedy", "-g", "leduc", "--games", "399", "--shard", "100"}
	m := cmdtest.Object(t, append(args, "--out", "a", "--workers", "1")...)
	cmdtest.HasKeys(t, m, "out", "game", "spec_hash", "games", "rows", "shards", "bytes")
	assert.EqualValues(t, 400, m["games"], "whole deals")
	assert.EqualValues(t, 4, m["shards"])
	want := folderOf(t, "a")
	assert.Len(t, want, 5)
	whole := recordedIn(t, "a")
	assert.True(t, whole.Complete)
	assert.Equal(t, []string{"leduc", "random", "greedy"}, []string{whole.Game, whole.Agents[0].Name, whole.Agents[1].Name})

	ctx, cancel := context.WithCancel(t.Context())
	var out strings.Builder
	watch := cmdtest.CancelOn{Text: "no such text", Cancel: cancel}
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(filepath.Join("b", "shard-00000.npz")); err == nil {
				cancel()
			}
		}
	}()
	exit := program.Run(ctx, append(args, "--out", "b", "--workers", "3"), strings.NewReader(""), &out, &watch)
	if exit == shell.ExitInterrupted { // else it was quicker
		assert.Contains(t, watch.All.String(), "the same command goes on")
		assert.Less(t, len(recordedIn(t, "b").Shards), 4)
	}
	cmdtest.Done(t, append(args, "--out", "b", "--workers", "3")...)
	assert.Equal(t, want, folderOf(t, "b"))

	require.NoError(t, os.WriteFile(filepath.Join("b", "shard-00002.npz"), []byte("rot"), 0o600))
	o := cmdtest.Ringer(t, "", append(args, "--out", "b")...)
	assert.Zero(t, o.Exit)
	assert.Contains(t, o.Errs, "shard-00002.npz is damaged or missing")
	assert.Equal(t, want, folderOf(t, "b"))

	before, err := os.Stat(filepath.Join("b", "shard-00003.npz"))
	require.NoError(t, err)
	assert.Contains(t, cmdtest.Done(t, append(args, "--out", "b")...), "decisions of 400 games in 4 files")
	after, err := os.Stat(filepath.Join("b", "shard-00003.npz"))
	require.NoError(t, err)
	assert.Equal(t, before.ModTime(), after.ModTime())

	cmdtest.Done(t, append(args, "--out", "p", "--format", "parquet")...)
	assert.Equal(t, whole.Rows, recordedIn(t, "p").Rows)
	assert.Contains(t, folderOf(t, "p"), "shard-00003.parquet")

	for _, c := range [][]string{
		{"holds another recording", "random", "greedy", "-g", "leduc", "--games", "399", "--shard", "100", "--out", "b", "--seed", "9"},
		{"holds another recording", "greedy", "random", "-g", "leduc", "--games", "399", "--shard", "100", "--out", "b"},
		{"--out is missing", "random", "-g", "leduc"},
		{"--game is missing", "random", "--out", "x"},
		{`--format "csv": want npz or parquet`, "random", "-g", "leduc", "--out", "x", "--format", "csv"},
		{"--games 0", "random", "-g", "leduc", "--out", "x", "--games", "0"},
	} {
		o := cmdtest.Ringer(t, "", append([]string{"record"}, c[1:]...)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, c[0])
		assert.Contains(t, o.Errs, c[0])
	}
	assert.NoDirExists(t, "x")
}

// A bot is known by its checksum, so that another file of the same name is another
// recording.
func TestRecordKnowsBotsByTheirChecksums(t *testing.T) {
	cmdtest.InFolder(t)
	cmdtest.Done(t, "record", "bot(kuhn)", "--games", "10", "--out", "a")
	m := recordedIn(t, "a")
	assert.Equal(t, []trajectory.Agent{{Name: "bot(kuhn)", Identity: cmdtest.IdentityOf(t, "bot(kuhn)")}}, m.Agents)
	assert.Equal(t, "kuhn", m.Game)
	size := 0
	for _, f := range m.Fields {
		assert.Equal(t, size, f.Offset)
		n := 1
		for _, s := range f.Shape {
			n *= s
		}
		size += n
	}
	g, err := open.Game("kuhn")
	require.NoError(t, err)
	assert.Equal(t, g.Spec().ObservationSize(), size)
}

// folderOf returns the contents of the files of a folder.
func folderOf(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, path := range cmdtest.FilesBelow(t, dir) {
		files[filepath.Base(path)] = cmdtest.ReadText(t, path)
	}
	return files
}
