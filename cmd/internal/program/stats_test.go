package program_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
)

// Every command can say what its process holds, and its result is the same.
func TestStats(t *testing.T) {
	cmdtest.InFolder(t)
	plain := cmdtest.Done(t, "match", "greedy", "random", "-g", "kuhn", "-n", "20")
	assert.Equal(t, plain, cmdtest.Done(t, "match", "greedy", "random", "-g", "kuhn", "-n", "20", "--stats", "held.jsonl"))
	cmdtest.Done(t, "games", "--names", "--stats", "held.jsonl") // another process goes on in the same file
	lines := cmdtest.StatsOf(t, "held.jsonl")
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
	o := cmdtest.Ringer(t, "", "games", "--stats", "thesis.tex")
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "--stats thesis.tex: the file is there already")
	assert.Equal(t, "\\begin{document}\n", cmdtest.ReadText(t, "thesis.tex"))
	o = cmdtest.Ringer(t, "", "games", "--stats", filepath.Join("none", "held.jsonl"))
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Equal(t, 1, strings.Count(o.Errs, "\n"), o.Errs)
}

// Lines come until the end, and see goroutines and files that stay.
func TestStatsSeeWhatStays(t *testing.T) {
	name := filepath.Join(t.TempDir(), "held.jsonl")
	end, err := shell.WriteStats(name, time.Millisecond)
	require.NoError(t, err)
	require.Eventually(t, func() bool { return len(cmdtest.StatsOf(t, name)) > 2 }, time.Minute, time.Millisecond)
	stop := make(chan struct{})
	for range 50 {
		go func() { <-stop }()
		file, err := os.Open(name)
		require.NoError(t, err)
		defer func() { _ = file.Close() }()
	}
	end()
	close(stop)
	lines := cmdtest.StatsOf(t, name)
	first, last := lines[0], lines[len(lines)-1]
	assert.GreaterOrEqual(t, last.Goroutines, first.Goroutines+50)
	if runtime.GOOS == "linux" {
		assert.GreaterOrEqual(t, last.Files, first.Files+50)
	}
	assert.Greater(t, last.Seconds, first.Seconds)
}
