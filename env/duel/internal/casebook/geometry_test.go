package casebook_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/duel"
	"ringer/env/duel/space"
)

// DUEL-52: a model that crosses a laser there and back is hit twice.
func TestLaserCrossedTwiceDUEL52(t *testing.T) {
	beam := space.Piece{Type: "laser", Rect: []float64{4, 0, .1, 12}}
	wall := space.Piece{Type: "wall", Rect: []float64{7, 0, .5, 11}}
	set := func(c *duel.Config) {
		c.Heroes, c.MaxModels, c.Warband, c.OneAndHalfActions, c.AvoidHits = true, 4, "random", true, true
	}
	b := lay(t, all(on(beam, wall), interactive(duel.Laser), set), duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 6), Kind: duel.KindHero, Traits: map[string]int{"toughness": 3}}, {Model: "B1", At: at(11, 3), Kind: duel.KindHero},
	}})
	b.do("skirmish", "go to 5,6")
	assert.Equal(t, 2, b.of("A1").Toughness)
	b.do("go to 5,6") // on, through the beam that has hit it
	assert.Equal(t, 2, b.of("A1").Toughness)
	b.do("go to 3.5,6")
	assert.Equal(t, 1, b.of("A1").Toughness)
	b.do("go to 3.5,6")
	assert.Equal(t, 1, b.of("A1").Toughness)
	assert.Equal(t, at(3.5, 6), inchesOf(b, "A1"))
}

// DUEL-64, DUEL-23: a trap counts its two inches between the bases.
func TestTrapBetweenBasesDUEL64DUEL23(t *testing.T) {
	for _, x := range []struct {
		y   float64
		hit bool
	}{{3.5, true}, {3, false}} {
		b := lay(t, upgrading, pair(3, 9, 3, x.y))
		b.do("go to 3,6.5")
		b.roll("6")
		b.prone("A")
		assert.Equal(t, x.hit, b.of("B").Prone, "at 3,%g", x.y)
	}
}

// DUEL-4: a fence that the shooter stands at covers the shooter, not its target.
func TestOwnFenceDUEL4(t *testing.T) {
	fence := space.Piece{Type: "fence", Rect: []float64{3.6, 3, .2, 6}}
	simple := func(c *duel.Config) { c.Cover = duel.CoverSimple }
	b := lay(t, all(on(fence), simple), pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 3", "score 2")
	b.roll("5 1", "1") // at A the die that hits is rolled again
	b.standing("A")
	b.roll("4 1") // at B it is not
	b.prone("B")
}

// DUEL-60, DUEL-64: light protection lengthens a boost, and no Mirage.
func TestProtectionOnBoostAndMirageDUEL60DUEL64(t *testing.T) {
	light := func(c *duel.Config) {
		c.Protection = true
		c.Warbands = []duel.Warband{{Models: []duel.Kit{{Protection: duel.Light}}}}
	}
	b := boosted(t, light, duel.Placed{Model: "B", At: at(11, 1)})
	assert.True(t, b.can("go to 3,11.5"))
	b = boosted(t, func(*duel.Config) {}, duel.Placed{Model: "B", At: at(11, 1)})
	assert.False(t, b.can("go to 3,11.5"))

	p := pair(3, 6, 9, 6)
	p.Models[0].Upgrade = "mirage"
	b = lay(t, all(upgrading, light), p)
	b.do("stay at 3,6", "score 6", "score 5")
	b.roll("2 2")
	b.asked(0, duel.AskGo, "A")
	assert.True(t, b.can("go to 3,10"))
	assert.False(t, b.can("go to 3,11"))
}

// DUEL-43: when the nearest contact point is taken, a charge ends at the next that a
// straight way leads to, nearer to the enemy all along.
func TestChargeAtAnotherContactPointDUEL43(t *testing.T) {
	charge := all(brawling, twoEach, func(c *duel.Config) { c.Charge = true })
	b := lay(t, charge, duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 6)}, {Model: "A2", At: at(7, 7)}, {Model: "B1", At: at(8, 6)},
	}})
	b.do("charge B1")
	assert.Equal(t, at(7, 6), inchesOf(b, "A1"))
	b = lay(t, charge, duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3, 6)}, {Model: "A2", At: at(7, 6.5)}, {Model: "B1", At: at(8, 6)},
	}})
	assert.True(t, b.can("charge B1"))
	b.do("charge B1")
	assert.Equal(t, at(7.5, 5), inchesOf(b, "A1"))
}

// DUEL-32: a Move that a feat gives may lead off the area: by Tactical Movement, which
// asks for a place out of sight; not by Valorous, which asks for one nearer to an enemy.
func TestGivenMoveMayLeaveDUEL32DUEL92(t *testing.T) {
	p := duel.Position{Act: "A1", Carrier: "A1", Dice: []string{"1 1 1", "1 1 1"}, Models: []duel.Placed{
		{Model: "A1", At: at(2, 6), Kind: duel.KindHero, Feats: []string{"tactical_movement"}}, {Model: "B1", At: at(9, 6), Kind: duel.KindHero},
	}}
	actions := []string{"stay at 2,6", "score 1", "score 2"}
	b := playLesson(t, heroesFighting, p, actions)
	b.asked(0, duel.AskWhere, "A1")
	assert.True(t, b.can("leave to the west"))
	assert.False(t, b.can("leave to the south"))
	b.do("leave to the west")
	assert.Equal(t, []float64{1, -1}, b.returns())

	p = duel.Position{Act: "B1", Order: []int{1, 0}, Dice: []string{"1 1 1", "1 1 1"}, Models: []duel.Placed{
		{Model: "A1", At: at(2, 6), Kind: duel.KindHero, Feats: []string{"valorous"}},
		{Model: "B1", At: at(9, 6), Kind: duel.KindHero},
		{Model: "B2", At: at(9, 11), Kind: duel.KindGanger},
	}}
	b = playLesson(t, heroesFighting, p, []string{"stay at 9,6", "score 1", "score 2", "yes"})
	b.asked(0, duel.AskWhere, "A1")
	assert.False(t, b.can("leave to the west"))
}
