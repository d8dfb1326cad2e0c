package replay_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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

// opened opens a journal, which the test closes at its end.
func opened(t *testing.T, j *replay.Journals, name string) (*replay.Journal, []string) {
	t.Helper()
	one, lines, err := j.Open(name)
	require.NoError(t, err)
	t.Cleanup(one.Close)
	return one, texts(lines)
}

func journals(t *testing.T, dir string) *replay.Journals {
	t.Helper()
	j, err := replay.OpenJournals(dir)
	require.NoError(t, err)
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func bytesOf(lines ...string) (list [][]byte) {
	for _, l := range lines {
		list = append(list, []byte(l))
	}
	return list
}

func TestJournalsKeepWholeLines(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tables")
	j := journals(t, dir)
	_, lines := opened(t, j, "none")
	assert.Empty(t, lines)
	long := `"` + strings.Repeat("x", 200_000) + `"`
	want := []string{`{"a":1}`, long, `{"b":2}`}
	one, _ := opened(t, j, "T1")
	require.NoError(t, one.Write(bytesOf(want[0])))
	require.NoError(t, one.Append([]byte(want[1]), false))
	require.NoError(t, one.Append([]byte(want[2]), true))
	two, _ := opened(t, j, "T2")
	require.NoError(t, two.Write(bytesOf(`{}`)))
	file := filepath.Join(dir, "T1.table.jsonl")
	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Zero(t, info.Mode().Perm()&0o077, "keys are in it")

	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	for _, torn := range []string{"", `{"c":`, long[:100_000], "\x00\x00\x00\n"} {
		require.NoError(t, os.WriteFile(file, append(append([]byte{}, whole...), torn...), 0o600))
		again, lines := opened(t, j, "T1")
		assert.Equal(t, want, lines, "%.20q", torn)
		require.NoError(t, again.Append([]byte(`{"d":4}`), true))
		_, lines = opened(t, j, "T1")
		assert.Equal(t, append(want[:3:3], `{"d":4}`), lines, "%.20q", torn)
	}
	require.NoError(t, os.WriteFile(file, []byte(long[:150_000]), 0o600))
	_, lines = opened(t, j, "T1")
	assert.Empty(t, lines)
}

func TestJournalsRefuse(t *testing.T) {
	dir := t.TempDir()
	j := journals(t, dir)
	for _, name := range []string{"", "..", "../x", "a/b", `a\b`, "a.b", strings.Repeat("x", 65), "C:x", "a\x00"} {
		_, _, err := j.Open(name)
		assert.ErrorContains(t, err, "letters and digits", name)
		assert.ErrorIs(t, err, fs.ErrInvalid)
	}
	one, _ := opened(t, j, "T")
	assert.ErrorIs(t, one.Append([]byte(`{}`), false), fs.ErrNotExist, "it has not begun")
	assert.ErrorContains(t, one.Write(bytesOf("{}\n{}")), "one line")
	line := []byte(`"` + strings.Repeat("x", 1<<20-10) + `"`)
	require.NoError(t, one.Write([][]byte{line}))
	assert.ErrorContains(t, one.Append([]byte("{}\n{}"), false), "one line")
	assert.ErrorContains(t, one.Append(make([]byte, 2<<20), false), "one line")
	for n := 1; ; n++ {
		if err := one.Append(line, false); err != nil {
			assert.ErrorContains(t, err, "at most 16 MiB")
			assert.Equal(t, 16, n)
			break
		}
	}
	assert.ErrorContains(t, one.Write(slices.Repeat([][]byte{line}, 17)), "at most 16 MiB")
	_, err := replay.OpenJournals(dir)
	assert.ErrorContains(t, err, "another process")
}

// A journal whose file is gone, or lost its beginning, says so instead of beginning in the
// middle, and can be written anew.
func TestAJournalThatIsGoneSaysSo(t *testing.T) {
	dir := t.TempDir()
	j := journals(t, dir)
	one, _ := opened(t, j, "T")
	require.NoError(t, one.Write(bytesOf(`{"head":1}`, `{"step":1}`)))
	file := filepath.Join(dir, "T.table.jsonl")
	for name, harm := range map[string]func() error{
		"removed": func() error { return os.Remove(file) }, "emptied": func() error { return os.Truncate(file, 0) },
		"shortened": func() error { return os.Truncate(file, 15) },
	} {
		require.NoError(t, harm(), name)
		assert.ErrorIs(t, one.Append([]byte(`{"step":2}`), true), fs.ErrNotExist, name)
		require.NoError(t, one.Write(bytesOf(`{"head":1}`, `{"step":1}`)), name)
		require.NoError(t, one.Append([]byte(`{"step":2}`), true), name)
		_, lines := opened(t, j, "T")
		assert.Equal(t, []string{`{"head":1}`, `{"step":1}`, `{"step":2}`}, lines, name)
		require.NoError(t, one.Write(bytesOf(`{"head":1}`, `{"step":1}`)), name)
	}
	// What an Append left behind that failed is no line.
	require.NoError(t, os.WriteFile(file, []byte("{\"head\":1}\n{\"step\":1}\n{\"step\":2}\n{\"st"), 0o600))
	require.NoError(t, one.Append([]byte(`{"other":2}`), false))
	_, lines := opened(t, j, "T")
	assert.Equal(t, []string{`{"head":1}`, `{"step":1}`, `{"other":2}`}, lines)
}

func TestTheOldestJournalGoes(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		file := filepath.Join(dir, fmt.Sprintf("T%d.table.jsonl", i))
		require.NoError(t, os.WriteFile(file, []byte("{}\n"), 0o600))
		at := time.Unix(int64(1_000_000+i), 0)
		require.NoError(t, os.Chtimes(file, at, at))
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".writing-1"), []byte("{"), 0o600))
	j := journals(t, dir)
	j.Most = 20
	first, lines := opened(t, j, "T0")
	assert.Equal(t, []string{`{}`}, lines)
	again, _ := opened(t, j, "T0")
	again.Close()
	again.Close()
	fresh, _ := opened(t, j, "new")
	require.NoError(t, fresh.Write(bytesOf(`{}`)))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, entries, 21, "and the lock; what a process did not write to its end is gone")
	assert.FileExists(t, filepath.Join(dir, "T0.table.jsonl"), "it is open")
	assert.NoFileExists(t, filepath.Join(dir, "T1.table.jsonl"))
	first.Close()
	next, _ := opened(t, j, "next")
	require.NoError(t, next.Write(bytesOf(`{}`)))
	assert.NoFileExists(t, filepath.Join(dir, "T0.table.jsonl"))

	for i := range 30 { // all that are left are open
		opened(t, j, fmt.Sprintf("T%d", i))
	}
	more, _ := opened(t, j, "more")
	assert.ErrorContains(t, more.Write(bytesOf(`{}`)), "20 tables are open")
	require.NoError(t, next.Write(bytesOf(`{}`, `{}`)), "it has its place")
}
