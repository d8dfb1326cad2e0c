package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

func armed(models ...duel.Kit) func(c *duel.Config) {
	return func(c *duel.Config) {
		c.Armory = true
		c.Warbands = nil
		for _, k := range models { // one for each seat
			c.Warbands = append(c.Warbands, duel.Warband{Models: []duel.Kit{k}})
		}
	}
}

func all(sets ...func(c *duel.Config)) func(c *duel.Config) {
	return func(c *duel.Config) {
		for _, set := range sets {
			set(c)
		}
	}
}

func avoiding(c *duel.Config) { c.AvoidHits = true }
func brawling(c *duel.Config) { c.Melee, c.AvoidHits = true, true }

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
	// Nobody attacks: nobody rolls.
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

// DUEL-21: who may only avoid hits sets no score where avoiding is not played.
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

// DUEL-39: a two-handed weapon may roll one own die again, after seeing all, also
// when returning fire; not against a target in cover.
func TestTwoHandedRerollDUEL39(t *testing.T) {
	rifle := armed(duel.Kit{Ranged: duel.OneHanded}, duel.Kit{Ranged: duel.TwoHanded})
	b := lay(t, rifle, pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 4", "score 3")
	b.roll("1 3") // B returns fire first
	b.asked(1, duel.AskReroll, "B")
	b.do("roll a 1 again")
	b.roll("4")
	b.prone("A")

	fence := func(c *duel.Config) {
		c.Cover = duel.CoverSimple
		c.Board = plains(space.Piece{Type: "fence", Rect: []float64{3.5, 5, .2, 2}})
	}
	b = lay(t, all(rifle, fence), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 4", "score 3")
	b.roll("1 6") // neither a reroll for the weapon nor one for the cover
	b.prone("A")
}

// DUEL-38: a shield is light cover against attacks from the half-plane it faces,
// turned after placement and each Move.
func TestShieldDUEL38(t *testing.T) {
	shield := all(armed(duel.Kit{Ranged: duel.OneHanded}, duel.Kit{Ranged: duel.OneHanded, Shield: true}), func(c *duel.Config) { c.Cover = duel.CoverSimple })
	for facing, covered := range map[string]bool{"west": true, "north": true, "northwest": true, "east": false, "northeast": false} {
		p := pair(3, 6, 9, 6)
		p.Models[1].Facing = facing
		b := lay(t, shield, p)
		b.do("stay at 3,6", "score 3", "score 6")
		b.roll("4 1")
		if covered {
			b.roll("1") // the hit is rolled again
			b.roll("1 1")
			b.standing("B")
		} else {
			b.prone("B")
		}
	}
	p := pair(3, 6, 9, 6)
	p.Act = "B"
	b := lay(t, shield, p)
	b.do("go to 9,7")
	b.asked(1, duel.AskFace, "B")
	b.do("face west")
	assert.Equal(t, 4, b.of("B").Facing)
	b.asked(1, duel.AskScore, "B")
}

// DUEL-45: against cover one die that hit is rolled again, the attacker choosing
// which; heavy cover costs two when the target avoids hits, and a prone target
// counts as returning fire.
func TestCoverRerollsDUEL45DUEL13(t *testing.T) {
	fence := space.Piece{Type: "fence", Rect: []float64{8, 5, .2, 2}} // low: hides the lower part
	wall := space.Piece{Type: "fence", Rect: []float64{8.2, 4.5, .2, 3}, Height: 2}
	set := func(cover string, pieces ...space.Piece) func(c *duel.Config) {
		return func(c *duel.Config) { c.Cover, c.AvoidHits, c.Board = cover, true, plains(pieces...) }
	}
	b := lay(t, set(duel.CoverSimple, fence), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 3", "score 5")
	b.roll("4 6")
	b.asked(0, duel.AskCover, "A")
	assert.False(t, b.can("done"), "no choice but which")
	b.do("roll a 4 again")
	b.roll("1")
	b.prone("B")
	assert.Equal(t, 1, b.of("B").Hits)

	// Wholly behind a high fence: seen through it, and heavy cover (DUEL-4).
	b = lay(t, set(duel.CoverAdvanced, wall), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 6", "avoid 6")
	b.roll("6 6") // equal scores: no defense, but both hits are rolled again
	b.roll("1 1")
	b.removed("B") // 6 + 1 hits too
	b = lay(t, set(duel.CoverAdvanced, wall), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 3", "avoid 6")
	b.roll("6 6", "1 1")
	b.standing("B")
	b = lay(t, set(duel.CoverAdvanced, wall), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 3", "score 6")
	b.roll("6 6", "1") // it returns fire: one die
	b.prone("B")
	// Simple cover knows no heavy one.
	b = lay(t, set(duel.CoverSimple, wall), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 3", "avoid 6")
	b.roll("6 6", "1")
	b.prone("B")
	// A miss needs no reroll.
	b = lay(t, set(duel.CoverSimple, fence), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 3", "score 6")
	b.roll("1 2")
	b.standing("B")
	assert.Equal(t, 1, b.s.Subject(), "B rolls next")
}

// DUEL-45: who touches a cover piece is covered from any side, unless the attacker
// touches it too.
func TestTouchingCoverDUEL45(t *testing.T) {
	crate := space.Piece{Type: "crate", Rect: []float64{9.5, 5.5, 1, 1}}
	b := lay(t, func(c *duel.Config) { c.Cover = duel.CoverSimple; c.Board = plains(crate) }, pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 3", "score 5")
	b.roll("4 1", "1") // the crate is behind it
	b.roll("1 1")
	b.standing("B")
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

// DUEL-43: a charge goes straight into contact with an enemy in sight within 6
// inches, and the Duel there, with +1 on each die, is with that enemy alone.
func TestChargeDUEL43(t *testing.T) {
	charge := all(brawling, func(c *duel.Config) { c.Charge = true })
	b := lay(t, charge, pair(2, 6, 8, 6))
	require.True(t, b.can("charge B"))
	b.do("charge B")
	assert.Equal(t, space.Point{X: 14, Y: 12}, b.of("A").At)
	assert.True(t, b.s.HandToHand())
	b.do("score 3", "score 4")
	b.roll("3 1") // 3 + 3 + 1
	b.prone("B")

	assert.False(t, lay(t, charge, pair(2, 6, 10, 6)).can("charge B"), "too far")
	assert.False(t, lay(t, all(charge, func(c *duel.Config) {
		c.Board = plains(space.Piece{Type: "fence", Rect: []float64{5, 4, .2, 4}})
	}), pair(2, 6, 8, 6)).can("charge B"), "a fence is in the way")
	assert.False(t, lay(t, charge, pair(7, 6, 8, 6)).can("charge B"), "already in contact")
}

// DUEL-34: in contact a model fights there; it may shoot at others instead.
func TestMeleeDUEL34(t *testing.T) {
	b := lay(t, brawling, pair(5, 6, 7, 6))
	b.do("go to 6,6", "score 3", "score 4")
	assert.True(t, b.s.HandToHand())
	b.roll("4 1")
	b.prone("B")

	b = lay(t, all(brawling, func(c *duel.Config) { c.ModelsPerPlayer = 2 }), duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(5, 6)}, {Model: "B1", At: at(6, 6)}, {Model: "B2", At: at(6, 11)},
	}})
	b.do("stay at 5,6")
	b.asked(0, duel.AskWeapon, "A1")
	b.do("shoot")
	b.do("score 4")
	b.asked(1, duel.AskScore, "B2")
}

// DUEL-55: each standing ally in contact with the target and with no other
// standing enemy adds 1 to each die.
func TestSupportDUEL55(t *testing.T) {
	p := duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(5, 6)}, {Model: "A2", At: at(7, 6)}, {Model: "B1", At: at(6, 6)},
	}}
	two := all(brawling, func(c *duel.Config) { c.ModelsPerPlayer = 2 })
	b := lay(t, two, p)
	b.do("stay at 5,6", "score 3", "score 6")
	b.roll("3 1") // 3 + 3 + 1
	b.prone("B1")
	p.Models[1].Status = "prone"
	b = lay(t, two, p)
	b.do("stay at 5,6", "score 3", "score 6")
	b.roll("3 1")
	b.standing("B1")
	p.Models[1].Status = ""
	p.Models = append(p.Models, duel.Placed{Model: "B2", At: at(8, 6)})
	b = lay(t, two, p)
	b.do("stay at 5,6", "fight hand to hand", "score 3", "score 6")
	b.roll("3 1")
	b.standing("B1") // the ally has an enemy of its own
}

// DUEL-56: a shot into a melee hits a member drawn by chance, which may only avoid
// hits; the owner may decline it when an own model is in there, whose score is a
// die.
func TestShootingIntoMeleeDUEL56(t *testing.T) {
	p := duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 3)}, {Model: "A2", At: at(9, 3)}, {Model: "B1", At: at(9, 4)},
	}}
	two := all(brawling, func(c *duel.Config) { c.ModelsPerPlayer = 2 })
	b := lay(t, two, p)
	b.do("stay at 3,3")
	b.asked(0, duel.AskInto, "A1")
	b.do("no")
	b.asked(1, duel.AskAct, "B1")

	b = lay(t, two, p)
	b.do("stay at 3,3", "yes")
	require.Equal(t, "draw A2", b.s.ActionString(b.s.LegalActions(nil)[0]))
	require.Len(t, b.s.LegalActions(nil), 2)
	require.NoError(t, b.s.Apply(1))
	b.do("score 5")
	b.roll("2")          // the score of the own model
	b.roll("6 6", "5 5") // it avoids
	b.standing("A2", "B1")

	b = lay(t, two, p)
	b.do("stay at 3,3", "yes")
	require.NoError(t, b.s.Apply(2)) // B1
	b.do("score 4")
	b.asked(1, duel.AskScore, "B1")
	assert.False(t, b.can("score 3"), "it may only avoid")

	// A melee of enemies only needs no leave.
	b = lay(t, all(two, func(c *duel.Config) { c.Players = 3 }), duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 3)}, {Model: "B1", At: at(9, 3)}, {Model: "C1", At: at(9, 4)},
	}})
	b.do("stay at 3,3")
	assert.Equal(t, env.Chance, b.s.CurrentPlayer())
}

