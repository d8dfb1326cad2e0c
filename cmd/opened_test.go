package cmd_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
	"ringer/internal/disk"
)

// An agent is another one when any file changes from which it is built, of agents inside it
// too. One without files has no identity, and an agent of a single file has its checksum as
// its identity.
func TestIdentityIsOfAllFiles(t *testing.T) {
	cmdtest.InFolder(t)
	require.NoError(t, os.WriteFile("over.yaml", []byte("name: Over\nagent: bot(temperature=2,a.bot)\nrules:\n  - {never: fold}\n"), 0o600))
	require.NoError(t, os.WriteFile("asks.yaml", []byte("name: Asks\nrules:\n  - {kind: bid, ask: bot(a.bot)}\n"), 0o600))
	files := []string{
		"bot(a.bot,temperature=0)", "bot(temperature=0,a.bot)", "script(over.yaml)", "script(asks.yaml)",
		"ismcts(sims=2,playout=bot(a.bot))", "ismcts(sims=2,playout=bot(a.bot),depth=1)",
	}
	all := func() (sums []string) {
		for _, agent := range files {
			sums = append(sums, cmdtest.IdentityOf(t, agent))
		}
		return sums
	}
	cmdtest.CopyBot(t, "kuhn", "a.bot")
	sum, err := disk.Checksum("a.bot")
	require.NoError(t, err)
	before := all()
	assert.Equal(t, before, all())
	assert.Equal(t, sum, before[0])
	assert.Equal(t, sum, before[1])
	assert.NotEqual(t, before[2], before[3])
	assert.Equal(t, sum, before[5], "it is opened once")
	assert.Equal(t, sum, cmdtest.IdentityOf(t, "ismcts(sims=2,playout=bot(kuhn))"), "a bot that ships is a file, too")

	cmdtest.WriteHabit(t, "a.bot", 1)
	for i, sum := range all() {
		assert.NotEqual(t, before[i], sum, files[i])
	}
	for _, agent := range []string{"random", "greedy(worlds=2)", "ismcts(sims=2,playout=greedy)"} {
		assert.Empty(t, cmdtest.IdentityOf(t, agent), agent)
	}
	require.NoError(t, os.WriteFile("alone.yaml", []byte("name: Alone\nrules:\n  - {never: bet}\n"), 0o600))
	sum, err = disk.Checksum("alone.yaml")
	require.NoError(t, err)
	assert.Equal(t, sum, cmdtest.IdentityOf(t, "script(alone.yaml)"))
}

// Games of a bot that was replaced are no games of the new one, inside another agent neither.
func TestKeptGamesAreOfTheirBots(t *testing.T) {
	cmdtest.InFolder(t)
	require.NoError(t, os.WriteFile("over.yaml", []byte("name: Over\nagent: bot(a.bot)\nrules:\n  - {never: fold}\n"), 0o600))
	require.NoError(t, os.WriteFile("both.yaml", []byte("game: kuhn\nplayers:\n  - {agent: bot(a.bot), share: 0.5}\n  - {agent: random, share: 0.5}\n"), 0o600))
	for kept, agent := range map[string]string{"search": "ismcts(sims=2,playout=bot(a.bot))", "strategy": "script(over.yaml)", "mixture": "mixture(both.yaml)"} {
		for _, command := range []string{"match", "arena"} {
			cmdtest.CopyBot(t, "kuhn", "a.bot")
			line := []string{command, agent, "random", "--game", "kuhn", "--games", "10", "--keep", kept + "." + command}
			cmdtest.Done(t, line...)
			cmdtest.Done(t, line...)
			cmdtest.WriteHabit(t, "a.bot", 1)
			o := cmdtest.Ringer(t, "", line...)
			assert.Equal(t, shell.ExitBadInput, o.Exit, o.Out)
			assert.Contains(t, o.Errs, "--keep "+kept+"."+command+": it keeps other games: ")
		}
		cmdtest.CopyBot(t, "kuhn", "a.bot")
		record := []string{"record", agent, "--game", "kuhn", "--games", "10", "--out", filepath.Join("recorded", kept)}
		cmdtest.Done(t, record...)
		cmdtest.WriteHabit(t, "a.bot", 1)
		o := cmdtest.Ringer(t, "", record...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, o.Out)
		assert.Contains(t, o.Errs, "holds another recording")
	}
}
