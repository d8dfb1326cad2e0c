package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/duel"
)

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
// is spent, that of the one that wants away is kept.
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
