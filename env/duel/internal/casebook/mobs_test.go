package casebook_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
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

// DUEL-104, DUEL-6, DUEL-69, DUEL-73: in Upkeep the feats of a model in a mob work as the
// feats of others do: Regenerate needs no roll, whatever recovery starts a Berserker, and
// an Eviscerate die rises, hits, and can be rolled away.
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

// A modifier is something that touches an attack, with what it makes of the dice of a Hero
// with score 3 against a model, and against a mob.
type modifier struct {
	name   string
	set    func(c *duel.Config)
	a, b   duel.Kit      // arms of the sides
	hero   duel.Placed   // the attacker, besides its place
	foe    duel.Placed   // the model that it attacks
	others []duel.Placed // for an attack at a distance A1 stands at 2,6 and the foe at 8,6, hand to hand at 4.5,6 and 5.5,6
	melee  bool
	wide   bool     // … with a large base
	before []string // actions in place of staying where it is
	model  [2]int   // dice, and what is added to each
	mob    [2]int
}

// DUEL-105: a mob is attacked as a model is, with all that the attacker brings; what depends on
// the target counts against models alone.
var modifiers = []modifier{
	{name: "nothing", model: [2]int{3, 3}, mob: [2]int{3, 3}},
	{name: "nothing, hand to hand", melee: true, model: [2]int{3, 3}, mob: [2]int{3, 3}},
	{name: "a brawler", set: specialized, a: duel.Kit{Specialization: "brawler"}, melee: true, model: [2]int{3, 5}, mob: [2]int{3, 5}},
	{name: "a gunslinger", set: specialized, a: duel.Kit{Specialization: "gunslinger"}, model: [2]int{3, 4}, mob: [2]int{3, 4}},
	{name: "a shot at a brawler", set: specialized, b: duel.Kit{Specialization: "brawler"}, model: [2]int{3, 4}, mob: [2]int{3, 3}},
	{name: "blows at a gunslinger", set: specialized, b: duel.Kit{Specialization: "gunslinger"}, melee: true, model: [2]int{3, 5}, mob: [2]int{3, 3}},
	{name: "light protection", set: protected, a: duel.Kit{Protection: "light"}, model: [2]int{3, 4}, mob: [2]int{3, 4}},
	{name: "heavy protection", set: protected, a: duel.Kit{Protection: "heavy"}, melee: true, model: [2]int{3, 2}, mob: [2]int{3, 2}},
	{name: "protection of the target", set: protected, b: duel.Kit{Protection: "light"}, model: [2]int{3, 4}, mob: [2]int{3, 3}},
	{name: "a scope", set: func(c *duel.Config) { c.Upgrades = true }, hero: duel.Placed{Upgrade: "scope"}, model: [2]int{3, 4}, mob: [2]int{3, 4}},
	{name: "a skirmish", set: func(c *duel.Config) { c.OneAndHalfActions = true }, before: []string{"skirmish", "stay at 2,6"}, model: [2]int{1, 3}, mob: [2]int{1, 3}},
	{name: "darkness", set: func(c *duel.Config) { c.AddOns, c.DarkFrom = append(c.AddOns, duel.AddOnNightRaid), 1 }, model: [2]int{3, -1}, mob: [2]int{3, 3}},
	{name: "support", melee: true, others: []duel.Placed{{Model: "A2", At: at(5.5, 7), Kind: "ganger"}}, model: [2]int{3, 4}, mob: [2]int{3, 3}},
	{name: "berserker", hero: duel.Placed{Feats: []string{"berserker"}, Marks: map[string]int{"berserk": 1}}, model: [2]int{3, 5}, mob: [2]int{3, 5}},
	{name: "a berserk target", foe: duel.Placed{Feats: []string{"berserker"}, Marks: map[string]int{"berserk": 1}}, model: [2]int{3, 4}, mob: [2]int{3, 3}},
	{name: "a marked target", foe: duel.Placed{Kind: "hero", Marks: map[string]int{"marked": 2}}, model: [2]int{3, 5}, mob: [2]int{3, 3}},
	{name: "large", hero: duel.Placed{Feats: []string{"large"}}, wide: true, model: [2]int{3, 4}, mob: [2]int{3, 3}},
	{name: "underdog", hero: duel.Placed{Feats: []string{"underdog"}}, others: []duel.Placed{{Model: "B2", At: at(2, 11), Kind: "ganger", Acted: true}}, model: [2]int{3, 4}, mob: [2]int{3, 4}},
	{name: "unity", others: []duel.Placed{{Model: "A2", At: at(2, 7), Kind: "ganger", Feats: []string{"unity"}}}, model: [2]int{3, 4}, mob: [2]int{3, 4}},
	{name: "wingman", hero: duel.Placed{Kind: "hero", Marks: map[string]int{"wingman": 1}}, model: [2]int{4, 3}, mob: [2]int{4, 3}},
	{name: "off hand weapon", set: func(c *duel.Config) { c.Armory = true }, a: duel.Kit{Ranged: duel.OneHanded, Melee: duel.OneHanded}, hero: duel.Placed{Feats: []string{"off_hand_weapon"}}, melee: true, model: [2]int{4, 3}, mob: [2]int{4, 3}},
	{name: "fighter", hero: duel.Placed{Feats: []string{"fighter"}}, model: [2]int{3, 3}, mob: [2]int{3, 3}},
	{name: "guard, of who returns no fire", hero: duel.Placed{Kind: "hero", Marks: map[string]int{"on guard": 1}}, model: [2]int{3, 3}, mob: [2]int{3, 3}},
}

