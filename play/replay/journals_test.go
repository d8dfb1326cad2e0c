package replay_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/play/replay"
)

func texts(lines [][]byte) []string {
	list := []string{}
	for _, l := range lines {
		list = append(list, string(l))
	}
	return list
}

func TestJournalsKeepWholeLines(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tables")
	j, err := replay.OpenJournals(dir)
	require.NoError(t, err)
	lines, err := j.Load("none")
	require.NoError(t, err)
	assert.Empty(t, lines)
	long := `"` + strings.Repeat("x", 200_000) + `"`
	want := []string{`{"a":1}`, long, `{"b":2}`}
	for i, l := range want {
		require.NoError(t, j.Append("T1", []byte(l), i%2 == 0))
	}
	require.NoError(t, j.Append("T2", []byte(`{}`), true))
	file := filepath.Join(dir, "T1.table.jsonl")
	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Zero(t, info.Mode().Perm()&0o077, "keys are in it")

	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	for _, torn := range []string{"", `{"c":`, long[:100_000], "\x00\x00\x00\n"} {
		require.NoError(t, os.WriteFile(file, append(append([]byte{}, whole...), torn...), 0o600))
		lines, err = j.Load("T1")
		require.NoError(t, err)
		assert.Equal(t, want, texts(lines), "%.20q", torn)
		require.NoError(t, j.Append("T1", []byte(`{"d":4}`), true))
		lines, err = j.Load("T1")
		require.NoError(t, err)
		assert.Equal(t, append(want[:3:3], `{"d":4}`), texts(lines), "%.20q", torn)
	}
	require.NoError(t, os.WriteFile(file, []byte(long[:150_000]), 0o600))
	require.NoError(t, j.Append("T1", []byte(`{}`), false))
	lines, err = j.Load("T1")
	require.NoError(t, err)
	assert.Equal(t, []string{`{}`}, texts(lines))
	require.NoError(t, j.Close())
}

func TestJournalsRefuse(t *testing.T) {
	dir := t.TempDir()
	j, err := replay.OpenJournals(dir)
	require.NoError(t, err)
	defer func() { _ = j.Close() }()
	for _, name := range []string{"", "..", "../x", "a/b", `a\b`, "a.b", strings.Repeat("x", 65), "C:x", "a\x00"} {
		assert.ErrorContains(t, j.Append(name, []byte(`{}`), false), "letters and digits", name)
		_, err := j.Load(name)
		assert.ErrorContains(t, err, "letters and digits", name)
	}
	assert.ErrorContains(t, j.Append("T", []byte("{}\n{}"), false), "one line")
	assert.ErrorContains(t, j.Append("T", make([]byte, 2<<20), false), "one line")
	line := []byte(`"` + strings.Repeat("x", 1<<20-10) + `"`)
	for n := 0; ; n++ {
		if err := j.Append("T", line, false); err != nil {
			assert.ErrorContains(t, err, "at most 16 MiB")
			assert.Equal(t, 16, n)
			break
		}
	}
	_, err = replay.OpenJournals(dir)
	assert.ErrorContains(t, err, "another process")
}

func TestTheOldestJournalGoes(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		file := filepath.Join(dir, fmt.Sprintf("T%d.table.jsonl", i))
		require.NoError(t, os.WriteFile(file, nil, 0o600))
		at := time.Unix(int64(1_000_000+i), 0)
		require.NoError(t, os.Chtimes(file, at, at))
	}
	j, err := replay.OpenJournals(dir)
	require.NoError(t, err)
	defer func() { _ = j.Close() }()
	j.Most = 20
	require.NoError(t, j.Append("new", []byte(`{}`), false))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 21, "and the lock")
	assert.NoFileExists(t, filepath.Join(dir, "T0.table.jsonl"))
}
