package cmd_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/cmd/internal/cmdtest"
)

// A byte order mark before standard input is ignored, as before a file.
func TestStandardInputMayBeginWithAMark(t *testing.T) {
	for _, c := range []struct{ in, command, want string }{
		{`{"type":"hello","protocol":"ringer-bot/2"}`, "bot kuhn", `"type":"hello"`},
		{`{"op":"reset","seed":1}`, "env kuhn", `"type":"state"`},
		{`{"type":"hello","protocol":"ringer-table/1"}`, "serve --stdio --data=", `"type":"welcome"`},
		{"1\n1", "play kuhn --vs random --seed 5", "Kuhn poker"},
	} {
		o := cmdtest.Ringer(t, "\ufeff"+c.in+"\n", strings.Fields(c.command)...)
		assert.Zero(t, o.Exit, o.Errs)
		assert.Contains(t, o.Out, c.want, c.command)
		assert.NotContains(t, o.Out, `"error"`, c.command)
		if !strings.HasPrefix(c.command, "serve") { // which lists all games first
			assert.Equal(t, cmdtest.Ringer(t, c.in+"\n", strings.Fields(c.command)...), o, c.command)
		}
	}
}
