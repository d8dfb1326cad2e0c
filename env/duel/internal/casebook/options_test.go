package casebook_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/duel"
	"ringer/env/duel/space"
)

func all(sets ...func(c *duel.Config)) func(c *duel.Config) {
	return func(c *duel.Config) {
		for _, set := range sets {
			set(c)
		}
	}
}

func avoiding(c *duel.Config) { c.AvoidHits = true }

// DUEL-40, the rule book's example: A avoids hits with 2 and rolls 3 and 6, one
// defense of 8; B attacks with 4 and rolls 3 and 5: the 9 is discarded, the 7 is
// lower than the defense and hits.
func TestAvoidHitsExampleDUEL40(t *testing.T) {
	b := lay(t, avoiding, pair(3, 6, 9, 6))
	b.do("stay at 3,6", "avoid 2", "score 4")
	b.roll("3 6", "3 5")
	b.prone("A")
	assert.Equal(t, 1, b.of("A").Hits)
	b.standing("B")
}

// DUEL-40: a score that is not lower gives no roll, and avoiding gives no attack.
func TestAvoidNeedsTheLowerScoreDUEL40(t *testing.T) {
	for _, mine := range []string{"avoid 4", "avoid 6"} {
		b := lay(t, avoiding, pair(3, 6, 9, 6))
		b.do("stay at 3,6", mine, "score 4")
		b.roll("3 1")
		b.prone("A")
		b.standing("B")
	}
	// When no model attacks, none rolls.
	b := lay(t, avoiding, pair(3, 6, 9, 6))
	b.do("stay at 3,6", "avoid 4", "avoid 2")
	b.asked(1, duel.AskAct, "B")
	// The initiator's defense stands against every responder with a higher score.
	b = lay(t, all(avoiding, func(c *duel.Config) { c.ModelsPerPlayer = 2 }), duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 3)}, {Model: "B1", At: at(8, 3)}, {Model: "B2", At: at(8, 6)},
	}})
	b.do("stay at 3,3", "avoid 1", "score 2", "score 6")
	b.roll("6 6", "5 5", "1 1") // defense 7
	b.standing("A1")
}

// DUEL-21: a model that may only avoid hits sets no score where avoiding is not
// played.
func TestNoScoreWithoutAvoidingDUEL21(t *testing.T) {
	p := pair(3, 6, 9, 6)
	p.Models[1].Jammed = true
	b := lay(t, func(c *duel.Config) { c.Jamming = true }, p)
	b.do("stay at 3,6", "score 5")
	b.roll("2 2", "1") // and the jam die
	b.removed("B")
}

// DUEL-37: a Move of 6 inches with the Duel at its end.
func TestLongMoveDUEL37(t *testing.T) {
	long := func(c *duel.Config) { c.OneAndHalfActions = true }
	b := lay(t, long, pair(2, 2, 11, 11))
	assert.True(t, b.can("go to 8,2"))
	assert.False(t, b.can("go to 8.5,2"))
	assert.False(t, lay(t, nil, pair(2, 2, 11, 11)).can("go to 6.5,2"))
}

// DUEL-37: a skirmish is 4 inches in two legs with a Duel between them on one
// die; the responders have all their dice. In sight at the end, one more Duel
// follows in which the mover may only avoid.
func TestSkirmishDUEL37DUEL14(t *testing.T) {
	b := lay(t, all(avoiding, func(c *duel.Config) { c.OneAndHalfActions = true }), pair(3, 3, 9, 3))
	b.do("skirmish")
	b.asked(0, duel.AskGo, "A")
	assert.False(t, b.can("go to 3,7.5"))
	b.do("go to 3,5", "score 3", "score 5")
	b.roll("3")   // one die
	b.roll("1 1") // two
	b.asked(0, duel.AskGo, "A")
	assert.True(t, b.can("go to 3,7"))
	assert.False(t, b.can("go to 3,7.5"), "2 inches of the 4 are left")
	b.do("go to 3,7")
	b.asked(0, duel.AskScore, "A")
	assert.False(t, b.can("score 3"), "it may only avoid")
	b.do("avoid 2", "score 3")
	b.roll("6 6", "5 5")
	b.standing("A")
	b.asked(1, duel.AskAct, "B")
}

