package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shellWords cuts a line as a shell does: at spaces, with single quotes around
// what belongs together, up to a comment or a redirection.
func shellWords(line string) []string {
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

// understood reports whether the program would take a command line, short of
// carrying it out.
func understood(t *testing.T, line string) {
	t.Helper()
	words := shellWords(line)
	root := newRoot(&terminal{})
	cmd, args, err := root.Find(words[1:])
	if assert.NoError(t, err, line) && assert.False(t, cmd.Hidden, line) && assert.NotEqual(t, "ringer", cmd.Name(), line) && assert.NoError(t, cmd.ParseFlags(args), line) {
		assert.NoError(t, cmd.ValidateArgs(cmd.Flags().Args()), line)
	}
}

// withoutVariables returns a line without the variables that it sets for its command.
func withoutVariables(line string) string {
	return regexp.MustCompile(`^([A-Z_]+=\S* )+`).ReplaceAllString(line, "")
}

// shellLines returns the lines of the shell blocks of a page.
func shellLines(page string) []string {
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

func pages(t *testing.T) map[string]string {
	t.Helper()
	root := ".."
	found := map[string]string{}
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/games/*.md", "configs/*/README.md"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			found[file] = string(text)
		}
	}
	require.Contains(t, found, filepath.Join(root, "README.md"))
	return found
}

// inlineCommand matches a command within a sentence, which may go on in the next line.
var inlineCommand = regexp.MustCompile("`ringer\\s+([a-z]+[^`]*)`")

// Every command line that a page or a help text shows is one that the program
// or the Makefile takes.
func TestShownCommandsAreUnderstood(t *testing.T) {
	slowWhenRaced(t)
	makefile, err := os.ReadFile(filepath.Join("..", "Makefile"))
	require.NoError(t, err)
	shown := 0
	for file, page := range pages(t) {
		for _, line := range shellLines(page) {
			line = withoutVariables(line)
			words := shellWords(line)
			switch words[0] {
			case "ringer", "bin/ringer", "bin/ringer-xla":
				understood(t, line)
			case "make":
				if len(words) > 1 {
					assert.Regexp(t, `(?m)^`+regexp.QuoteMeta(words[1])+`:.*## `, string(makefile), "%s: %s", file, line)
				}
			case "cp", "export", "python3":
			case "mkdir", "cd", "go": // TestOutsideModule runs them
				assert.Equal(t, "own-game.md", filepath.Base(file), line)
			default:
				t.Errorf("%s: %s: neither ringer nor make", file, line)
			}
			shown++
		}
	}
	assert.Greater(t, shown, 20)
	for file, page := range pages(t) {
		for _, m := range inlineCommand.FindAllStringSubmatch(page, -1) {
			cmd, _, err := newRoot(&terminal{}).Find(strings.Fields(m[1]))
			assert.True(t, err == nil && cmd.HasParent() && !cmd.Hidden, "%s: %s is no command", file, m[0])
		}
	}
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Example) {
			understood(t, strings.TrimSpace(line))
		}
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(newRoot(&terminal{}))
}

func TestShellWords(t *testing.T) {
	assert.Equal(t, []string{"ringer", "games", "kuhn(players=3, x)"}, shellWords("ringer games 'kuhn(players=3, x)'   # look"))
	assert.Equal(t, []string{"ringer", "bot", "a.bot"}, shellWords("ringer bot a.bot < questions"))
	assert.Equal(t, "ringer games", withoutVariables("A=1 B_C=/d ringer games"))
	assert.Equal(t, []string{"make train"}, shellLines("```sh\nmake train\n```\n```go\nx()\n```"))
}
