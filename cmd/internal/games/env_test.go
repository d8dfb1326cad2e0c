package games_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/play/wire"
)

// The command serves the named game with the agents and the pictures of this build.
func TestEnv(t *testing.T) {
	o := cmdtest.Ringer(t, `{"op":"reset","seed":1}`+"\n"+`{"op":"decide","agent":"bot(leduc)"}`+"\n", "env", "leduc")
	require.Equal(t, shell.ExitDone, o.Exit, o.Errs)
	lines := strings.Split(strings.TrimSpace(o.Out), "\n")
	require.Len(t, lines, 3)
	for i, want := range []string{`"type":"hello"`, `"type":"state"`, `"type":"decision"`} {
		assert.Contains(t, lines[i], want)
	}
	o = cmdtest.Ringer(t, `{"op":"reset","seed":1}`+"\n"+`{"op":"render","seat":0,"format":"svg"}`+"\n", "env", "duel")
	var last map[string]any
	lines = strings.Split(strings.TrimSpace(o.Out), "\n")
	require.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &last))
	assert.Contains(t, last["picture"], "<circle", "a drawing of the board")

	assert.Equal(t, string(wire.Schema()), cmdtest.Ringer(t, "", "env", "kuhn", "--schema").Out)
	assert.Equal(t, shell.ExitBadInput, cmdtest.Ringer(t, "", "env", "ludo").Exit)
}

// Only a process that is told so shows what no seat may know.
func TestEnvOmniscient(t *testing.T) {
	const request = `{"op":"node","to":0,"text":true}` + "\n"
	assert.Contains(t, cmdtest.Ringer(t, request, "env", "kuhn").Out, "want a process that is omniscient")
	o := cmdtest.Ringer(t, request, "env", "kuhn", "--omniscient")
	assert.Contains(t, o.Out, `"max_nodes":4194304`)
	assert.Contains(t, o.Out, `"player":-1`)
}

// Episodes and walks begin at the position of a file.
func TestEnvAtAPosition(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("puzzle.yaml", []byte(cmdtest.Puzzle), 0o644))
	o := cmdtest.Ringer(t, `{"op":"reset","seed":1}`+"\n"+`{"op":"render","seat":0,"format":"text"}`+"\n", "env", "payday(loot_cards=1)", "--position", "puzzle.yaml")
	require.Equal(t, shell.ExitDone, o.Exit, o.Errs)
	assert.Contains(t, o.Out, "Round 7 of at most 60")
	o = cmdtest.Ringer(t, `{"op":"node","to":0,"text":true}`+"\n", "env", "payday(loot_cards=1)", "--position", "puzzle.yaml", "--omniscient")
	assert.NotEqual(t, cmdtest.Ringer(t, `{"op":"node","to":0,"text":true}`+"\n", "env", "payday(loot_cards=1)", "--omniscient").Out, o.Out)
	for _, args := range [][]string{{"payday", "--position", "missing.yaml"}, {"kuhn", "--position", "puzzle.yaml"}} {
		assert.Equal(t, shell.ExitBadInput, cmdtest.Ringer(t, "", append([]string{"env"}, args...)...).Exit)
	}
}
