package tactics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/envtest"
	"ringer/env/games"
	"ringer/env/tactics"
)

// Every judge takes the states of its game, and sees the same through a wrapper.
func TestJudgesTakeTheirGames(t *testing.T) {
	judged := 0
	for _, name := range games.Names() {
		g := games.MustNew(name)
		judge := tactics.Judge(g)
		if judge == nil {
			continue
		}
		judged++
		s := g.NewInitialState()
		_, err := drive.Roll(s, env.Stream(1, envtest.PurposeGolden))
		require.NoError(t, err)
		assert.InDelta(t, judge.Evaluate(s, 0), judge.Evaluate(s.Clone(), 0), 0, name)
		for _, o := range tactics.Observers(name) {
			w, err := tactics.Wrap(g, o.Name)
			require.NoError(t, err)
			assert.InDelta(t, judge.Evaluate(s, 0), tactics.Judge(w).Evaluate(s, 0), 0, "%s(wrap=%s)", name, o.Name)
		}
	}
	assert.Equal(t, 6, judged)
	assert.Nil(t, tactics.Judge(games.MustNew("kuhn")))
}

// A bot's hash finds the game that the bot was made for, wrapped or not.
func TestWithHashFindsTheKindOfGame(t *testing.T) {
	facts := games.MustNew("heist")
	wrapped, err := tactics.Wrap(facts, "prospects")
	require.NoError(t, err)
	assert.Same(t, facts, tactics.WithHash(facts, facts.Spec().Hash))
	assert.Equal(t, wrapped.Spec().Hash, tactics.WithHash(facts, wrapped.Spec().Hash).Spec().Hash)
	assert.Same(t, facts, tactics.WithHash(wrapped, facts.Spec().Hash))
	assert.Nil(t, tactics.WithHash(facts, games.MustNew("kuhn").Spec().Hash))

	again := games.MustNew(wrapped.Spec().String())
	assert.Equal(t, wrapped.Spec().Hash, again.Spec().Hash, "the game string builds the same game")
}

func TestUnknownWrappersAreNamed(t *testing.T) {
	_, err := tactics.Wrap(games.MustNew("heist"), "forecast")
	assert.EqualError(t, err, `heist has no observation wrapper "forecast"; it has: prospects, dealings`)
	_, err = tactics.Wrap(games.MustNew("kuhn"), "forecast")
	assert.EqualError(t, err, `kuhn has no observation wrapper "forecast", nor any other`)
}