func specialized(c *duel.Config) { c.Specialization = true }
func protected(c *duel.Config)   { c.Protection = true }

// brawls builds the games of the modifiers; those that need nothing share one.
type brawls struct{ plain *duel.Game }

func (g *brawls) of(t *testing.T, x *modifier) *duel.Game {
	set := func(c *duel.Config) {
		crowded(c)
		c.Warbands = []duel.Warband{{Models: []duel.Kit{x.a}}, {Models: []duel.Kit{x.b}}}
		if x.set != nil {
			x.set(c)
		}
	}
	if x.set != nil {
		return build(t, set)
	}
	if g.plain == nil {
		g.plain = build(t, set)
	}
	return g.plain
}

// attackAt brings a bench to the attack of A1 on a model, or on a mob of four civilians, with
// score 3.
func (x *modifier) attackAt(t *testing.T, g *duel.Game, mob bool) *bench {
	a, b := x.hero, x.foe
	a.Model, b.Model = "A1", "B1"
	for _, p := range []*duel.Placed{&a, &b} {
		if p.Kind == "" && p.Feats == nil {
			p.Kind = "hero"
		}
	}
	steps := []string{"stay at 2,6"}
	switch a.At, b.At = at(2, 6), at(8, 6); {
	case x.before != nil:
		steps = x.before
	case x.melee:
		a.At, b.At, steps = at(4.5, 6), at(5.5, 6), []string{"stay at 4.5,6"}
	}
	if x.wide {
		a.At, b.At, steps = at(4, 6), at(5.5, 6), []string{"stay at 4,6"}
	}
	p := duel.Position{Act: "A1", Models: append([]duel.Placed{a, b}, x.others...)}
	if mob {
		p.Mobs = []duel.MobAt{{At: []float64{6, 6}}}
		p.Models[1].At = at(11, 11)
	}
	s, err := g.State(p)
	require.NoError(t, err)
	bench := &bench{t, g, s}
	bench.do(steps...)
	if mob {
		bench.play("mob 1", "score 3", "6")
	} else {
		bench.do("score 3")
	}
	for s.CurrentPlayer() >= 0 {
		for _, name := range []string{"score 6", "avoid 6", "attack B1"} {
			if bench.can(name) {
				bench.do(name)
				break
			}
		}
	}
	return bench
}

// diceThrown returns the number of dice that chance is to throw.
func (b *bench) diceThrown() int {
	n := len(b.s.ChanceOutcomes(nil))
	for dice, outcomes := range []int{1, 6, 21, 56, 126, 252, 462} {
		if n == outcomes {
			return dice
		}
	}
	b.t.Fatalf("chance has %d outcomes: no dice", n)
	return 0
}

func TestModifiersOfAttacksByTargetDUEL105(t *testing.T) {
	var games brawls
	for i := range modifiers {
		x := &modifiers[i]
		t.Run(x.name, func(t *testing.T) {
			b := x.attackAt(t, games.of(t, x), false)
			assert.Equal(t, x.model, [2]int{b.diceThrown(), b.s.RollBonus()}, "on a model: dice, and what is added to each")
			b = x.attackAt(t, b.g, true)
			assert.Equal(t, x.mob, [2]int{b.diceThrown(), b.s.RollBonus()}, "on a mob")
		})
	}
}

// lost returns the words of the losses of a mob.
func lost(n int) string { return fmt.Sprintf(" with mob 1, which has lost %d", n) }

// DUEL-105, DUEL-39, DUEL-45: a weapon for two hands rolls one die again against a mob, also
// behind a fence, which covers no mob.
func TestRerollAgainstAMobDUEL105DUEL39DUEL45(t *testing.T) {
	set := all(armed(duel.Kit{Ranged: duel.TwoHanded}, duel.Kit{Ranged: duel.OneHanded}), func(c *duel.Config) {
		c.AddOns, c.MobRadius, c.Cover = []string{duel.AddOnCityBrawl}, 1, duel.CoverSimple
		c.Board = plains(space.Piece{Type: "fence", Rect: []float64{4, 5, .2, 2}})
	})
	b := lay(t, set, duel.Position{Act: "A", Mobs: []duel.MobAt{{At: []float64{7, 6}}}, Models: []duel.Placed{{Model: "A", At: at(2, 6)}, {Model: "B", At: at(11, 11)}}})
	b.play("stay at 2,6", "mob 1", "score 3", "6", "1 4")
	b.asked(0, duel.AskReroll, "A")
	b.play("roll a 1 again", "4")
	assert.Contains(t, b.s.ActionString(b.s.ChanceOutcomes(nil)[0].Action), "the mob loses")
	b.play("the mob loses civilian 1", "the mob loses civilian 1")
	assert.Equal(t, 1, b.diceThrown(), "how the mob reacts")
}

