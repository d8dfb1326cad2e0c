package program_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
)

// full is a stream that nothing can be written to any more.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// A command whose results are lost fails, whatever writes them.
func TestLostOutputFails(t *testing.T) {
	for _, line := range []string{
		"help", "help match", "match --help", "", "--version", "version", "completion bash", "completion zsh", "completion fish", "completion powershell",
		"games", "games --names", "games --json", "games kuhn", "games kuhn --knobs", "help agents", "help configs", "count kuhn", "count kuhn --json",
		"match random random -g kuhn -n 4", "match random random -g kuhn -n 4 --json", "arena random greedy -g kuhn -n 4", "check kuhn -n 1", "env kuhn --schema",
		"serve --schema", "__complete match -g ku",
	} {
		var errs bytes.Buffer
		exit := program.Run(t.Context(), strings.Fields(line), strings.NewReader(""), full{}, &errs)
		assert.Equal(t, shell.ExitFailed, exit, line)
		assert.Contains(t, errs.String(), "ringer: ", line)
		assert.Contains(t, errs.String(), "no space left on device", line)
	}
}
