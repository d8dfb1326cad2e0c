package program_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/program"
	"ringer/cmd/internal/shell"
)

// helpLines is the number of lines that the help of a command has at most.
const helpLines = 60

// The help of a command fits a screen; pages that list things have their own length.
func TestHelpFitsAScreen(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	var commands []string
	shell.WalkCommands(program.NewRoot(&shell.Terminal{}), func(cmd *cobra.Command) {
		if cmd.HasParent() && !cmd.Hidden && cmd.HasExample() {
			commands = append(commands, cmd.CommandPath())
		}
	})
	assert.Greater(t, len(commands), 30)
	for _, command := range commands {
		help := cmdtest.Done(t, append(strings.Fields(command)[1:], "--help")...)
		assert.LessOrEqual(t, strings.Count(help, "\n"), helpLines, "%s --help", command)
		assert.NotContains(t, help, "--json prints", command)
		assert.NotContains(t, help, "--nats-c", command)
	}
}

// What help leaves out is on pages of its own, under every name of the program.
func TestPagesOfHelp(t *testing.T) {
	keys := cmdtest.Done(t, "help", "json")
	shell.WalkCommands(program.NewRoot(&shell.Terminal{}), func(cmd *cobra.Command) {
		assert.NotContains(t, cmd.Long, "--json prints", "want shell.Keys: %s", cmd.CommandPath())
		if !cmd.Hidden {
			assert.Contains(t, keys, shell.KeysOf(cmd), cmd.CommandPath())
		}
	})
	servers := cmdtest.Done(t, "help", "nats")
	for _, name := range []string{"nats-listen", "nats-token", "nats-token-file", "nats-creds", "nats-ca", "nats-cert", "nats-key", "nats-replicas", "nats-play"} {
		assert.Contains(t, servers, "--"+name)
	}
}

// docs/json.md holds what the commands say: RINGER_WRITE_PAGES=1 writes it anew.
func TestTheKeysPage(t *testing.T) {
	file := filepath.Join("../../..", "docs", "json.md")
	var b strings.Builder
	b.WriteString("# The keys of `--json`\n\nWhat each command prints with `--json`, one object, for programs that read it. `ringer help json` prints the same.\n\n" +
		"```sh\nringer match greedy random -g kuhn -n 300 --json\n```\n\n`[…]` holds a list, and the names inside are those of its parts. `make docs` writes this page from the commands.\n")
	shell.EachKeys(program.NewRoot(&shell.Terminal{}), func(command, keys string) { fmt.Fprintf(&b, "\n## %s\n\n```text\n%s\n```\n", command, keys) })
	if os.Getenv("RINGER_WRITE_PAGES") != "" {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
		return
	}
	assert.Equal(t, b.String(), cmdtest.ReadText(t, file), "run: make docs")
}
