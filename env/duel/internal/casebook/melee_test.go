package casebook_test

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

func twoEach(c *duel.Config) { c.ModelsPerPlayer = 2 }

// held returns a position in which A1 is in contact with two enemies.
func held() duel.Position {
	return duel.Position{Act: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(5, 6)}, {Model: "A2", At: at(11, 11)}, {Model: "B1", At: at(4, 6)}, {Model: "B2", At: at(6, 6)},
	}}
}

// DUEL-57: each opposing fighter initiates a Duel with the one that wants away, with a
// score of its own, attacks, and supports the others, as the rule book says of Retaliate.
func TestEachEnemyRetaliatesAndSupportsDUEL57DUEL55(t *testing.T) {
	b := lay(t, all(brawling, twoEach), held())
	b.do("disengage")
	b.asked(1, duel.AskScore, "B1")
	b.do("score 3")
	b.asked(1, duel.AskScore, "B2")
	b.do("score 4")
	b.asked(0, duel.AskScore, "A1")
	b.do("avoid 6")
	b.roll("3 1") // 3 + 3 + 1
	b.prone("A1")
	b.roll("2 1") // 2 + 4 + 1
	b.removed("A1")
}

// DUEL-55: in any other melee a fighter that sets a score of its own does not support.
func TestFightersDoNotSupportEachOtherDUEL55(t *testing.T) {
	b := lay(t, all(brawling, twoEach), held())
	b.do("stay at 5,6", "score 6", "score 3", "score 3")
	b.roll("3 1", "3 1") // 3 + 3
	b.standing("A1")
}

// DUEL-57: enemies that are prone do not retaliate, and are in no Duel.
func TestProneEnemiesDoNotRetaliateDUEL57(t *testing.T) {
	p := held()
	p.Models[3].Status = "prone"
	b := lay(t, all(brawling, twoEach), p)
	b.do("disengage", "score 3", "avoid 6")
	b.roll("3 1") // nobody supports
	b.asked(0, duel.AskGo, "A1")
	assert.True(t, b.of("B1").Engaged)
	assert.False(t, b.of("B2").Engaged)
}

// DUEL-57, DUEL-64: the one that retaliates has initiated the Duel: its Scope counts and
// is spent, the Scope of the one that wants away is kept.
func TestScopeIsForThoseWhoRetaliateDUEL57DUEL64(t *testing.T) {
	scoped := all(brawling, func(c *duel.Config) { c.Upgrades = true })
	p := pair(5, 6, 6, 6)
	p.Models[0].Upgrade, p.Models[1].Upgrade = "scope", "scope"
	b := lay(t, scoped, p)
	b.do("disengage", "score 3", "avoid 6")
	b.roll("3 1")
	b.prone("A")
	assert.Equal(t, "scope", b.of("A").Upgrade)
	assert.Empty(t, b.of("B").Upgrade)
}

const heroesFighting = "duel(file=testdata/positions/plain.yaml,heroes=true,warband=random,max_models=4,avoid_hits=true,melee=true)"

// duelOfHeroes returns a position of A1, to act, in contact with B1, and the dice to
// come.
func duelOfHeroes(a, b []string, dice ...string) duel.Position {
	return duel.Position{Act: "A1", Dice: dice, Models: []duel.Placed{
		{Model: "A1", At: at(5, 6), Kind: duel.KindHero, Feats: a}, {Model: "B1", At: at(6, 6), Kind: duel.KindHero, Feats: b},
	}}
}

// DUEL-57: feats see in those who retaliate the initiators, and in the one that wants
// away the one who returns nothing.
func TestFeatsInRetaliateDUEL57(t *testing.T) {
	leave := []string{"disengage", "score 3", "avoid 6"}
	play := func(p duel.Position, actions ...string) *bench { return playLesson(t, heroesFighting, p, actions) }

	p := duelOfHeroes(nil, []string{"guard"}, "3 1 1")
	p.Models[1].Marks = map[string]int{"on guard": 1}
	play(p, leave...).standing("A1") // DUEL-77: it returns no fire

	p = duelOfHeroes(nil, []string{"underdog"}, "3 1 1")
	p.Models = append(p.Models, duel.Placed{Model: "A2", At: at(9, 9), Kind: duel.KindGanger})
	play(p, leave...).prone("A1") // DUEL-77: in sight of two enemies
	p = duelOfHeroes([]string{"underdog"}, nil, "3 1 1", "1 1 1")
	p.Models = append(p.Models, duel.Placed{Model: "B2", At: at(9, 9), Kind: duel.KindGanger})
	play(p, "disengage", "score 4", "avoid 3") // no bonus to avoid with: 3 stops nothing

	p = duelOfHeroes(nil, []string{"valorous"}, "1 1 1")
	b := play(p, leave...)
	b.asked(0, duel.AskGo, "A1") // DUEL-92: nobody has returned fire
	assert.Equal(t, duel.NoSkill, b.s.SkillAsked())

	play(duelOfHeroes(nil, []string{"wicked"}), "disengage").asked(1, duel.AskSpecial, "B1") // DUEL-93
	play(duelOfHeroes(nil, []string{"wicked"}, "3 1 1"), "disengage", "use wicked", "score 3", "avoid 6", "1").removed("B1")
	play(duelOfHeroes([]string{"wicked"}, nil), "disengage").asked(1, duel.AskScore, "B1")

	p = duelOfHeroes(nil, []string{"eviscerate"}, "4 1 1")
	b = play(p, leave...)
	b.asked(1, duel.AskConvert, "B1") // DUEL-28

	p = duelOfHeroes([]string{"extreme_reaction"}, nil)
	p.Models[1] = duel.Placed{Model: "B2", At: at(6, 6), Kind: duel.KindGanger}
	b = play(p, "disengage")
	b.asked(0, duel.AskWhere, "A1") // DUEL-74
	b.do("go to 4,6")
	b.asked(0, duel.AskGo, "A1") // out of contact nobody attacks
}
