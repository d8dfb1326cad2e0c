package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
)

// crowded returns a game of Heroes with small mobs.
func crowded(c *duel.Config) {
	heroically(c)
	c.AddOns, c.MobRadius = []string{duel.AddOnCityBrawl}, 1
}

// play lets chance and the seats choose, by name, in the order in which they are asked.
func (b *bench) play(names ...string) {
	b.t.Helper()
	for _, name := range names {
		if b.s.CurrentPlayer() == env.Chance {
			b.chance(name)
		} else {
			b.do(name)
		}
	}
}

// DUEL-105, DUEL-115, DUEL-77: a Duel with a mob is a Duel like others: what it triggers
// comes when it has ended, and a Wingman that has had it offers no help.
func TestDuelWithAMobTriggersDUEL105DUEL115DUEL77(t *testing.T) {
	b := lay(t, crowded, duel.Position{Act: "A1", Mobs: []duel.MobAt{{At: []float64{6, 6}}}, Models: []duel.Placed{
		{Model: "A1", At: at(2, 6), Feats: []string{"tactical_movement", "wingman"}},
		{Model: "A2", At: at(2, 8), Kind: "ganger"},
		{Model: "B1", At: at(10, 6), Kind: "hero"},
	}})
	b.play("stay at 2,6", "mob 1", "score 1", "6", "1 1 1", "1") // nobody hits, and the mob is indifferent
	b.asked(0, duel.AskWhere, "A1")
	assert.Equal(t, "tactical movement", b.s.SkillAsked().Title())
	b.do("done")
	b.asked(1, duel.AskAct, "B1")

	// without a Duel there is help to offer
	b = lay(t, crowded, duel.Position{Act: "A1", Mobs: []duel.MobAt{{At: []float64{6, 6}}}, Models: []duel.Placed{
		{Model: "A1", At: at(2, 6), Feats: []string{"wingman"}},
		{Model: "A2", At: at(2, 8), Kind: "ganger"},
		{Model: "B1", At: at(10, 6), Kind: "hero"},
	}})
	b.play("stay at 2,6", "done")
	b.asked(0, duel.AskWhom, "A1")
}

// DUEL-68, DUEL-84, DUEL-105: a fighter that is taken from a mob has been removed by the
// one that duels the mob.
func TestTakenFromAMobDUEL68DUEL84DUEL105(t *testing.T) {
	b := lay(t, crowded, duel.Position{Act: "A1", Mobs: []duel.MobAt{{At: []float64{6, 6}, Members: []string{"B2"}}}, Models: []duel.Placed{
		{Model: "A1", At: at(2, 6), Feats: []string{"absorb_health", "killer_instinct"}},
		{Model: "B1", At: at(10, 6), Kind: "hero"},
	}})
	b.play("stay at 2,6", "mob 1", "score 6", "6", "1 1 1", "the mob loses B2")
	b.removed("B2")
	assert.Equal(t, 1, b.of("A1").Toughness)
	assert.Equal(t, 1, b.of("A1").Marks["killer"])
}

// DUEL-105, DUEL-63, DUEL-64: the score against a mob may be changed by a model that has
// taken aim, and a scope helps it.
func TestAimAtAMobDUEL105DUEL63DUEL64(t *testing.T) {
	b := lay(t, all(crowded, func(c *duel.Config) { c.TakeAim, c.Upgrades = true, true }), duel.Position{Act: "A1", Mobs: []duel.MobAt{{At: []float64{6, 6}}}, Models: []duel.Placed{
		{Model: "A1", At: at(2, 6), Kind: "hero", Upgrade: "scope"},
		{Model: "B1", At: at(2, 10), Kind: "hero"},
	}})
	b.play("take aim", "mob 1", "score 4")
	b.asked(0, duel.AskAim, "A1")
	b.play("aim higher", "6", "1 1 1") // 1 + 5 + 1
	require.Equal(t, env.Chance, b.s.CurrentPlayer())
	assert.Contains(t, b.s.ActionString(b.s.ChanceOutcomes(nil)[0].Action), "the mob loses")
	assert.Empty(t, b.of("A1").Upgrade)
}

