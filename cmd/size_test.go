package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostProgram is the size in bytes that the program has at most as make build makes it, and
// as it is given away. What makes it larger is worth it, or is mended: go tool nm -size -sort
// size bin/ringer-debug tells what it is.
const mostProgram = 60e6

// The program stays small. With RINGER_LONG=1 it is linked for this test.
func TestProgramStaysSmall(t *testing.T) {
	if os.Getenv("RINGER_LONG") != "1" || runtime.GOARCH != "amd64" {
		t.Skip("RINGER_LONG=1 links the program, on amd64")
	}
	file := filepath.Join(t.TempDir(), "ringer")
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", file, "./ringer")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	info, err := os.Stat(file)
	require.NoError(t, err)
	t.Logf("%d bytes", info.Size())
	assert.Less(t, info.Size(), int64(mostProgram))
}
