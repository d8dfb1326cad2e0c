package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/duel"
	"ringer/env/duel/space"
)

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
	b.play("stay at 6,6") // its Duel comes, that of A1 has been
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
