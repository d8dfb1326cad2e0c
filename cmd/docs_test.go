package cmd_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
)

// withoutVariables returns a line without the variables that it sets for its command.
func withoutVariables(line string) string {
	return regexp.MustCompile(`^([A-Z_]+=\S* )+`).ReplaceAllString(line, "")
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
	cmdtest.SlowWhenRaced(t)
	makefile, err := os.ReadFile(filepath.Join("..", "Makefile"))
	require.NoError(t, err)
	shown := 0
	for file, page := range pages(t) {
		for _, line := range cmdtest.ShellLines(page) {
			line = withoutVariables(line)
			words := cmdtest.ShellWords(line)
			switch words[0] {
			case "ringer", "bin/ringer", "bin/ringer-xla":
				cmdtest.Understood(t, line)
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
			cmd, _, err := program.NewRoot(&shell.Terminal{}).Find(strings.Fields(m[1]))
			assert.True(t, err == nil && cmd.HasParent() && !cmd.Hidden, "%s: %s is no command", file, m[0])
		}
	}
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Example) {
			cmdtest.Understood(t, strings.TrimSpace(line))
		}
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(program.NewRoot(&shell.Terminal{}))
}

func TestShellWords(t *testing.T) {
	assert.Equal(t, []string{"ringer", "games", "kuhn(players=3, x)"}, cmdtest.ShellWords("ringer games 'kuhn(players=3, x)'   # look"))
	assert.Equal(t, []string{"ringer", "bot", "a.bot"}, cmdtest.ShellWords("ringer bot a.bot < questions"))
	assert.Equal(t, "ringer games", withoutVariables("A=1 B_C=/d ringer games"))
	assert.Equal(t, []string{"make train"}, cmdtest.ShellLines("```sh\nmake train\n```\n```go\nx()\n```"))
}
