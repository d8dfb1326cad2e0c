package play_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/play"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
)

// What the program says when it is called alone fits any screen, and every command of it
// works as it stands.
func TestWelcome(t *testing.T) {
	for _, width := range []int{0, 30, 40, 60, 72, 80, 200} {
		text := play.WelcomeText(width)
		assert.LessOrEqual(t, strings.Count(text, "\n"), 20, width)
		for line := range strings.Lines(text) {
			if width > 0 {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), width, "%d columns: %s", width, line)
			}
			assert.NotContains(t, line, "\x1b")
		}
		commands := regexp.MustCompile(`ringer [a-z]+( --?[a-z]+| [a-z]+)*`).FindAllString(text, -1)
		require.Len(t, commands, len(play.Doors), "%d columns", width)
		for i, d := range play.Doors {
			assert.Contains(t, text, d.Command, "%d columns", width)
			assert.Contains(t, text, d.Verb)
			cmdtest.Understood(t, play.Doors[i].Command)
		}
	}
}

// No terminal is needed, nor a question answered.
func TestWelcomeIsTheSameEverywhere(t *testing.T) {
	assert.Equal(t, play.WelcomeText(shell.PlainWidth), cmdtest.Done(t))
	assert.Contains(t, cmdtest.Done(t, "help"), "Train and solve:")
	assert.Less(t, len(cmdtest.Done(t)), len(cmdtest.Done(t, "help"))/4)
	for _, c := range []string{"mine", "ringer"} {
		var out strings.Builder
		p := &shell.Terminal{In: strings.NewReader(""), Out: &out, Errs: &out, Program: c}
		require.Zero(t, program.Execute(t.Context(), p, nil))
		assert.Contains(t, out.String(), fmt.Sprintf("  %s play heat", c))
	}
}
