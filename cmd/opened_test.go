package cmd

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/open"
)

// identityOf returns the identity of an agent that plays kuhn.
func identityOf(t testing.TB, agent string) string {
	t.Helper()
	_, files, err := opener.AgentWithFiles(games.MustNew("kuhn"), agent)
	require.NoError(t, err)
	return files.Identity()
}

// copyBot writes the file of a shipped bot.
func copyBot(t testing.TB, name, file string) {
	t.Helper()
	data, err := open.BotBytes(name)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, data, 0o600))
}

// An agent is another one when any file changes from which it is built, of agents inside it
// too. One without files has no identity, and that of a single file is its checksum.
func TestIdentityIsOfAllFiles(t *testing.T) {
	inFolder(t)
	require.NoError(t, os.WriteFile("over.yaml", []byte("name: Over\nagent: bot(temperature=2,a.bot)\nrules:\n  - {never: fold}\n"), 0o600))
	require.NoError(t, os.WriteFile("asks.yaml", []byte("name: Asks\nrules:\n  - {kind: bid, ask: bot(a.bot)}\n"), 0o600))
	files := []string{
		"bot(a.bot,temperature=0)", "bot(temperature=0,a.bot)", "script(over.yaml)", "script(asks.yaml)",
		"ismcts(sims=2,playout=bot(a.bot))", "ismcts(sims=2,playout=bot(a.bot),depth=1)",
	}
	all := func() (sums []string) {
		for _, agent := range files {
			sums = append(sums, identityOf(t, agent))
		}
		return sums
	}
	copyBot(t, "kuhn", "a.bot")
	sum, err := checksumOfFile("a.bot")
	require.NoError(t, err)
	before := all()
	assert.Equal(t, before, all())
	assert.Equal(t, sum, before[0])
	assert.Equal(t, sum, before[1])
	assert.NotEqual(t, before[2], before[3])
	assert.Equal(t, sum, before[5], "it is opened once")
	assert.Equal(t, sum, identityOf(t, "ismcts(sims=2,playout=bot(kuhn))"), "a bot that ships is a file, too")

	writeHabit(t, "a.bot", 1)
	for i, sum := range all() {
		assert.NotEqual(t, before[i], sum, files[i])
	}
	for _, agent := range []string{"random", "greedy(worlds=2)", "ismcts(sims=2,playout=greedy)"} {
		assert.Empty(t, identityOf(t, agent), agent)
	}
	require.NoError(t, os.WriteFile("alone.yaml", []byte("name: Alone\nrules:\n  - {never: bet}\n"), 0o600))
	sum, err = checksumOfFile("alone.yaml")
	require.NoError(t, err)
	assert.Equal(t, sum, identityOf(t, "script(alone.yaml)"))
}

// Games of a bot that was replaced are no games of the new one, inside another agent neither.
func TestKeptGamesAreOfTheirBots(t *testing.T) {
	inFolder(t)
	require.NoError(t, os.WriteFile("over.yaml", []byte("name: Over\nagent: bot(a.bot)\nrules:\n  - {never: fold}\n"), 0o600))
	for kept, agent := range map[string]string{"search": "ismcts(sims=2,playout=bot(a.bot))", "strategy": "script(over.yaml)"} {
		for _, command := range []string{"match", "arena"} {
			copyBot(t, "kuhn", "a.bot")
			line := []string{command, agent, "random", "--game", "kuhn", "--games", "10", "--keep", kept + "." + command}
			done(t, line...)
			done(t, line...)
			writeHabit(t, "a.bot", 1)
			o := ringer(t, "", line...)
			assert.Equal(t, exitBadInput, o.exit, o.out)
			assert.Contains(t, o.errs, "--keep "+kept+"."+command+": it keeps other games: ")
		}
		copyBot(t, "kuhn", "a.bot")
		record := []string{"record", agent, "--game", "kuhn", "--games", "10", "--out", filepath.Join("recorded", kept)}
		done(t, record...)
		writeHabit(t, "a.bot", 1)
		o := ringer(t, "", record...)
		assert.Equal(t, exitBadInput, o.exit, o.out)
		assert.Contains(t, o.errs, "holds another recording")
	}
}
