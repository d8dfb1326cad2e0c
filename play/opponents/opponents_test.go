package opponents

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/games"
	"ringer/models/botfile"
)

// Levels are found by the game that they were made for, and come weakest first.
func TestLevelsComeInOrder(t *testing.T) {
	kuhn, leduc := games.MustNew("kuhn"), games.MustNew("leduc")
	bots := map[string]botfile.Manifest{
		"kuhn":        {SpecHash: kuhn.Spec().Hash},
		"kuhn.hard":   {SpecHash: kuhn.Spec().Hash, Level: &botfile.Level{Level: 2}},
		"kuhn.simple": {SpecHash: kuhn.Spec().Hash, Level: &botfile.Level{Level: 1}},
		"leduc.1":     {SpecHash: leduc.Spec().Hash, Level: &botfile.Level{Level: 1}},
	}
	open := func(name string) (*botfile.Manifest, error) {
		m, ok := bots[name]
		if !ok {
			return nil, errors.New("damaged")
		}
		return &m, nil
	}
	assert.Equal(t, []string{"kuhn.simple", "kuhn.hard"}, levelsOf(kuhn, []string{"damaged", "kuhn", "kuhn.hard", "kuhn.simple", "leduc.1"}, open))
	assert.Empty(t, levelsOf(games.MustNew("goofspiel"), []string{"kuhn", "kuhn.hard"}, open))
	assert.Equal(t, "these ship: beginner, level(1), level(2), ringer, which is bot(kuhn)", shelf("kuhn", 2))
}

// A level counts up in names, the default is one of the opponents, and all of them can play.
func TestOpponentsCanPlay(t *testing.T) {
	for _, text := range []string{"heat(players=4)", "fivepossessions", "kuhn", "tictactoe", "heist(players=2)", "duel(file=skirmish)", "heist(players=3)"} {
		g := games.MustNew(text)
		all := Of(g)
		require.NotEmpty(t, all, text)
		defaults, names := 0, map[string]bool{}
		for _, o := range all {
			_, err := Agent(g, o.Agent)
			require.NoError(t, err, "%s: %s", text, o.Agent)
			assert.NotEmpty(t, o.Words, o.Agent)
			assert.False(t, names[o.Name], "%s: two opponents are named %s", text, o.Name)
			names[o.Name] = true
			if o.Default {
				defaults++
			}
		}
		assert.Equal(t, 1, defaults, text)
	}
	_, err := Agent(games.MustNew("kuhn"), "cmd:true")
	require.Error(t, err, "no program is started")
	_, err = Agent(games.MustNew("kuhn"), "bot(../x.bot)")
	require.Error(t, err, "no file is opened")
}
