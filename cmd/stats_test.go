package cmd

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// statsOf reads a file of --stats.
func statsOf(t testing.TB, name string) (lines []stats) {
	t.Helper()
	file, err := os.Open(name)
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	for s := bufio.NewScanner(file); s.Scan(); {
		var line stats
		require.NoError(t, json.Unmarshal(s.Bytes(), &line), s.Text())
		lines = append(lines, line)
	}
	return lines
}

// Every command can say what its process holds, and its result is the same.
func TestStats(t *testing.T) {
	inFolder(t)
	plain := done(t, "match", "greedy", "random", "-g", "kuhn", "-n", "20")
	assert.Equal(t, plain, done(t, "match", "greedy", "random", "-g", "kuhn", "-n", "20", "--stats", "held.jsonl"))
	done(t, "games", "--names", "--stats", "held.jsonl") // another process goes on in the same file
	lines := statsOf(t, "held.jsonl")
	require.Len(t, lines, 4, "one when each begins, one when it ends")
	for _, l := range lines {
		assert.Positive(t, l.Goroutines)
		assert.Positive(t, l.Memory)
		if runtime.GOOS == "linux" {
			assert.Greater(t, l.Resident, uint64(1<<20))
			assert.Greater(t, l.Files, 2)
		}
	}

	require.NoError(t, os.WriteFile("thesis.tex", []byte("\\begin{document}\n"), 0o600))
	o := ringer(t, "", "games", "--stats", "thesis.tex")
	assert.Equal(t, exitBadInput, o.exit)
	assert.Contains(t, o.errs, "--stats thesis.tex: the file is there already")
	assert.Equal(t, "\\begin{document}\n", readText(t, "thesis.tex"))
	o = ringer(t, "", "games", "--stats", filepath.Join("none", "held.jsonl"))
	assert.Equal(t, exitBadInput, o.exit)
	assert.Equal(t, 1, strings.Count(o.errs, "\n"), o.errs)
}

// Lines come until the end, and see goroutines and files that stay.
func TestStatsSeeWhatStays(t *testing.T) {
	name := filepath.Join(t.TempDir(), "held.jsonl")
	end, err := writeStats(name, time.Millisecond)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return len(statsOf(t, name)) > 2 }, time.Minute, time.Millisecond)
	stop := make(chan struct{})
	for range 50 {
		go func() { <-stop }()
		file, err := os.Open(name)
		require.NoError(t, err)
		defer func() { _ = file.Close() }()
	}
	end()
	close(stop)
	lines := statsOf(t, name)
	first, last := lines[0], lines[len(lines)-1]
	assert.GreaterOrEqual(t, last.Goroutines, first.Goroutines+50)
	if runtime.GOOS == "linux" {
		assert.GreaterOrEqual(t, last.Files, first.Files+50)
	}
	assert.Greater(t, last.Seconds, first.Seconds)
}
