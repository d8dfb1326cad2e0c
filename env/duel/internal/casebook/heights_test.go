package casebook_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/games"
)

// DUEL-32: a model that leaves from a roof pays for the way down, as it does when it
// climbs down to stay. The roof at 3.5,12 of the shipped city is two inches high.
func TestLeavingFromARoofDUEL32DUEL44(t *testing.T) {
	g := games.MustNew("duel(map=city,climbing=true,falling=true,models_per_player=2)").(*duel.Game)
	p := duel.Position{Act: "A1", Carrier: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3.5, 12)}, {Model: "B1", At: at(20, 20)},
	}}
	s, err := g.State(p)
	assert.NoError(t, err)
	b := &bench{t, g, s}
	assert.False(t, b.can("go to 2,12"))
	assert.False(t, b.can("leave to the west"), "three and a half inches, and four down")

	tower := space.Piece{Type: "tower", Rect: []float64{0, 5, 2, 2}}
	assert.True(t, lay(t, on(tower), pair(1, 6, 11, 11)).can("leave to the west"), "an inch on and three down are less than four in space (DUEL-3)")
	assert.False(t, lay(t, all(on(tower), climbing), pair(1, 6, 11, 11)).can("leave to the west"), "six for the height")
	crate := space.Piece{Type: "crate", Rect: []float64{0, 5, 2, 2}}
	assert.True(t, lay(t, all(on(crate), climbing), pair(1, 6, 11, 11)).can("leave to the west"), "one and two")
}

func upgrading(c *duel.Config) { c.Upgrades = true }

// boosted returns a bench on which A has just touched the token at 3,6, which boosts.
func boosted(t *testing.T, set func(c *duel.Config), b duel.Placed) *bench {
	t.Helper()
	x := lay(t, all(upgrading, set), duel.Position{Act: "A", Models: []duel.Placed{{Model: "A", At: at(3, 9)}, b}})
	x.do("go to 3,6.5")
	x.roll("4")
	x.asked(0, duel.AskGo, "A")
	return x
}

// DUEL-64: a boost counts heights as a Move does (DUEL-3, DUEL-44), is no part of the
// Move, and may lead off the area.
func TestBoostDUEL64(t *testing.T) {
	far := duel.Placed{Model: "B", At: at(11, 1)}
	tower := space.Piece{Type: "tower", Rect: []float64{4, 5.5, 2, 2}, Height: 6}
	assert.False(t, boosted(t, on(tower), far).can("go to 5,6.5"), "two inches on and six up")
	crate := space.Piece{Type: "crate", Rect: []float64{4, 5.5, 2, 2}}
	assert.True(t, boosted(t, all(on(crate), climbing), far).can("go to 5,6.5"), "two and two")
	assert.False(t, boosted(t, all(on(space.Piece{Type: "crate", Rect: []float64{5, 5.5, 2, 2}}), climbing), far).can("go to 6,6.5"), "three and two")

	b := boosted(t, func(*duel.Config) {}, far)
	assert.True(t, b.can("leave to the west"))
	assert.False(t, b.can("leave to the south"), "six and a half inches")
	b.do("go to 3,9")
	b.asked(0, duel.AskGo, "A")
	assert.True(t, b.can("go to 3,10"), "what was left of the Move before")
	b = boosted(t, func(*duel.Config) {}, far)
	b.do("leave to the west")
	b.removed("A")
}

// DUEL-30, DUEL-57: a boost does not lead out of a melee without Retaliate.
func TestBoostInAMeleeDUEL30DUEL57(t *testing.T) {
	b := boosted(t, brawling, duel.Placed{Model: "B", At: at(4, 7)})
	assert.False(t, b.can("go to 3,10"))
	assert.False(t, b.can("leave to the west"))
	assert.True(t, b.can("stay at 3,6.5"))
}

