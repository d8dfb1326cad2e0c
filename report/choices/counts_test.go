package choices_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/report/choices"
	"ringer/report/ratio"
)

// Two games, counted by hand: the first asks three times, once by force, and the second never.
func TestChoicesAreSummedUp(t *testing.T) {
	first, second := choices.New(2), choices.New(2)
	assert.False(t, first.Ask(0, 1))
	for _, taken := range []string{"raise", "raise"} {
		assert.True(t, first.Ask(0, 2))
		for _, words := range []string{"fold", "raise"} {
			n, _ := first.At(0, words)
			n.Offer(2, words == taken)
		}
	}
	n, met := first.At(0, "raise")
	assert.False(t, met)
	n.Worth += 1
	first.Groups[0].Entropy = 1
	assert.True(t, second.Ask(1, 3))

	s := choices.Sum([]choices.Counts{first, second}, 0, 2)
	assert.Equal(t, 3, s.Times)
	assert.InDelta(t, 3./4, s.Asked.Value, 1e-12)
	assert.InDelta(t, 1./3, s.Forced.Value, 1e-12)
	assert.Equal(t, 2., s.Legal.Value)
	assert.Equal(t, .5, s.Entropy.Value)
	require.Len(t, s.Actions, 2)
	slices.SortFunc(s.Actions, choices.ByCount)
	raise, fold := s.Actions[0], s.Actions[1]
	assert.Equal(t, []any{"raise", 2, 2, 1., .5, .5}, []any{raise.Words, raise.Taken, raise.Offered, raise.Share.Value, raise.Worth.Value, raise.Random})
	assert.Equal(t, []any{"fold", 0, 2, 0.}, []any{fold.Words, fold.Taken, fold.Offered, fold.Often.Value})
	assert.Empty(t, choices.Sum([]choices.Counts{first, second}, 1, 2).Actions)
}

// A game in which an action was not offered is one in which it was not taken: its share is
// the share of a ratio that closes every game.
func TestSharesCountGamesWithout(t *testing.T) {
	var games []choices.Counts
	plain := ratio.Ratio{Name: "share", Share: true}
	for i := range 7 {
		c := choices.New(1)
		for range i % 3 {
			c.Ask(0, 2)
		}
		took := 0
		if i%2 == 1 {
			n, _ := c.At(0, "now and then")
			n.Offer(2, true)
			took = 1
		}
		plain.Add(float64(took), float64(i%3))
		plain.Close()
		games = append(games, c)
	}
	// The third game has no decision with a choice, and takes nothing.
	assert.Equal(t, plain.Figure(), choices.Sum(games, 0, 1).Actions[0].Share)
}

func TestEntropy(t *testing.T) {
	assert.InDelta(t, 1, choices.Entropy([]float32{.25, .25, .25, .25}), 1e-6)
	assert.Zero(t, choices.Entropy([]float32{1, 0}))
	assert.InDelta(t, (-.9*math.Log(.9)-.1*math.Log(.1))/math.Log(2), choices.Entropy([]float32{.9, .1}), 1e-6)
}