// DUEL-41: bids are hidden until all are made; high bids activate first, ties by
// the seat nearest to the first player; after that the Duels follow, low bids
// first, with the bid as the initiator's score.
func TestBidsDUEL41(t *testing.T) {
	g := build(t, func(c *duel.Config) { c.BidInitiative = duel.BidPlayer; c.Players = 3 })
	s := g.NewInitialState().(*duel.State)
	require.NoError(t, s.Apply(0)) // corners
	b := &bench{t, g, s}
	require.Len(t, s.ChanceOutcomes(nil), 3, "the first player is drawn")
	require.NoError(t, s.Apply(1))
	b.asked(0, duel.AskBid, "A")
	b.do("bid 2")
	assert.NotContains(t, b.s.Text(1), "bid 2")
	assert.Contains(t, b.s.Text(0), "bid 2")
	b.do("bid 5", "bid 5")
	assert.Contains(t, b.s.Text(1), "bid 2")
	// Upkeep has passed the first player on from seat 1 to seat 2.
	assert.Equal(t, []int{2, 1, 0}, b.s.Order())
}

// DUEL-41: the Duels come after all activations, ascending; only the initiator's
// score is its bid.
func TestLateDuelsDUEL41(t *testing.T) {
	p := pair(3, 6, 9, 6)
	p.Models[0].Bid, p.Models[1].Bid = 5, 2
	b := lay(t, func(c *duel.Config) { c.BidInitiative = duel.BidPlayer }, p)
	b.do("stay at 3,6")
	b.asked(1, duel.AskAct, "B") // no Duel yet
	b.do("stay at 9,6")
	b.asked(1, duel.AskScore, "B") // the low bid initiates
	assert.True(t, b.can("score 2"))
	assert.False(t, b.can("score 3"))
	b.do("score 2")
	b.asked(0, duel.AskScore, "A")
	assert.True(t, b.can("score 1"), "a responder is free")
	b.do("score 1")
	b.roll("1 1", "1 1")
	b.asked(0, duel.AskScore, "A")
	assert.True(t, b.can("score 5"))
	assert.False(t, b.can("score 4"))
}

// DUEL-42: a bid for each model: the highest is activated first, whoever owns it.
func TestBidPerModelDUEL42(t *testing.T) {
	b := lay(t, func(c *duel.Config) {
		c.BidInitiative, c.ModelsPerPlayer = duel.BidModel, 2
		c.Board = plains(space.Piece{Type: "wall", Rect: []float64{8, 1, .5, 10}})
	}, duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(2, 2), Bid: 6}, {Model: "A2", At: at(2, 10), Bid: 4}, {Model: "B1", At: at(10, 6), Bid: 3}, {Model: "B2", At: at(10, 2), Bid: 3},
	}})
	b.do("stay at 2,2")
	b.asked(0, duel.AskAct, "A2")
	b.do("stay at 2,10")
	b.asked(1, duel.AskPick, "") // equal bids of one player: the owner's order
	b.do("choose B2")
	b.asked(1, duel.AskAct, "B2")
}

// DUEL-47: two actions, then prone, and no Duel; one of the two may be the long
// Move or the skirmish with its Duel.
func TestExhaustDUEL47DUEL29(t *testing.T) {
	b := lay(t, func(c *duel.Config) { c.Exhaust = true }, pair(5, 6, 9, 6))
	b.do("exhaust")
	assert.False(t, b.can("exhaust"))
	b.do("interact")
	b.asked(0, duel.AskAct, "A")
	assert.Equal(t, 0, b.s.Carrier())
	b.do("go to 1,6")
	b.prone("A")
	assert.Zero(t, b.of("A").Hits, "prone without a hit")
	assert.Equal(t, -1, b.s.Carrier(), "it drops what it carries (DUEL-32)")
	b.asked(1, duel.AskAct, "B")

	p := pair(4, 6, 9, 6)
	p.Carrier = "A"
	b = lay(t, func(c *duel.Config) { c.Exhaust = true }, p)
	b.do("exhaust", "go to 1,6", "leave to the west")
	assert.Equal(t, []float64{1, -1}, b.returns(), "leaving wins before going prone")

	b = lay(t, func(c *duel.Config) { c.Exhaust, c.OneAndHalfActions = true, true }, pair(2, 2, 11, 11))
	b.do("exhaust")
	assert.True(t, b.can("go to 8,2"))
	b.do("go to 7,2")
	assert.False(t, b.can("skirmish"), "the long action is spent")
	assert.False(t, b.can("go to 11.5,2"), "4 inches")
	b = lay(t, func(c *duel.Config) { c.Exhaust, c.OneAndHalfActions = true, true }, pair(2, 2, 11, 11))
	b.do("exhaust", "skirmish", "go to 3,2")
	b.asked(0, duel.AskScore, "A")
}

func bidding(c *duel.Config) {
	heroically(c)
	c.BidInitiative = duel.BidPlayer
}