// DUEL-44, DUEL-57: to climb is to move away, so it takes leaving the melee first.
func TestClimbingOutOfAMeleeDUEL44DUEL57(t *testing.T) {
	tower := space.Piece{Type: "tower", Rect: []float64{3.5, 5, 2, 2}}
	b := lay(t, all(on(tower), climbing, brawling), pair(3, 6, 2, 6))
	assert.False(t, b.can("climb here"))
	b.do("disengage", "score 1", "avoid 6")
	b.roll("1 1")
	assert.True(t, b.can("climb here"), "free to go")
}

// DUEL-43, DUEL-44: a charge pays for heights, so it does not fly from roof to roof.
func TestChargeFromRoofToRoofDUEL43DUEL44(t *testing.T) {
	roofs := on(space.Piece{Type: "tower", Rect: []float64{2, 5, 2, 2}}, space.Piece{Type: "tower", Rect: []float64{6, 5, 2, 2}})
	charge := all(brawling, func(c *duel.Config) { c.Charge = true })
	p := pair(3, 6, 7.5, 6)
	assert.True(t, lay(t, all(roofs, charge), p).can("charge B"), "as a Move without climbing may")
	assert.False(t, lay(t, all(roofs, charge, climbing), p).can("charge B"))
	assert.True(t, lay(t, all(on(space.Piece{Type: "tower", Rect: []float64{2, 5, 6, 2}}), charge, climbing), p).can("charge B"), "along a roof")
}

// DUEL-44: a model may walk to the foot of a piece and climb with the rest of its Move.
func TestClimbingWithTheRestOfAMoveDUEL44(t *testing.T) {
	tower := space.Piece{Type: "tower", Rect: []float64{3.5, 5, 2, 2}}
	b := lay(t, all(on(tower), climbing), pair(1, 6, 3, 11))
	assert.False(t, b.can("climb here"))
	b.do("go to 3,6")
	b.asked(0, duel.AskGo, "A")
	b.do("climb here")
	assert.Equal(t, space.Inch, b.of("A").Climbed, "two of four inches are one of height")
	b.asked(0, duel.AskScore, "A") // the Duel, with one die
	b.do("score 6", "score 5")
	b.roll("1 1")
	b.roll("1")

	b = lay(t, all(on(tower), climbing), pair(1, 6, 3, 11))
	b.do("go to 3,6", "stay at 3,6")
	assert.False(t, b.of("A").Climbing)
	b = lay(t, all(on(tower), climbing), pair(1, 6, 3, 11))
	b.do("go to 1,7")
	b.asked(0, duel.AskScore, "A") // it stands beside nothing

	b = lay(t, all(on(tower), climbing, func(c *duel.Config) { c.OneAndHalfActions, c.AvoidHits = true, true }), pair(1, 6, 3, 11))
	b.do("skirmish", "go to 3,6", "score 6", "score 5")
	b.roll("1 1", "1")
	b.asked(0, duel.AskGo, "A")
	b.do("climb here")
	assert.Equal(t, space.Inch, b.of("A").Climbed)
}

// DUEL-44, DUEL-48: a climbing Hero that a hit costs only toughness falls as well.
func TestToughClimberFallsDUEL44DUEL48(t *testing.T) {
	tower := space.Piece{Type: "tower", Rect: []float64{3.5, 5, 2, 2}}
	hero := duel.Placed{Model: "A1", At: at(3, 6), Kind: duel.KindHero, Traits: map[string]int{"toughness": 2}}
	b := lay(t, all(on(tower), climbing, func(c *duel.Config) { c.Heroes, c.MaxModels, c.Warband = true, 4, "random" }), duel.Position{
		Act: "A1", Models: []duel.Placed{hero, {Model: "B1", At: at(3, 11), Kind: duel.KindHero}},
	})
	b.do("climb here", "score 6", "score 5")
	b.roll("2 1 1") // one hit: toughness
	b.roll("4 5")   // the fall of two inches: no further hit with +3
	assert.False(t, b.of("A1").Climbing)
	assert.Equal(t, 1, b.of("A1").Toughness)
	b.standing("A1")
}

