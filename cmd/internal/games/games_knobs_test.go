package games_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/cmd/internal/cmdtest"
	"ringer/cmd/internal/shell"
)

func TestGamesKnobs(t *testing.T) {
	assert.Regexp(t, `(?m)^cards\.lookout\.gain +2 +Lookout: gains in phase B$`, cmdtest.Done(t, "games", "heat", "--knobs"))
	list := cmdtest.Elements(t, cmdtest.Object(t, "games", "kuhn(players=3)", "--knobs"), "knobs")
	require.Len(t, list, 1)
	cmdtest.HasKeys(t, list[0], "path", "value", "kind", "choices", "doc")
}

func TestGamesDiff(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("my.yaml", []byte("cards:\n  armoured-van: {gain: 16}\n"), 0o600))
	want := "heat(changes=my.yaml) changes heat:\n  Armoured Van: gains 8 → 16 in phase B\n"
	assert.Equal(t, want, cmdtest.Done(t, "games", "heat", "--diff", "my.yaml"))
	assert.Equal(t, want, cmdtest.Done(t, "games", "heat(changes=my.yaml)", "--diff", "shipped"))
	assert.Contains(t, cmdtest.Done(t, "games", "heat(changes=my.yaml)"), want)
	assert.NotContains(t, cmdtest.Done(t, "games", "heat"), "changes heat")
	assert.Equal(t, "kuhn has the rules of kuhn as they ship.\n", cmdtest.Done(t, "games", "kuhn", "--diff", "shipped"))
	m := cmdtest.Object(t, "games", "heat", "--diff", "my.yaml")
	cmdtest.HasKeys(t, m, "game", "shipped", "spec_hash", "shipped_hash")
	list := cmdtest.Elements(t, m, "differences")
	require.Len(t, list, 1)
	assert.Equal(t, map[string]any{
		"path": "cards.armoured-van.gain", "id": "armoured-van", "name": "Armoured Van", "from": "8", "to": "16",
		"words": "Armoured Van: gains 8 → 16 in phase B",
	}, list[0])

	for command, says := range map[string]string{
		"games --diff my.yaml":           "want a GAME",
		"games heat --diff none.yaml":    "none.yaml: no such file (none are shipped in games/heat/changes)",
		"games heist --diff none.yaml":   "none.yaml: no such file (shipped in games/heist/changes: even)",
		"games kuhn --diff my.yaml":      "my.yaml:1:1: cards: unknown key: want one of players",
		"games heat --vary cards=1..2":   "want",
		"games heat --vary heists=5..2":  "want a range that rises",
		"games heat --knobs --diff x=1":  "want one of them",
		"games heat --diff my.yaml more": "",
	} {
		o := cmdtest.Ringer(t, "", strings.Fields(command)...)
		assert.Equal(t, shell.ExitBadInput, o.Exit, command)
		assert.Contains(t, o.Errs, says, command)
	}
}

func TestGamesVary(t *testing.T) {
	assert.Equal(t, "heat(heists=2,changes=cards.lookout.gain=1)\nheat(heists=2,changes=cards.lookout.gain=3)\n",
		cmdtest.Done(t, "games", "heat(heists=2)", "--vary", "cards.lookout.gain=1..3:2"))
	list := cmdtest.Elements(t, cmdtest.Object(t, "games", "kuhn", "--vary", "players=2,3"), "games")
	require.Len(t, list, 2)
	assert.Equal(t, "kuhn(players=3)", list[1]["game"])
}

// The guide for designers shows the words that its file of changes gives, and the fault of
// its misspelt card; every change of its table is one that a game takes.
func TestTheDesignersChanges(t *testing.T) {
	cmdtest.SlowWhenRaced(t)
	page := cmdtest.ReadText(t, filepath.Join("../../..", "docs", "designer.md"))
	t.Chdir(t.TempDir())
	for _, b := range cmdtest.BlocksOf(page) {
		if strings.HasPrefix(b.Text, "# my-changes.yaml\n") {
			require.NoError(t, os.WriteFile("my-changes.yaml", []byte(b.Text), 0o600))
		}
	}
	assert.Contains(t, page, "```text\n"+cmdtest.Done(t, "games", "heat", "--diff", "my-changes.yaml")+"```")
	text := strings.Replace(cmdtest.ReadText(t, "my-changes.yaml"), "armoured", "armored", 1)
	require.NoError(t, os.WriteFile("my-changes.yaml", []byte(text), 0o600))
	_, fault, _ := strings.Cut(page, "```text\nmy-changes.yaml:")
	fault, _, _ = strings.Cut(fault, "…")
	assert.Contains(t, cmdtest.Ringer(t, "", "games", "heat", "--diff", "my-changes.yaml").Errs, fault)

	_, table, _ := strings.Cut(page, "| you want | you write |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, row := range strings.Split(table, "\n") {
		for i, change := range strings.Split(row, "`") {
			if i%2 == 0 {
				continue
			}
			require.NoError(t, os.WriteFile("one.yaml", []byte(change+"\n"), 0o600))
			tried := ""
			taken := slices.ContainsFunc([]string{"heat", "heist", "payday", "fivepossessions", "duel", "duel(file=gang)"}, func(game string) bool {
				o := cmdtest.Ringer(t, "", "games", game, "--diff", "one.yaml")
				tried += o.Errs
				return o.Exit == 0 && !strings.Contains(o.Out, "as they ship")
			})
			assert.True(t, taken, "%s\n%s", change, tried)
		}
	}
}