// DUEL-104, DUEL-6, DUEL-69, DUEL-73: in Upkeep the feats of a model in a mob work as
// those of others: Regenerate needs no roll, whatever recovery starts a Berserker, and an
// Eviscerate die rises, hits, and can be rolled away.
func TestUpkeepInAMobDUEL104DUEL6DUEL69DUEL73(t *testing.T) {
	upkeep := func(a duel.Placed, dice ...string) *bench {
		a.Model, a.At = "A1", at(6, 6) // on the disc
		b := lay(t, crowded, duel.Position{Act: "B1", Order: []int{1, 0}, Mobs: []duel.MobAt{{At: []float64{6, 6}}}, Models: []duel.Placed{
			a, {Model: "B1", At: at(11, 11), Kind: "hero"},
		}})
		b.do("stay at 11,11", "done")
		if b.s.CurrentPlayer() == 0 { // it could leave, and melts
			t.Fatal(b.s.Text(0))
		}
		b.play(append([]string{"1", "1", "2"}, dice...)...) // the mob stays; initiative
		return b
	}
	b := upkeep(duel.Placed{Feats: []string{"regenerate"}, Status: "prone", Hits: 1})
	b.asked(0, duel.AskLeaveMob, "A1")
	assert.Zero(t, b.of("A1").Hits)

	b = upkeep(duel.Placed{Feats: []string{"berserker"}, Status: "prone", Hits: 1}, "1 5")
	b.asked(0, duel.AskLeaveMob, "A1")
	assert.Equal(t, 1, b.of("A1").Marks["berserk"])

	b = upkeep(duel.Placed{Kind: "hero", Status: "prone", Hits: 1, Marks: map[string]int{"eviscerated": 2}}, "1 4") // 3 + 4
	b.removed("A1")

	b = upkeep(duel.Placed{Kind: "hero", Status: "prone", Hits: 1, Marks: map[string]int{"eviscerated": 2}}, "1 3", "5 5")
	b.asked(0, duel.AskLeaveMob, "A1")
	assert.Zero(t, b.of("A1").Marks["eviscerated"])
}

// DUEL-75, DUEL-104: to leave a mob is an Interact, so that a fast model has its second
// action after it, and its Duel only then; to melt with the crowd leaves nothing to do.
func TestFastModelLeavesAMobDUEL75DUEL104(t *testing.T) {
	leaving := func(feats ...string) *bench {
		return lay(t, crowded, duel.Position{Act: "B1", Order: []int{1, 0}, Mobs: []duel.MobAt{{At: []float64{6, 6}}}, Models: []duel.Placed{
			{Model: "A1", At: at(6, 6), Kind: "hero", Feats: feats}, {Model: "B1", At: at(11, 11), Kind: "hero"},
		}})
	}
	b := leaving("fast")
	b.do("stay at 11,11", "done")
	b.asked(0, duel.AskLeaveMob, "A1")
	assert.Contains(t, b.s.Text(0), "A1 is activated, 1 more to come.")
	b.do("step out to 7.5,6")
	b.asked(0, duel.AskAct, "A1")
	assert.False(t, b.can("exhaust"))
	b.do("go to 9,6")
	b.do("done", "score 3") // not with the mob, but with B1
	b.asked(1, duel.AskScore, "B1")

	b = leaving("fast")
	b.do("stay at 11,11", "done", "melt with the crowd")
	b.asked(0, duel.AskMob, "A1") // the next round

	b = leaving("guard")
	b.do("stay at 11,11", "done", "step out to 7.5,6")
	assert.NotEqual(t, duel.AskAct, b.s.Question())
}

// DUEL-103: how far a mob goes is rolled before its way is chosen, and everybody sees it.
func TestTheInchesOfAMobAreShownDUEL103(t *testing.T) {
	for die, shown := range map[string]float32{"2": .4, "5": 1} {
		b := lay(t, crowded, duel.Position{Act: "B1", Order: []int{1, 0}, Mobs: []duel.MobAt{{At: []float64{6, 6}, Members: []string{"A1"}}}, Models: []duel.Placed{
			{Model: "B1", At: at(11, 11), Kind: "hero"},
		}})
		b.play("stay at 11,11", "done", "melt with the crowd", "mob 1", die)
		b.asked(0, duel.AskMobWay, "A1")
		for seat := range 2 {
			assert.InDelta(t, shown, b.sees(seat, "scenario", "inches that the mob goes"), 1e-6)
			assert.Contains(t, b.s.Text(env.Player(seat)), "Mob 1 goes "+die+"\".\n")
		}
		b.do("send the mob east")
		assert.Zero(t, b.sees(0, "scenario", "inches that the mob goes"))
	}
}