// DUEL-54: a model may let itself drop further than what is left of its Move: that is a
// fall of the whole height, and lands beside the piece.
func TestDropDUEL54DUEL48(t *testing.T) {
	tower := space.Piece{Type: "tower", Rect: []float64{4, 5, 4, 2}, Height: 5}
	jumps := func(c *duel.Config) { c.Jump, c.Falling = true, true }
	p := pair(6, 6, 11, 1)
	for _, set := range []func(c *duel.Config){jumps, all(jumps, climbing)} {
		b := lay(t, all(on(tower), set), p)
		require.True(t, b.can("go to 6,4.5"))
		assert.False(t, b.can("go to 6,3"), "nobody walks on after a fall")
		b.do("go to 6,4.5")
		b.roll("6 5 5 5 4") // five inches: one die fails
		b.prone("A")
		assert.Equal(t, at(6, 4.5), inchesOf(b, "A"))
	}
	assert.False(t, lay(t, all(on(tower), climbing), p).can("go to 6,4.5"), "without jumps one climbs")
	assert.False(t, lay(t, all(on(tower), func(c *duel.Config) { c.Jump = true }), p).can("go to 6,4.5"), "without falls there is none")
	low := space.Piece{Type: "crate", Rect: []float64{4, 5, 4, 2}, Height: 2}
	b := lay(t, all(on(low), jumps, climbing), p)
	b.do("go to 6,4.5") // an inch and a half, and two down in one jump
	b.standing("A")
	assert.NotEqual(t, "", b.s.Text(0))
}

// DUEL-30, DUEL-44: a climber that Mirage or Distortion moves does not hang where it
// comes to.
func TestMovedClimberLetsGoDUEL30DUEL44(t *testing.T) {
	tower := space.Piece{Type: "tower", Rect: []float64{9.5, 8, 2, 2}}
	p := pair(9, 9, 9, 2)
	p.Models[0].Upgrade = "mirage"
	b := lay(t, all(on(tower), climbing, upgrading), p)
	b.do("climb here", "score 6", "score 5")
	b.roll("2 2")
	b.asked(0, duel.AskGo, "A")
	b.do("go to 8,9")
	assert.False(t, b.of("A").Climbing)
	assert.Zero(t, b.of("A").Climbed)

	wall := space.Piece{Type: "wall", Rect: []float64{6.5, 1, .5, 11}}
	p = pair(3, 9, 9, 9)
	p.Act = "B"
	b = lay(t, all(on(tower, wall), climbing, upgrading), p)
	b.do("climb here", "go to 3,6.5")
	b.roll("5")
	b.do("swap with B")
	assert.Equal(t, at(9, 9), inchesOf(b, "A"))
	assert.False(t, b.of("A").Climbing)
	assert.False(t, b.of("B").Climbing)
	assert.Zero(t, b.of("B").Climbed)
}

// DUEL-86, DUEL-60: light protection leaps over 6 inches, heavy over 2, and the inch
// that protection adds to a Move changes nothing about that.
func TestLeapInProtectionDUEL86DUEL60(t *testing.T) {
	for _, x := range []struct {
		protection string
		size       float64
		leaps      bool
	}{
		{duel.Light, 6, true},
		{duel.Light, 6.5, false},
		{duel.Medium, 4, true},
		{duel.Medium, 4.5, false},
		{duel.Heavy, 2, true},
		{duel.Heavy, 2.5, false},
	} {
		rail := space.Piece{Type: "wall", Rect: []float64{3, 6 - x.size/2, .5, x.size}, Height: min(x.size, 3)}
		b := lay(t, all(kit(duel.Kit{Protection: x.protection, Feats: []string{"leap"}}), func(c *duel.Config) {
			c.Board, c.Protection, c.MaxModels = plains(rail), true, 1
		}), duel.Position{Act: "A", Models: []duel.Placed{{Model: "A", At: at(2, 6)}, {Model: "B", At: at(11, 11)}}})
		assert.Equal(t, x.leaps, b.can("go to 4.5,6"), "%s, %g inches", x.protection, x.size)
	}
}
