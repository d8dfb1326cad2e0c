package cmd

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the program says when it is called alone fits any screen, and every command of it
// works as it stands.
func TestWelcome(t *testing.T) {
	for _, width := range []int{0, 30, 40, 60, 72, 80, 200} {
		text := welcomeText(width)
		assert.LessOrEqual(t, strings.Count(text, "\n"), 20, width)
		for line := range strings.Lines(text) {
			if width > 0 {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), width, "%d columns: %s", width, line)
			}
			assert.NotContains(t, line, "\x1b")
		}
		commands := regexp.MustCompile(`ringer [a-z]+( --?[a-z]+| [a-z]+)*`).FindAllString(text, -1)
		require.Len(t, commands, len(doors), "%d columns", width)
		for i, d := range doors {
			assert.Contains(t, text, d.command, "%d columns", width)
			assert.Contains(t, text, d.verb)
			understood(t, doors[i].command)
		}
	}
}

// No terminal is needed, nor a question answered.
func TestWelcomeIsTheSameEverywhere(t *testing.T) {
	assert.Equal(t, welcomeText(plainWidth), done(t))
	assert.Contains(t, done(t, "help"), "Train and solve:")
	assert.Less(t, len(done(t)), len(done(t, "help"))/4)
	for _, c := range []string{"mine", "ringer"} {
		var out strings.Builder
		p := &terminal{in: strings.NewReader(""), out: &out, errs: &out, program: c}
		require.Zero(t, execute(t.Context(), p, nil))
		assert.Contains(t, out.String(), fmt.Sprintf("  %s play heat", c))
	}
}
