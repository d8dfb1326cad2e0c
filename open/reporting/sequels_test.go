package reporting

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/env/knobs"
	"ringer/env/things"
)

// Each game of docs/new-game.md is in its file: it loads, shares no card with the game that ships, is played to its end by an
// agent that reads its rules, and a report tells of it.
func TestSequelsAreReported(t *testing.T) {
	slowWhenRaced(t)
	dir := t.TempDir()
	t.Chdir("../..") // from where the pages name files
	page, err := os.ReadFile("docs/new-game.md")
	require.NoError(t, err)
	for name, games := range map[string]int{"heat": 4, "heist": 4, "payday": 2, "fivepossessions": 8, "duel": 4} {
		game := name + "(file=docs/sequels/" + name + ".yaml)"
		assert.Contains(t, string(page), "'"+game+"'")
		c := configOf(t, game)
		c.Dir, c.Games, c.Only = filepath.Join(dir, name), games, []string{"length"}
		c.Agents = []string{UsualAgent(c.Trainer.Opener, c.Game)}
		r, err := Run(t.Context(), c)
		require.NoError(t, err, game)
		assert.Positive(t, r.Lengths.Decisions.Mean.Value, game)
		assert.Less(t, r.Lengths.AtBound.Value, 1., "%s: its games end", game)
		assert.NotEmpty(t, r.Changes, game)
		differs(t, name, game)
	}
}

// differs checks that a game is another one than the one that ships, card by card.
func differs(t *testing.T, name, game string) {
	t.Helper()
	mine, err := games.New(game)
	require.NoError(t, err)
	shipped := games.MustNew(name)
	list, err := knobs.Diff(shipped, mine)
	require.NoError(t, err)
	assert.Greater(t, len(list), 5, game)
	ours, ok := things.Of(shipped)
	require.True(t, ok)
	cards := map[string]string{}
	for _, x := range ours.Things {
		cards[x.Kind+" "+x.Name] = x.Text
	}
	theirs, ok := things.Of(mine)
	require.True(t, ok)
	for _, x := range theirs.Things {
		if text, ok := cards[x.Kind+" "+x.Name]; ok && text != "" && strings.HasPrefix(x.Kind, "card") {
			assert.NotEqual(t, text, x.Text, "%s: %s is a card that ships", game, x.Name)
		}
	}
}