// DUEL-57: in contact with standing armed enemies only Moves that keep contact are
// legal; to disengage they attack first, and the mover may only avoid.
func TestDisengageDUEL57DUEL30(t *testing.T) {
	b := lay(t, brawling, pair(5, 6, 6, 6))
	assert.False(t, b.can("go to 3,6"))
	assert.False(t, b.can("leave to the west"))
	assert.True(t, b.can("go to 6,5"), "around the enemy")
	b.do("disengage")
	b.asked(0, duel.AskScore, "A")
	assert.False(t, b.can("score 2"))
	b.do("avoid 2", "score 3")
	b.roll("1 1", "1 1")
	b.asked(0, duel.AskGo, "A")
	b.do("go to 3,6")
	b.asked(0, duel.AskScore, "A") // the Duel after the Move
	assert.True(t, b.can("score 2"))

	b = lay(t, brawling, pair(5, 6, 6, 6))
	b.do("disengage", "avoid 2", "score 3")
	b.roll("1 1", "6 1")
	b.prone("A")
	b.asked(1, duel.AskAct, "B") // it stays
}

// DUEL-46: closer than an inch nobody duels, but thrown weapons under dead_zone.
func TestDeadZoneDUEL46(t *testing.T) {
	knife := armed(duel.Kit{Ranged: duel.Thrown}, duel.Kit{Ranged: duel.OneHanded})
	b := lay(t, knife, pair(3, 6, 4.5, 6))
	b.do("stay at 3,6")
	b.asked(1, duel.AskAct, "B")
	b = lay(t, all(knife, avoiding, func(c *duel.Config) { c.DeadZone = true }), pair(3, 6, 4.5, 6))
	b.do("stay at 3,6", "score 4")
	b.asked(1, duel.AskScore, "B")
	assert.False(t, b.can("score 2"), "its own weapon is too long")
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

// DUEL-53: a jam die for every shot, 6 jams, 5 too with two hands; a jammed weapon
// neither initiates nor returns fire; to unjam is an action without a Duel.
func TestJammingDUEL53(t *testing.T) {
	jam := func(c *duel.Config) { c.Jamming = true }
	b := lay(t, jam, pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 3", "score 4")
	b.roll("1 4", "6") // the shot counts
	assert.True(t, b.of("A").Jammed)
	b.prone("B")

	p := pair(3, 6, 9, 6)
	p.Models[0].Jammed = true
	b = lay(t, jam, p)
	b.do("stay at 3,6")
	b.asked(1, duel.AskAct, "B") // it initiates no Duel
	b = lay(t, jam, p)
	b.do("unjam")
	assert.False(t, b.of("A").Jammed)
	b.asked(1, duel.AskAct, "B")
	assert.False(t, lay(t, jam, pair(3, 6, 9, 6)).can("unjam"))

	b = lay(t, all(jam, armed(duel.Kit{Ranged: duel.TwoHanded}, duel.Kit{Ranged: duel.OneHanded})), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 3", "score 4")
	b.roll("1 1")
	b.do("done")
	b.roll("5")
	assert.True(t, b.of("A").Jammed)
	b.roll("1 1", "5")
	assert.False(t, b.of("B").Jammed)
}

// DUEL-60: light protection is +1 on dice, on dice against, and on inches; heavy
// takes 1 off.
func TestProtectionDUEL60(t *testing.T) {
	clad := func(mine, theirs string) func(c *duel.Config) {
		return func(c *duel.Config) {
			c.Protection = true
			c.Warbands = []duel.Warband{{Models: []duel.Kit{{Protection: mine}}}, {Models: []duel.Kit{{Protection: theirs}}}}
		}
	}
	for _, x := range []struct {
		mine, theirs string
		hits         bool
	}{{duel.Light, duel.Medium, true}, {duel.Medium, duel.Light, true}, {duel.Light, duel.Heavy, false}, {duel.Medium, duel.Medium, false}} {
		b := lay(t, clad(x.mine, x.theirs), pair(3, 6, 9, 6))
		b.do("stay at 3,6", "score 3", "score 4")
		b.roll("1 3")
		assert.Equal(t, x.hits, b.of("B").Prone, "%+v", x)
	}
	assert.True(t, lay(t, clad(duel.Light, ""), pair(2, 2, 9, 9)).can("go to 7,2"))
	assert.False(t, lay(t, clad(duel.Heavy, ""), pair(2, 2, 9, 9)).can("go to 5.5,2"))
	assert.True(t, lay(t, clad(duel.Heavy, ""), pair(2, 2, 9, 9)).can("go to 5,2"))
}

// DUEL-62: bonuses of brawlers and gunslingers, and against them; a brawler that
// ends its Move out of sight may move once more.
func TestSpecializationDUEL62(t *testing.T) {
	fields := func(mine, theirs string) func(c *duel.Config) {
		return all(brawling, func(c *duel.Config) {
			c.Specialization = true
			c.Warbands = []duel.Warband{{Models: []duel.Kit{{Specialization: mine}}}, {Models: []duel.Kit{{Specialization: theirs}}}}
		})
	}
	hit := func(mine, theirs string, p duel.Position, dice string) bool {
		b := lay(t, fields(mine, theirs), p)
		b.do("stay at "+map[float64]string{3: "3,6", 5: "5,6"}[p.Models[0].At[0]], "score 3")
		if b.can("score 6") {
			b.do("score 6")
		} else {
			b.do("avoid 6")
		}
		b.roll(dice)
		return b.of("B").Prone
	}
	shots, blows := pair(3, 6, 9, 6), pair(5, 6, 6, 6)
	assert.True(t, hit(duel.Brawler, "", blows, "1 2"), "+2 in melee")
	assert.True(t, hit("", duel.Gunslinger, blows, "1 2"), "+2 against a gunslinger in melee")
	assert.True(t, hit(duel.Gunslinger, "", shots, "1 3"), "+1 shooting")
	assert.True(t, hit("", duel.Brawler, shots, "1 3"), "+1 shooting at a brawler")
	assert.False(t, hit("", "", shots, "1 3"))

	b := lay(t, all(fields(duel.Brawler, ""), func(c *duel.Config) {
		c.Board = plains(space.Piece{Type: "wall", Rect: []float64{8, 1, .5, 10}})
	}), pair(3, 6, 10, 6))
	b.do("go to 3,9")
	b.asked(0, duel.AskGo, "A")
	b.do("go to 3,10")
	b.asked(1, duel.AskAct, "B")

	b = lay(t, fields(duel.Brawler, ""), pair(3, 6, 9, 6))
	b.do("stay at 3,6") // engaged by the enemy's reach, it may only avoid
	b.asked(0, duel.AskScore, "A")
	assert.False(t, b.can("score 3"))
	assert.True(t, b.can("avoid 3"))
}

// DUEL-63: instead of moving; after the reveal the score may change by one, down to
// 0 and up to 7.
func TestTakeAimDUEL63(t *testing.T) {
	aim := func(c *duel.Config) { c.TakeAim = true }
	b := lay(t, aim, pair(3, 6, 9, 6))
	b.do("take aim", "score 4", "score 4")
	b.asked(0, duel.AskAim, "A")
	b.do("aim lower")
	b.roll("4 1") // 3 shoots first
	b.prone("B")
	b = lay(t, aim, pair(3, 6, 9, 6))
	b.do("take aim", "score 6", "score 6", "aim higher")
	score, _, _ := b.s.Score(0)
	assert.Equal(t, 7, score)
	wall := space.Piece{Type: "wall", Rect: []float64{7, 1, .5, 10}}
	assert.False(t, lay(t, all(aim, func(c *duel.Config) { c.Board = plains(wall) }), pair(3, 6, 9, 6)).can("take aim"), "nobody in sight")
}

// DUEL-65: a Duel needs one of the two in the other's reach; who reaches nobody
// may only avoid.
func TestWeaponRangeDUEL65(t *testing.T) {
	ranged := func(mine, theirs string) func(c *duel.Config) {
		return all(armed(duel.Kit{Ranged: mine}, duel.Kit{Ranged: theirs}), avoiding, func(c *duel.Config) { c.WeaponRange = true })
	}
	b := lay(t, ranged(duel.OneHanded, duel.OneHanded), pair(1, 6, 10.5, 6)) // 8.5 inches between the bases
	b.do("stay at 1,6")
	b.asked(1, duel.AskAct, "B")
	b = lay(t, ranged(duel.OneHanded, duel.OneHanded), pair(1, 6, 10, 6)) // 8
	b.do("stay at 1,6")
	b.asked(0, duel.AskScore, "A")
	b = lay(t, ranged(duel.Thrown, duel.TwoHanded), pair(3, 6, 9, 6))
	b.do("stay at 3,6")
	b.asked(0, duel.AskScore, "A")
	assert.False(t, b.can("score 3"), "its own reach is 4 inches")
	b.do("avoid 3")
	assert.True(t, b.can("score 4"))
	b = lay(t, ranged(duel.TwoHanded, duel.Thrown), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 3")
	assert.False(t, b.can("score 4"))
}