// DUEL-105, DUEL-41: under bids the bid is the score against a mob, too, and a mob in sight is
// enough for the Duel to come.
func TestBidAgainstAMobDUEL105DUEL41(t *testing.T) {
	set := func(c *duel.Config) {
		c.BidInitiative, c.AddOns, c.MobRadius = duel.BidPlayer, []string{duel.AddOnCityBrawl}, 1
	}
	b := lay(t, set, duel.Position{Act: "A", Mobs: []duel.MobAt{{At: []float64{6, 6}}}, Models: []duel.Placed{
		{Model: "A", At: at(2, 6), Bid: 3}, {Model: "B", At: at(10, 6), Bid: 6, Acted: true}, // the mob hides B
	}})
	b.do("stay at 2,6", "mob 1")
	b.asked(0, duel.AskScore, "A")
	assert.True(t, b.can("score 3"))
	assert.Len(t, b.s.LegalActions(nil), 1)
}

// DUEL-105, DUEL-82: what counts for two hits against a model counts for two losses of a mob,
// and a defense stops both.
func TestJuggernautAgainstAMobDUEL105DUEL82(t *testing.T) {
	p := duel.Position{Act: "A1", Mobs: []duel.MobAt{{At: []float64{6, 6}}}, Models: []duel.Placed{
		{Model: "A1", At: at(4.5, 6), Feats: []string{"juggernaut"}}, {Model: "B1", At: at(11, 11), Kind: "hero"},
	}}
	b := lay(t, crowded, p)
	b.play("stay at 4.5,6", "mob 1", "score 1", "6", "1 1 6", "the mob loses civilian 1", "the mob loses civilian 1")
	assert.Contains(t, b.s.Text(0), "Mob (1) [civilians 2, at 6,6]")
	assert.Equal(t, 1, b.diceThrown(), "how the mob reacts")

	b = lay(t, crowded, p)
	b.play("stay at 4.5,6", "mob 1", "score 3", "1", "1 1 1 6") // its lowest defense is 7
	assert.Contains(t, b.s.Text(0), "Score of mob 1 (1) [avoids hits, has had its turn, stops hits of 7 or more]")
	b.play("4 5 6")
	assert.Equal(t, 1, b.diceThrown(), "nothing is lost; how the mob reacts")
}

// DUEL-105, DUEL-53, DUEL-64: a shot at a mob may jam the weapon, and a fighter with a mirage
// does it nothing.
func TestShotAtAMobDUEL105DUEL53DUEL64(t *testing.T) {
	set := func(c *duel.Config) {
		c.Jamming, c.Upgrades, c.AddOns, c.MobRadius = true, true, []string{duel.AddOnCityBrawl}, 1
	}
	b := lay(t, set, duel.Position{Act: "A", Mobs: []duel.MobAt{{At: []float64{6, 6}}}, Models: []duel.Placed{
		{Model: "A", At: at(2, 6), Upgrade: "mirage"}, {Model: "B", At: at(11, 11)},
	}})
	b.play("stay at 2,6", "mob 1", "score 6", "6", "6 6", "6")
	assert.True(t, b.of("A").Jammed)
	assert.Contains(t, b.s.Text(0), "Mob (1) [civilians 4, at 6,6]")
	assert.Equal(t, 1, b.diceThrown(), "how the mob reacts")
}

// DUEL-105, DUEL-94: the Duel of an interrupt, or of a Hurl, is with the model that it is about,
// and with no mob.
func TestInterruptIsNoDuelWithAMobDUEL105DUEL94(t *testing.T) {
	b := lay(t, crowded, duel.Position{Act: "B1", Order: []int{1, 0}, Mobs: []duel.MobAt{{At: []float64{6, 6}}}, Models: []duel.Placed{
		{Model: "A1", At: at(2, 6), Feats: []string{"xtra_attack"}}, {Model: "B1", At: at(2, 11), Kind: "hero"},
	}})
	b.do("go to 4,11", "yes")
	b.asked(0, duel.AskScore, "A1")
}

// DUEL-105: a mob that has no model left is in no Duel any more, and what it has lost is told
// while the Duel lasts.
func TestLossesOfAMobDUEL105(t *testing.T) {
	one := 1
	b := lay(t, crowded, duel.Position{Act: "A1", Mobs: []duel.MobAt{{At: []float64{6, 6}, Civilians: &one}}, Models: []duel.Placed{
		{Model: "A1", At: at(2, 6), Kind: "hero"}, {Model: "B1", At: at(2, 11), Kind: "hero"},
	}})
	b.play("stay at 2,6", "mob 1", "score 6", "6")
	assert.Contains(t, b.s.Text(0), lost(0))
	b.play("6 6 6")
	assert.Contains(t, b.s.Text(1), lost(0))
	b.play("the mob loses civilian 1")
	assert.NotContains(t, b.s.Text(0), "Mob (1)")
	b.asked(1, duel.AskAct, "B1")
}
