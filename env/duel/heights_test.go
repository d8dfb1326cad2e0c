package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

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
