package cmd

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A byte order mark before standard input changes nothing, as before a file.
func TestStandardInputMayBeginWithAMark(t *testing.T) {
	for _, c := range []struct{ in, command string }{
		{`{"type":"hello"}` + "\n", "bot kuhn"},
		{`{"op":"reset","seed":1}` + "\n", "env kuhn"},
		{`{"type":"hello","protocol":"ringer-table/1"}` + "\n", "serve --stdio --data="},
		{"1\n", "play kuhn --seed 1 --seat 0"},
	} {
		plain := ringer(t, c.in, strings.Fields(c.command)...)
		marked := ringer(t, "\ufeff"+c.in, strings.Fields(c.command)...)
		assert.Equal(t, plain, marked, c.command)
		assert.NotContains(t, plain.out, "error", c.command)
	}
}
