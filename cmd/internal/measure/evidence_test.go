package measure_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
)

// Studies that are there are not made again; a changed number of games is another study.
func TestEvidence(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	dir := t.TempDir()
	args := []string{"evidence", "fourdowns-2p", "--games", "3", "--out", dir}
	assert.Contains(t, cmdtest.Done(t, args...), "fourdowns-2p, 4 games: hands with which it knocks")
	file := filepath.Join(dir, "fourdowns-2p.jsonl")
	before, err := os.Stat(file)
	require.NoError(t, err)
	bots := cmdtest.Elements(t, cmdtest.Object(t, args...), "bots")
	require.Len(t, bots, 1)
	cmdtest.HasKeys(t, bots[0], "bot", "studies")
	after, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, before.ModTime(), after.ModTime(), "nothing was played again")
	assert.Contains(t, cmdtest.Done(t, cmdtest.Instead(args, "--games", "6")...), "6 games")
	o := cmdtest.Ringer(t, "", "evidence", "kuhn", "--out", dir)
	assert.Equal(t, shell.ExitBadInput, o.Exit)
	assert.Contains(t, o.Errs, "no bot of this game has studies")
}
