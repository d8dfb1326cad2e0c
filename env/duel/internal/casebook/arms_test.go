package casebook_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

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

// DUEL-45: a model that touches a cover piece is covered from any side, unless the
// attacker touches it too.
func TestTouchingCoverDUEL45(t *testing.T) {
	crate := space.Piece{Type: "crate", Rect: []float64{9.5, 5.5, 1, 1}}
	b := lay(t, func(c *duel.Config) { c.Cover = duel.CoverSimple; c.Board = plains(crate) }, pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 3", "score 5")
	b.roll("4 1", "1") // the crate is behind it
	b.roll("1 1")
	b.standing("B")
}

// DUEL-46: closer than an inch no model duels, but thrown weapons do under
// dead_zone.
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

// DUEL-63: a model takes aim instead of moving; after the reveal its score may
// change by one, down to 0 and up to 7.
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

// DUEL-65: a Duel needs one of the two in the other's reach; a model that reaches
// nobody may only avoid.
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