// DUEL-41, DUEL-57, DUEL-75: a fast model that has disengaged has its second action, also
// under bids, where no further Duel follows.
func TestFastOutOfAMeleeUnderBidsDUEL41DUEL57DUEL75(t *testing.T) {
	b := lay(t, bidding, duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(5, 6), Feats: []string{"fast"}, Bid: 4},
		{Model: "B1", At: at(6, 6), Kind: "hero", Bid: 2},
	}})
	b.play("disengage", "score 1", "avoid 6", "1 1 1", "go to 3,6")
	b.asked(0, duel.AskAct, "A1")
	b.play("go to 1,6")
	b.asked(1, duel.AskAct, "B1")
	b.play("stay at 6,6") // its Duel comes, the Duel of A1 has been
	b.asked(1, duel.AskScore, "B1")
}

// DUEL-41, DUEL-95: each activation of a round brings a model a Duel, under bids all of them
// after the activations, and everybody sees how many are to come.
func TestActivationsOweDuelsDUEL41DUEL95(t *testing.T) {
	b := lay(t, bidding, duel.Position{Act: "A1", Order: []int{0, 1}, Models: []duel.Placed{
		{Model: "A1", At: at(3, 6), Traits: map[string]int{"awesomeness": 1}, Bid: 2},
		{Model: "B1", At: at(9, 6), Kind: "hero", Bid: 6, Acted: true},
	}})
	b.play("stay at 3,6", "choose A1")
	one := observed(b.s, b.g, 1)
	assert.Contains(t, b.s.Text(1), "1 Duel to come")
	b.play("stay at 3,6")
	b.asked(0, duel.AskScore, "A1")
	assert.Contains(t, b.s.Text(1), "1 Duel to come") // the second
	for range 2 {
		b.asked(0, duel.AskScore, "A1")
		b.play("score 2", "avoid 6", "1 1 1")
	}
	assert.Equal(t, 3, b.s.Round(), "no third Duel: %s", b.s.Text(0))

	// with two to come, text and observation say so
	p := duel.Position{Act: "A1", Order: []int{0, 1}, Models: []duel.Placed{
		{Model: "A1", At: at(3, 6), Traits: map[string]int{"awesomeness": 2}, Bid: 2},
		{Model: "B1", At: at(9, 6), Kind: "hero", Bid: 6, Acted: true},
		{Model: "A2", At: at(3, 9), Kind: "ganger", Acted: true, Bid: 2},
	}}
	b = lay(t, bidding, p)
	b.play("stay at 3,6", "choose A1", "stay at 3,6", "choose A2")
	assert.Contains(t, b.s.Text(1), "2 Duels to come")
	assert.NotEqual(t, one, observed(b.s, b.g, 1))
}

// DUEL-41, DUEL-94: a Hero that could shoot at an enemy that it does not see has a Duel to come.
func TestBlindShotUnderBidsDUEL41DUEL94(t *testing.T) {
	b := lay(t, all(bidding, func(c *duel.Config) { c.AddOns, c.MobRadius = []string{duel.AddOnCityBrawl}, 1 }), duel.Position{Act: "A1", Order: []int{0, 1}, Mobs: []duel.MobAt{{At: []float64{6, 6}}}, Models: []duel.Placed{
		{Model: "A1", At: at(1, 6), Feats: []string{"zero_vision_shooting"}, Bid: 2},
		{Model: "B1", At: at(11, 6), Kind: "hero", Bid: 6, Acted: true}, // behind the mob
	}})
	b.play("stay at 1,6")
	b.asked(0, duel.AskWhom, "A1")
	b.play("choose B1")
	b.asked(0, duel.AskScore, "A1")
}

// DUEL-41, DUEL-77: a Wingman whose Duel to come is with nobody may help others whose Duels are
// still to come.
func TestWingmanUnderBidsDUEL41DUEL77(t *testing.T) {
	b := lay(t, all(bidding, func(c *duel.Config) {
		c.Board = plains(space.Piece{Type: "wall", Rect: []float64{5, 2, .5, 3}})
	}), duel.Position{Act: "A1", Order: []int{0, 1}, Models: []duel.Placed{
		{Model: "A1", At: at(3, 3.5), Feats: []string{"wingman"}, Bid: 1},
		{Model: "A2", At: at(3, 6.5), Kind: "ganger", Bid: 1},
		{Model: "B1", At: at(9, 3.5), Kind: "hero", Bid: 6, Acted: true}, // A2 sees it, A1 does not
	}})
	b.play("stay at 3,3.5", "stay at 3,6.5")
	b.asked(0, duel.AskPick, "")
	b.play("choose A1")
	b.asked(0, duel.AskWhom, "A1")
	b.play("choose A2", "score 1", "score 6")
	assert.Equal(t, 3, b.diceThrown())
}
