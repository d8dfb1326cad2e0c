package fourdowns_test

import (
	"math/bits"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/fourdowns"
)

const tricks = "fourdowns(first_downs=false)"

// FD-1: 28 cards, four each; the player after the dealer opens, with any card.
func TestFourCardsEachFD1(t *testing.T) {
	b := deal(t, tricks, 1, "", "", "bo7 gd4 pd6 oo5", "")
	assert.Len(t, b.g.Config().Cards, 28)
	for seat := range 4 {
		assert.Equal(t, 4, b.HandSize(seat))
	}
	assert.Equal(t, 2, int(b.CurrentPlayer()))
	assert.Equal(t, []string{"bo7", "oo5", "pd6", "gd4"}, b.legal())
	assert.Equal(t, 4, b.Rounds())
}

// FD-1: who has the lead's colour and the opposite side must play one of those;
// else one of the same colour and side; else any card.
func TestFollowingFD1(t *testing.T) {
	b := deal(t, tricks, 3,
		"bo5 go7 od4 pd5",
		"bd4 bd7 bo7 go6", // both, some too weak to take the lead
		"bo6 bo4 od6 go5", // the same side only
		"gd4 oo5 po4 pd6") // neither
	b.do("bo5")
	assert.Equal(t, []string{"bd7", "bd4"}, b.legal(), "a choice among several, taking the lead or not")
	b.do("bd4")
	assert.Equal(t, []string{"bo6", "bo4"}, b.legal())
	b.do("bo6")
	assert.Equal(t, []string{"po4", "oo5", "pd6", "gd4"}, b.legal())
	b.do("gd4")
	assert.Equal(t, 0, int(b.CurrentPlayer()), "nobody took the lead: bd4 is too weak, bo6 has the same side, gd4 another colour")
	assert.Equal(t, 1, b.Round())
}

// FD-1: a follower equal to the opening card takes the lead; the highest has it;
// all look at the opening card only.
func TestTakingTheLeadFD1(t *testing.T) {
	for _, x := range []struct {
		name, cards string
		leader      int
	}{
		{"equal strength takes the lead", "bo6 bd6 go5 oo5", 1},
		{"stronger takes the lead", "bo6 bd7 go5 oo5", 1},
		{"weaker does not", "bo6 bd4 go5 oo5", 0},
		{"the highest has it, not the last", "bo4 bd7 bd6 bd4", 1},
		{"nor the first", "bo4 bd4 bd6 bd7", 3},
		{"as strong as the opening card, weaker than the leader: no", "bo4 bd7 bd4 oo5", 1},
		{"the same side never does", "bo4 bo7 bo6 bo5", 0},
		{"another colour never does", "bo4 pd7 gd7 od7", 0},
		{"defense opens: offense answers", "gd5 go6 bo7 bd7", 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			cards := strings.Fields(x.cards)
			b := deal(t, "fourdowns(first_downs=false,hand_cards=1)", 3, cards[0], cards[1], cards[2], cards[3])
			b.do(x.cards)
			assert.Equal(t, x.leader, b.Dealer(), "the leader of the only round wins the hand")
		})
	}
}

// FD-1: the leader of a round opens the next one.
func TestLeaderOpensFD1(t *testing.T) {
	b := deal(t, tricks, 3, "bo4 go7 oo7 pd7", "gd4 go6 oo6 pd6", "bd4 bd7 oo5 po4", "bo5 gd5 od4 po7")
	b.do("bo4 gd4 bd7 bo5")
	assert.Equal(t, 2, b.Opener())
	assert.Equal(t, 2, int(b.CurrentPlayer()))
	assert.Equal(t, []string{"po4", "oo5", "bd4"}, b.legal(), "with any card")
}

// FD-1: within a class strengths differ, so two followers that qualify are never
// level.
func TestNoTiesFD1(t *testing.T) {
	g := game(t, "fourdowns")
	for lead := range g.Config().Cards {
		strengths := map[int]bool{}
		for set := g.Beats(lead); set != 0; set &= set - 1 {
			c := g.Card(bits.TrailingZeros64(set))
			assert.False(t, strengths[c.Strength])
			strengths[c.Strength] = true
			assert.GreaterOrEqual(t, c.Strength, g.Card(lead).Strength)
			assert.Equal(t, g.Card(lead).Colour, c.Colour)
			assert.NotEqual(t, g.Card(lead).Side, c.Side)
		}
		assert.NotEmpty(t, strengths, "every lead can be beaten")
	}
}

// FD-2: the winner of the last round wins the hand, all others lose 10 yards, and
// the winner deals the next hand.
func TestTheLastRoundWinsFD2(t *testing.T) {
	b := deal(t, tricks, 3,
		"bo7 go7 oo7 pd5",
		"bo6 go6 oo6 pd6",
		"bo5 go5 oo5 po4",
		"bo4 gd4 od4 po7")
	b.do("bo7 bo6 bo5 bo4").do("go7 go6 go5 gd4").do("oo7 oo6 oo5 od4")
	assert.Equal(t, []int{0, 0, 0, 0}, b.yards(), "three rounds won count for nothing")
	b.do("pd5 pd6 po4")
	assert.Equal(t, 0, b.Leader())
	b.do("po7")
	assert.Equal(t, []int{10, 10, 10, 0}, b.yards())
	assert.Equal(t, 3, b.Dealer())
	assert.Equal(t, 0, b.Opener())
	assert.Equal(t, 1, b.Hands())
	assert.Equal(t, env.Chance, b.CurrentPlayer(), "cards are dealt anew")
	assert.Len(t, b.LegalActions(nil), 28)
}

