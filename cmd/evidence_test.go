package cmd

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Studies that are there are not made again; a changed number of games is another study.
func TestEvidence(t *testing.T) {
	slowWhenRaced(t)
	dir := t.TempDir()
	args := []string{"evidence", "fourdowns-2p", "--games", "3", "--out", dir}
	assert.Contains(t, done(t, args...), "fourdowns-2p, 4 games: hands with which it knocks")
	file := filepath.Join(dir, "fourdowns-2p.jsonl")
	before, err := os.Stat(file)
	require.NoError(t, err)
	bots := elements(t, object(t, args...), "bots")
	require.Len(t, bots, 1)
	hasKeys(t, bots[0], "bot", "studies")
	after, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, before.ModTime(), after.ModTime(), "nothing was played again")
	assert.Contains(t, done(t, instead(args, "--games", "6")...), "6 games")
	o := ringer(t, "", "evidence", "kuhn", "--out", dir)
	assert.Equal(t, exitBadInput, o.exit)
	assert.Contains(t, o.errs, "no bot of this game has studies")
}
