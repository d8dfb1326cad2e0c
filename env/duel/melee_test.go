package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

func brawling(c *duel.Config) { c.Melee, c.AvoidHits = true, true }

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

// DUEL-34: a model in contact fights hand to hand; it may shoot at others instead.
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
// hits; the owner may decline the shot when a model of its own is in the melee;
// that model's score is a die.
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
	b.roll("2")          // the score of the shooter's ally
	b.roll("6 6", "5 5") // it avoids
	b.standing("A2", "B1")

	b = lay(t, two, p)
	b.do("stay at 3,3", "yes")
	require.NoError(t, b.s.Apply(2)) // B1
	b.do("score 4")
	b.asked(1, duel.AskScore, "B1")
	assert.False(t, b.can("score 3"), "it may only avoid")

	// A shot into a melee that holds only enemies asks the owner nothing.
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
	b.do("disengage", "score 3")
	b.asked(0, duel.AskScore, "A")
	assert.False(t, b.can("score 2"))
	b.do("avoid 2")
	b.roll("1 1", "1 1")
	b.asked(0, duel.AskGo, "A")
	b.do("go to 3,6")
	b.asked(0, duel.AskScore, "A") // the Duel after the Move
	assert.True(t, b.can("score 2"))

	b = lay(t, brawling, pair(5, 6, 6, 6))
	b.do("disengage", "score 3", "avoid 2")
	b.roll("1 1", "6 1")
	b.prone("A")
	b.asked(1, duel.AskAct, "B") // it stays
}

// DUEL-43, DUEL-64: a charger who changes places with an enemy on its way has failed:
// it stays there, and may only avoid hits of the one that it was after.
func TestDistortedChargeDUEL43DUEL64(t *testing.T) {
	b := lay(t, all(brawling, func(c *duel.Config) { c.Charge, c.Upgrades, c.ModelsPerPlayer = true, true, 2 }), duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(1.5, 6)}, {Model: "B1", At: at(6.5, 6)}, {Model: "B2", At: at(10, 10)},
	}})
	b.do("charge B1")
	b.roll("5") // the token at 3,6, touched half an inch before, distorts
	b.do("swap with B2")
	assert.Equal(t, at(10, 10), inchesOf(b, "A1"))
	assert.Equal(t, at(2.5, 6), inchesOf(b, "B2"))
	b.asked(0, duel.AskScore, "A1")
	assert.True(t, b.can("avoid 3"))
	assert.False(t, b.can("score 3"))
	require.NoError(t, b.s.Conservation())
}

func inchesOf(b *bench, name string) [2]float64 {
	p, step := b.of(name).At, b.g.Scene().Step().Inches()
	return [2]float64{float64(p.X) * step, float64(p.Y) * step}
}
