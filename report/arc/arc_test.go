package arc_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/random"
	"ringer/env"
	"ringer/eval"
	"ringer/report/arc"
	"ringer/report/corpus"
	"ringer/report/corpus/corpustest"
)

// laid returns a game in which seats lay coins of weight 0 in turn, and after each of them
// chance throws a coin of the next weight.
func laid(weights ...int) env.Game {
	var coins []corpustest.Coin
	for i, w := range weights {
		coins = append(coins, corpustest.Coin{By: env.Player(i % 2)}, corpustest.Coin{By: env.Chance, Weight: w})
	}
	return corpustest.New(coins...)
}

func play(t *testing.T, g env.Game, games, workers int) *arc.Study {
	t.Helper()
	agent := eval.Entry{Name: "random", Agent: random.New()}
	c, err := corpus.Play(context.Background(), corpus.Config{Game: g, Entries: []eval.Entry{agent}, Games: games, Seed: 8})
	require.NoError(t, err)
	s, err := arc.Play(context.Background(), arc.Config{Corpus: c, Judge: agent, Games: games, Positions: len(c.Games[0].History) / 2, Playouts: 64, Seed: 9, Workers: workers})
	require.NoError(t, err)
	return s
}

// The majority of five throws: before them both seats have the same chance, after one the
// leader has 11/16, after two equal ones 7/8, and so on.
func TestTheChancesAreRight(t *testing.T) {
	s := play(t, laid(1, 1, 1, 1, 1), 400, 1)
	require.Len(t, s.Points, 5)
	assert.InDelta(t, .5, s.Points[0].Leader.Mean.Value, .01, "no playout luck in the leader's chance")
	assert.InDelta(t, .5, s.Points[0].LeaderWins.Value, .05)
	assert.InDelta(t, 11./16, s.Points[1].Leader.Mean.Value, .01)
	assert.InDelta(t, 11./16, s.Points[1].LeaderWins.Value, .06)
	// After two: equal ones (half of the games) give 7/8, unequal ones 1/2.
	assert.InDelta(t, (7./8+1./2)/2, s.Points[2].Leader.Mean.Value, .02)
	// After three: equal ones (1/4) have decided it, others give 3/4.
	assert.InDelta(t, (1+3*3./4)/4, s.Points[3].Leader.Mean.Value, .02)
	// After four: sums of 0 (3/8) are open, others decided.
	assert.InDelta(t, 1-3./16, s.Points[4].Leader.Mean.Value, .03)
	// A game whose sum is 0 after four throws is open at the last point.
	assert.InDelta(t, 3./8, s.Open.Value, .07)
	assert.Less(t, s.Open.Low, 3./8)
	assert.Greater(t, s.Open.High, 3./8)
	assert.Empty(t, s.Flags)
	assert.Equal(t, s, play(t, laid(1, 1, 1, 1, 1), 400, 3), "results do not depend on workers")
}

// A first throw that weighs more than all others decides the game, and no lead changes.
func TestAnEarlyDecisionIsFlagged(t *testing.T) {
	s := play(t, laid(9, 1, 1, 1, 1, 1), 60, 0)
	assert.InDelta(t, 1./6, s.Decided.Median, 1e-9)
	assert.InDelta(t, 1, s.Early.Value, 0)
	assert.Less(t, s.LeadChanges.Value, .05, "noise alone")
	require.Len(t, s.Flags, 1)
	assert.Equal(t, "decided-early", s.Flags[0].Kind)
	require.Len(t, s.Flags[0].Examples, 3)
	assert.Equal(t, 2, s.Flags[0].Examples[0].At)
	assert.Empty(t, s.Comebacks)
}

// A last throw that weighs more than all others leaves every game open, and the lead means
// nothing. Where all throws weigh the same, the lead changes.
func TestALotteryIsFlagged(t *testing.T) {
	s := play(t, laid(1, 1, 1, 1, 1, 9), 400, 0)
	assert.InDelta(t, 1, s.Open.Value, 0)
	require.Len(t, s.Flags, 1)
	assert.Equal(t, "open-late", s.Flags[0].Kind)

	s = play(t, laid(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), 100, 0)
	assert.Greater(t, s.LeadChanges.Low, .05)
	require.Len(t, s.MostChanges, 3)
	assert.NotEmpty(t, s.Comebacks)
}
