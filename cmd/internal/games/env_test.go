package games_test

import (
	"encoding/json"
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
