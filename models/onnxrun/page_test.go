package onnxrun_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/models/onnxrun"
)

var update = flag.Bool("update", false, "write the list of operators of docs/protocol.md")

// docs/protocol.md lists the operators that are known.
func TestThePageListsTheOperators(t *testing.T) {
	const page, begin, end = "../../docs/protocol.md", "<!-- operators:begin -->\n", "<!-- operators:end -->"
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	before, rest, ok := strings.Cut(string(text), begin)
	require.True(t, ok)
	got, after, ok := strings.Cut(rest, end)
	require.True(t, ok)
	want, line := "", ""
	for i, name := range onnxrun.Operators() {
		word := "`" + name + "`"
		if i < len(onnxrun.Operators())-1 {
			word += ","
		}
		if len(line)+len(word) > 140 {
			want, line = want+strings.TrimSpace(line)+"\n", ""
		}
		line += " " + word
	}
	want += strings.TrimSpace(line) + ".\n"
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(before+begin+want+end+after), 0o644))
		return
	}
	assert.Equal(t, want, got, "go test ./models/onnxrun -run Page -update writes it")
}
