package machine_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/internal/machine"
)

func TestMemory(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	const gib = 1 << 30
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  machine.Memory
	}{
		"nothing":   {fstest.MapFS{}, machine.Memory{}},
		"a machine": {fstest.MapFS{"proc/meminfo": file("MemTotal:  16777216 kB\nMemAvailable: 8388608 kB\nMemFree: 1 kB\n")}, machine.Memory{Total: 16 * gib, Free: 8 * gib}},
		"no numbers": {fstest.MapFS{
			"proc/meminfo":     file("MemTotal:\nMemTotal\n: 3\nMemAvailable: many kB\nMemTotal: -4 kB\nMemTotal: 9223372036854775807 kB\n"),
			"proc/self/cgroup": file("x\n0:\n::\n0::\n"), "sys/fs/cgroup/memory.max": file("max\n"),
		}, machine.Memory{}},
		"a container": {fstest.MapFS{
			"proc/meminfo": file("MemTotal: 16777216 kB\n"), "proc/self/cgroup": file("0::/a/b\n"),
			"sys/fs/cgroup/a/b/memory.max": file("max\n"), "sys/fs/cgroup/a/memory.max": file("4294967296\n"),
		}, machine.Memory{Total: 16 * gib, Limit: 4 * gib}},
		"a container that sees the path of the machine": {fstest.MapFS{"proc/self/cgroup": file("0::/../../x\n"), "sys/fs/cgroup/memory.max": file("1073741824")}, machine.Memory{Limit: gib}},
		"the first version":                             {fstest.MapFS{"proc/self/cgroup": file("9:memory:/d\n0::/\n"), "sys/fs/cgroup/memory/d/memory.limit_in_bytes": file("2147483648\n")}, machine.Memory{Limit: 2 * gib}},
		"no limit of the first version": {fstest.MapFS{
			"proc/meminfo": file("MemTotal: 16777216 kB\n"), "proc/self/cgroup": file("9:memory:/\n"),
			"sys/fs/cgroup/memory/memory.limit_in_bytes": file("9223372036854771712\n"),
		}, machine.Memory{Total: 16 * gib}},
	} {
		assert.Equal(t, c.want, machine.MemoryOf(c.files), name)
	}
}

func TestRoom(t *testing.T) {
	room, ok := machine.Room(t.TempDir())
	assert.True(t, ok)
	assert.GreaterOrEqual(t, room, int64(0))
	_, ok = machine.Room(filepath.Join(t.TempDir(), "none"))
	assert.False(t, ok)
}

// script writes a program for the shell.
func script(t *testing.T, text string) string {
	t.Helper()
	if _, err := exec.LookPath("/bin/sh"); err != nil {
		t.Skip("no shell to write programs for")
	}
	file := filepath.Join(t.TempDir(), "program")
	require.NoError(t, os.WriteFile(file, []byte("#!/bin/sh\n"+text+"\n"), 0o755))
	return file
}

// A program that hangs, floods, fails, or leaves others behind with its output is ended
// and says nothing.
// Work takes processor time.
func TestSpent(t *testing.T) {
	before, sum := machine.Spent(), 0
	for i := 0; machine.Spent() < before+.02; i++ {
		sum += i
	}
	assert.Positive(t, sum)
	assert.Positive(t, before)
}

func TestAsk(t *testing.T) {
	const never = time.Hour
	said, err := machine.Ask(t.Context(), never, script(t, `echo "$1"; echo aside >&2; cat`), "hello")
	require.NoError(t, err)
	assert.Equal(t, "hello\n", said)
	for text, c := range map[string]struct {
		limit time.Duration
		want  string
	}{
		"sleep 3600":                          {time.Millisecond, "no answer within 1ms"},
		"trap '' TERM HUP; sleep 3600":        {time.Millisecond, "no answer within 1ms"},
		"sleep 3600 & sleep 3600":             {time.Millisecond, "no answer within 1ms"},
		"while :; do echo aaaaaaaaaaaa; done": {never, "longer than 65536 bytes"},
		"echo x; exit 3":                      {never, "exit status 3"},
		"kill -9 $$":                          {never, "killed"},
	} {
		said, err := machine.Ask(t.Context(), c.limit, script(t, text))
		require.ErrorContains(t, err, c.want, text)
		assert.Empty(t, said, text)
	}
	_, err = machine.Ask(t.Context(), never, filepath.Join(t.TempDir(), "none"))
	require.Error(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = machine.Ask(ctx, never, script(t, "sleep 3600"))
	require.ErrorIs(t, err, context.Canceled)
	said, err = machine.Ask(t.Context(), never, script(t, "head -c 65536 /dev/zero | tr '\\0' a"))
	require.NoError(t, err)
	assert.Equal(t, strings.Repeat("a", 65536), said)
}
