package luck_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/agents/random"
	"ringer/env"
	"ringer/eval"
	"ringer/report/corpus/corpustest"
	"ringer/report/luck"
	"ringer/report/ratio"
)

// heads lays heads with a probability for which it wins as seat 0, and tails as seat 1.
type heads float32

func (h heads) Decide(_ context.Context, views []agents.View) ([]agents.Decision, error) {
	out := make([]agents.Decision, len(views))
	for i, v := range views {
		p := float32(h)
		if v.Seat == 1 {
			p = 1 - p
		}
		out[i].Probs = []float32{1 - p, p}
	}
	return out, nil
}

func play(t *testing.T, agent agents.Agent, workers int, coins ...corpustest.Coin) *luck.Study {
	t.Helper()
	s, err := luck.Play(context.Background(), luck.Config{
		Game: corpustest.New(coins...), Agent: eval.Entry{Name: "agent", Agent: agent}, Deals: 200, Seed: 3, Workers: workers,
	})
	require.NoError(t, err)
	assert.InDelta(t, 1, s.Seat.Value+s.Deal.Value+s.Chance.Value+s.Agents.Value+s.Both.Value, 1e-9)
	return s
}

// A coin that outweighs all others takes all of the variance: in the deal, later, or laid by
// an agent at random. Of three equal coins each explains 1/4: E[win | one] is 3/4 or 1/4,
// with a variance of 1/16 of 1/4. The last quarter is of all three together, which later
// chance and agents do not decide without each other.
func TestTheVarianceIsTakenApart(t *testing.T) {
	deal, chance, laid := corpustest.Coin{By: env.Chance, Weight: 1}, corpustest.Coin{By: env.Chance, Weight: 1}, corpustest.Coin{By: 0, Weight: 1}
	other := corpustest.Coin{By: 1} // after it, chance is no deal
	heavy := func(c corpustest.Coin) corpustest.Coin { c.Weight = 9; return c }

	s := play(t, random.New(), 1, heavy(deal), other, chance, laid)
	assert.InDelta(t, 1, s.Deal.Value, .02)
	assert.True(t, s.Dealt)
	s = play(t, random.New(), 1, deal, other, heavy(chance), laid)
	assert.InDelta(t, 1, s.Chance.Value, .03)
	s = play(t, random.New(), 1, deal, other, chance, heavy(laid))
	assert.InDelta(t, 1, s.Agents.Value, .03)

	s = play(t, random.New(), 1, deal, other, chance, laid)
	for _, f := range []ratio.Figure{s.Deal, s.Chance, s.Agents, s.Both} {
		assert.Less(t, f.Low, .25, f.Name)
		assert.Greater(t, f.High, .25, f.Name)
		assert.Less(t, f.High-f.Low, .2, f.Name)
	}
	assert.InDelta(t, 0, s.Seat.Value, .01)
	assert.Equal(t, s, play(t, random.New(), 3, deal, other, chance, laid), "results do not depend on workers")

	s = play(t, random.New(), 1, laid, heavy(chance))
	assert.False(t, s.Dealt)
	assert.Zero(t, s.Deal.High)

	// Seat 0 always lays heads, the heaviest coin: all is the seat's.
	s = play(t, heads(1), 1, deal, heavy(laid), chance)
	assert.InDelta(t, 1, s.Seat.Value, .01)
}

// The better of two agents, who wins 3 of 4 games, is ahead after 9 games with 95%: a win or
// a loss has the mean 1/2 and the variance 3/4.
func TestGamesUntilSkillShows(t *testing.T) {
	g := corpustest.New(corpustest.Coin{By: 0, Weight: 1}, corpustest.Coin{By: 1, Weight: 1}, corpustest.Coin{By: env.Chance, Weight: 1})
	levels := []eval.Entry{{Name: "weak", Agent: heads(.5)}, {Name: "same", Agent: heads(.5)}, {Name: "strong", Agent: heads(1)}}
	s, err := luck.Play(context.Background(), luck.Config{Game: g, Agent: levels[0], Deals: 2, Levels: levels, LevelGames: 4000, Seed: 1})
	require.NoError(t, err)
	require.Len(t, s.Skill, 2)
	same, strong := s.Skill[0], s.Skill[1]
	assert.Less(t, same.Wins.Low, .5)
	assert.Greater(t, same.Wins.High, .5)
	assert.Equal(t, -1, same.GamesHigh, "it may never be ahead")
	// Against random: its coin wins, the other's is fair, so is the last: 3/4.
	assert.InDelta(t, .75, strong.Wins.Value, .02)
	assert.InDelta(t, 1, strong.Ahead.Value, .08, "a win of 1 is two returns ahead")
	assert.InDelta(t, 9, strong.Games, 1)
	assert.LessOrEqual(t, strong.GamesLow, strong.Games)
	assert.GreaterOrEqual(t, strong.GamesHigh, strong.Games)
	assert.Equal(t, "strong", strong.Better)
	assert.Equal(t, "same", strong.Weaker)
}
