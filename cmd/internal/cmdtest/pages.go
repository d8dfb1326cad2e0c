package cmdtest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
)

// ShellWords cuts a line as a shell does: at spaces, with single quotes around
// what belongs together, up to a comment or a redirection.
func ShellWords(line string) []string {
	var words []string
	var word strings.Builder
	quoted, open := false, false
	for _, c := range line + " " {
		switch {
		case c == '\'':
			quoted, open = !quoted, true
		case c == ' ' && !quoted:
			if open {
				words = append(words, word.String())
				word.Reset()
				open = false
			}
		default:
			word.WriteRune(c)
			open = true
		}
	}
	if end := slices.IndexFunc(words, func(w string) bool { return w == "#" || w == "<" || w == ">" || w == "|" }); end >= 0 {
		words = words[:end]
	}
	return words
}

// Understood reports whether the program would take a command line, short of
// carrying it out.
func Understood(t *testing.T, line string) {
	t.Helper()
	words := ShellWords(line)
	root := program.NewRoot(&shell.Terminal{})
	cmd, args, err := root.Find(words[1:])
	if assert.NoError(t, err, line) && assert.False(t, cmd.Hidden, line) && assert.NotEqual(t, "ringer", cmd.Name(), line) && assert.NoError(t, cmd.ParseFlags(args), line) {
		assert.NoError(t, cmd.ValidateArgs(cmd.Flags().Args()), line)
	}
}

// ShellLines returns the lines of the shell blocks of a page.
func ShellLines(page string) []string {
	var lines []string
	in := false
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "```"):
			in = line == "```sh"
		case in && line != "":
			lines = append(lines, line)
		}
	}
	return lines
}

var TrainedShortly = []string{
	"--set", "decisions=600", "--set", "collect={batch: 300, tables: 8, groups: 1}", "--set", "ppo.minibatch=128",
	"--set", "evaluation={every: 0, games: 10, final_games: 20}", "--set", "imitation={decisions: 200, epochs: 1, minibatch: 128}",
}

// Block is a block of code of a page.
type Block struct{ Language, Text string }

// BlocksOf lists the blocks of a page.
func BlocksOf(page string) (blocks []Block) {
	for _, m := range regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
		blocks = append(blocks, Block{m[1], m[2]})
	}
	return blocks
}
