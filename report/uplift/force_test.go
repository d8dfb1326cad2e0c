package uplift_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/eval"
	"ringer/report/uplift"
)

// passer always passes.
type passer struct{}

func (passer) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := agents.Decisions(views)
	for i := range views {
		out[i].Probs[0] = 1
	}
	return out, nil
}

// Among players that always pass, nobody bets. Played on purpose a bet wins the pot, as the other
// passes, where a showdown would win half of it: +0.5.
func TestWhatNobodyPlaysIsPlayedOnPurpose(t *testing.T) {
	c := pokerConfig(12)
	c.Entries = []eval.Entry{{Name: "passer", Agent: passer{}}}
	var first *uplift.Block
	c.Done = func(b uplift.Block) error {
		if len(b.Forced) > 0 && first == nil {
			first = &b
		}
		return nil
	}
	s := run(t, c)
	bet := row(t, s, "bet")
	require.NotNil(t, first)
	assert.Equal(t, uplift.Played, first.Experiment)
	assert.Len(t, first.Forced, c.GamesPerBlock, "one of each game")
	assert.Nil(t, bet.Played, "an agent that would not do it says nothing of playing it as gladly")
	assert.Zero(t, bet.WhenPlayed.Of)
	assert.Greater(t, bet.Forced.Of, 100)
	assert.Less(t, bet.Forced.Low, .5)
	assert.Greater(t, bet.Forced.High, .5)
	assert.Less(t, bet.Forced.High-bet.Forced.Low, .2)
	assert.Zero(t, row(t, s, "pass").Forced.Of)
	assert.Len(t, s.NeverPlayed, 1)
}
