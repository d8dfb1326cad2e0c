package cmd_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
)

// printed matches a block of one command and, right below it, a block of its output.
var printed = regexp.MustCompile("```sh\n(ringer [^\n]*)\n```\n```text\n((?:[^`\n][^\n]*\n|\n)*)```\n")

// withOutputs returns a page with what its commands print. A block that ends with a line … shows
// as many lines of it as it has.
func withOutputs(t *testing.T, page string) (filled string, commands int) {
	t.Helper()
	return printed.ReplaceAllStringFunc(page, func(shown string) string {
		m := printed.FindStringSubmatch(shown)
		o := cmdtest.Ringer(t, "", cmdtest.ShellWords(m[1])[1:]...)
		require.Zero(t, o.Exit, "%s\n%s", m[1], o.Errs)
		out := strings.Trim(o.Out, "\n") + "\n"
		if old := strings.SplitAfter(m[2], "\n"); len(old) > 1 && old[len(old)-2] == "…\n" {
			lines := strings.SplitAfter(out, "\n")
			out = strings.Join(lines[:min(len(old)-2, len(lines))], "") + "…\n"
		}
		out = regexp.MustCompile(`(?m) +$`).ReplaceAllString(out, "")
		commands++
		return "```sh\n" + m[1] + "\n```\n```text\n" + out + "```\n"
	}), commands
}

// The front page shows what its commands print: RINGER_WRITE_PAGES=1 writes it anew.
func TestTheFrontPageShowsWhatIsPrinted(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	file, err := filepath.Abs(filepath.Join("..", "README.md"))
	require.NoError(t, err)
	page := cmdtest.ReadText(t, file)
	cmdtest.InFolder(t)
	filled, commands := withOutputs(t, page)
	assert.Equal(t, 3, commands)
	if os.Getenv("RINGER_WRITE_PAGES") != "" {
		require.NoError(t, os.WriteFile(file, []byte(filled), 0o644))
		return
	}
	assert.Equal(t, filled, page, "run: make docs")
}

func TestOutputsAreCut(t *testing.T) {
	page := "```sh\nringer games --names\n```\n```text\nx\ny\n…\n```\n\n```sh\nringer games kuhn\n```\n"
	filled, commands := withOutputs(t, page)
	lines := strings.Split(cmdtest.Done(t, "games", "--names"), "\n")
	assert.Equal(t, 1, commands)
	assert.Equal(t, "```sh\nringer games --names\n```\n```text\n"+lines[0]+"\n"+lines[1]+"\n…\n```\n\n```sh\nringer games kuhn\n```\n", filled)
}