// FD-2: at 100 yards a player is out and is dealt no more cards; the last one
// standing wins (C-3).
func TestOutAtHundredFD2(t *testing.T) {
	b := deal(t, "fourdowns(players=3,first_downs=false,eight_cards_for_two=false)", 2,
		"bo7 go7 oo7 pd7", "bo6 go6 oo6 pd6", "bo5 go5 oo5 po4")
	fourdowns.SetYards(b.State, 90, 90, 80)
	b.do("bo7 bo6 bo5 go7 go6 go5 oo7 oo6 oo5 pd7 pd6 po4")
	assert.Equal(t, []int{90, 100, 90}, b.yards())
	assert.False(t, b.InGame(1))
	b.dealHands("bo7 go7 oo7 pd7", "", "bo5 go5 oo5 po4")
	assert.Zero(t, b.HandSize(1))
	assert.Equal(t, 2, int(b.CurrentPlayer()), "seat 1, next after the dealer, is passed over")
	b.do("bo5 bo7 go5 go7 oo5 oo7")
	assert.Equal(t, []float64{0, 0, 0}, b.returns())
	b.do("po4 pd7")
	assert.Equal(t, env.Terminal, b.CurrentPlayer())
	assert.Equal(t, []int{90, 100, 100}, b.yards())
	assert.Equal(t, []float64{1, -0.5, -0.5}, b.returns())
}

// FD-4, FD-6: two players alone in the game get eight cards each, from the first
// hand of a game of two, and whenever two are left.
func TestEightCardsForTwoFD4FD6(t *testing.T) {
	b := deal(t, "fourdowns(players=2)", 0, "", "")
	assert.Equal(t, []int{8, 8}, []int{b.HandSize(0), b.HandSize(1)})
	assert.Equal(t, 8, b.Rounds())

	b = deal(t, "fourdowns(players=2,eight_cards_for_two=false)", 0, "", "")
	assert.Equal(t, []int{4, 4}, []int{b.HandSize(0), b.HandSize(1)})

	b = deal(t, "fourdowns(players=3,first_downs=false)", 2, "bo7 go7 oo7 pd7", "bo6 go6 oo6 pd6", "bo5 go5 oo5 po4")
	assert.Equal(t, 4, b.Rounds(), "three are in the game")
	fourdowns.SetYards(b.State, 0, 90, 0)
	b.do("bo7 bo6 bo5 go7 go6 go5 oo7 oo6 oo5 pd7 pd6 po4")
	b.dealHands("", "", "")
	assert.Equal(t, []int{8, 0, 8}, []int{b.HandSize(0), b.HandSize(1), b.HandSize(2)})

	b = deal(t, "fourdowns(players=3)", 2, "", "", "")
	b.do("knock fold call")
	assert.Equal(t, 4, b.Rounds(), "two left in the hand are not two left in the game")
}

// FD-5: what a player who folds has played stays on the table, face up; the rest
// of the hand stays hidden; the next hand is dealt from all cards.
func TestFoldedCardsStayFD5(t *testing.T) {
	b := deal(t, "fourdowns(players=3)", 2, "bo7 go7 oo7 pd7", "bo6 go6 oo6 pd6", "bo5 go5 oo5 po4")
	b.do("pass pass pass bo7 bo6 bo5").do("knock fold call")
	assert.Equal(t, []string{"bo6"}, codes(b.g, b.Played(1)))
	for seat := range env.Player(3) {
		o := make([]float32, b.g.Spec().ObservationSize())
		b.Observe(seat, o)
		row := (1 - int(seat) + 3) % 3
		assert.Equal(t, float32(1), o[b.g.Spec().FieldOffset("played")+28*row+int(id(t, b.g, "bo6"))])
	}
	assert.Contains(t, codes(b.g, b.Unseen(0)), "go6")
	assert.NotContains(t, codes(b.g, b.Unseen(0)), "bo6")
	b.do("go7 go5 pass pass oo7 oo5 pass pass pd7 po4")
	assert.Equal(t, env.Chance, b.CurrentPlayer())
	assert.Len(t, b.LegalActions(nil), 28, "dealt fresh")
	assert.Empty(t, b.Played(1))
}

// FD-6: the first dealer is drawn uniformly.
func TestFirstDealerFD6(t *testing.T) {
	s := game(t, "fourdowns(players=3)").NewInitialState()
	assert.Equal(t, env.Chance, s.CurrentPlayer())
	third := 1. / 3
	assert.Equal(t, []env.Outcome{{Action: 0, Prob: third}, {Action: 1, Prob: third}, {Action: 2, Prob: third}}, s.(env.Chancer).ChanceOutcomes(nil))
	for dealer := range 3 {
		b := deal(t, "fourdowns(players=3)", dealer, "", "", "")
		assert.Equal(t, (dealer+1)%3, int(b.CurrentPlayer()))
	}
}

// C-2: the deal is lazy and uniform, one card at a time from the player after the
// dealer.
func TestTheDealC2(t *testing.T) {
	g := game(t, "fourdowns(players=3)")
	s := g.NewInitialState().(*fourdowns.State)
	require.NoError(t, s.Apply(1))
	for k := range 12 {
		outcomes := s.ChanceOutcomes(nil)
		assert.Len(t, outcomes, 28-k)
		for _, o := range outcomes {
			assert.InDelta(t, 1/float64(28-k), o.Prob, 1e-12)
		}
		seat := (2 + k) % 3
		require.NoError(t, s.Apply(outcomes[k].Action))
		assert.Equal(t, k/3+1, s.HandSize(seat))
	}
}
