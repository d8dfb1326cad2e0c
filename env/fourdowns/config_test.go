package fourdowns_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/fourdowns"
	"ringer/env/games"
)

// C-6: every fault is reported at once, with its path; nothing is corrected
// silently.
func TestConfigFaultsC6(t *testing.T) {
	c := game(t, "fourdowns").Config()
	require.NoError(t, c.Validate())
	c.Players, c.HandCards, c.CardsForTwo, c.MaxKnocks, c.Yards, c.OutAt, c.Hands, c.Returns = 5, 0, 13, 13, 0, 0, 60, "both"
	c.Groups = []int{7, 7}
	_, err := fourdowns.New(c)
	var faults env.Faults
	require.ErrorAs(t, err, &faults)
	for i, want := range []string{
		"players: 5: want a number from 2 to 4", "max_knocks: 13: want a number from 0 to 12",
		"hand_cards: 0: want a number from 1 to 12", "cards_for_two: 13: want a number from 1 to 12",
		"yards: 0: want a number from 1 to 1000", "out_at: 0: want a number from 1 to 10000",
		"hands: 60: want a number from 0 to 59", "returns: both: want win or yards",
	} {
		assert.EqualError(t, faults[i], want)
	}
	assert.ErrorContains(t, err, "groups = [7,7]", "those of the deck too")

	for text, want := range map[string]string{
		"fourdowns(hand_cards=8)":                       "hand_cards: 8: want at most 28 cards in all, not 4 × 8",
		"fourdowns(file=mini,hand_cards=5)":             "hand_cards: 5: want at most 8 cards in all, not 2 × 5",
		"fourdowns(file=mini,eight_cards_for_two=true)": "cards_for_two: 8: want at most 8 cards in all, not 2 × 8",
		"fourdowns(yards=1)":                            "out_at: 100: want at most 30: 30 losses of the smallest stake",
		"fourdowns(first_downs=maybe)":                  `first_downs: "maybe": want true or false`,
		"fourdowns(players=1)":                          "players: 1: want a number from 2 to 4",
	} {
		_, err := games.New(text)
		assert.ErrorContains(t, err, want, text)
	}
}

// The deck is data: another one is another game of the same rules, and the names of
// its cards are free.
func TestDecksC6(t *testing.T) {
	c := game(t, "fourdowns").Config()
	c.Cards = append(c.Cards[:0:0], c.Cards...)
	for i := range c.Cards {
		c.Cards[i].Name = codeOf(c.Cards[i])
	}
	renamed, err := fourdowns.New(c)
	require.NoError(t, err)
	p, q := newPlayer(game(t, "fourdowns"), 4), newPlayer(renamed, 4)
	for range 3000 {
		p.step()
		q.step()
		require.Equal(t, p.s.CurrentPlayer(), q.s.CurrentPlayer())
		require.Equal(t, p.legal, q.legal)
		require.Equal(t, p.observation, q.observation)
	}
	assert.NotEqual(t, game(t, "fourdowns(deck=even)").Spec().Hash, game(t, "fourdowns").Spec().Hash)
}

// Lost and doubled cards and yards from nowhere are found.
func TestConservationFindsFaults(t *testing.T) {
	b := deal(t, "fourdowns", 3, "", "", "", "")
	require.NoError(t, b.Conservation())
	lost := b.Clone().(*fourdowns.State)
	fourdowns.Lose(lost, 2)
	assert.ErrorContains(t, lost.Conservation(), "missing")
	double := b.Clone().(*fourdowns.State)
	fourdowns.Double(double, 1, 2)
	assert.ErrorContains(t, double.Conservation(), "in two places")
	fourdowns.SetYards(b.State, 5)
	assert.ErrorContains(t, b.Conservation(), "no multiple")
}
