package duel_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/configs"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/games"
)

// A lesson is a position file: a game, a position with its dice, what is played,
// and what comes of it.
type lesson struct {
	Game     string        `yaml:"game"`
	Position duel.Position `yaml:"position"`
	Actions  []string      `yaml:"actions"`
	Standing []string      `yaml:"standing"`
	Prone    []string      `yaml:"prone"`
	Removed  []string      `yaml:"removed"`
	Wins     *int          `yaml:"wins"`
}

// Position files play as they say.
func TestPositionFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/positions/*.yaml")
	require.NoError(t, err)
	played := 0
	for _, file := range files {
		if strings.HasSuffix(file, "plain.yaml") {
			continue
		}
		played++
		var l lesson
		require.NoError(t, configs.ReadAll(&l, configs.Named("games/duel", file)))
		g := games.MustNew(l.Game).(*duel.Game)
		s, err := g.NewPosition(l.Position)
		require.NoError(t, err, file)
		b := &bench{t, g, s}
		dice, actions := l.Position.Dice, l.Actions
		for len(dice)+len(actions) > 0 && s.CurrentPlayer() != env.Terminal {
			if s.CurrentPlayer() == env.Chance {
				require.NotEmpty(t, dice, file)
				b.roll(dice[0])
				dice = dice[1:]
				continue
			}
			require.NotEmpty(t, actions, file)
			b.do(actions[0])
			actions = actions[1:]
		}
		assert.Empty(t, dice, file)
		assert.Empty(t, actions, file)
		b.standing(l.Standing...)
		b.prone(l.Prone...)
		b.removed(l.Removed...)
		if l.Wins != nil {
			require.Equal(t, env.Terminal, s.CurrentPlayer(), file)
			assert.Equal(t, 1., b.returns()[*l.Wins], file)
		}
	}
	assert.GreaterOrEqual(t, played, 3)
}
