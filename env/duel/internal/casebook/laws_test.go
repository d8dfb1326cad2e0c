package casebook_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/internal/cover"
)

// long is set for runs that may take minutes.
var long = os.Getenv("RINGER_LONG") == "1"

// jungle returns a table with terrain of every kind, on the coarse lattice.
func jungle() *space.Map {
	m := plains(
		space.Piece{Type: "wall", Rect: []float64{2, 4.3, 2, .4}}, space.Piece{Type: "fence", Rect: []float64{8, 2.3, 2, .4}},
		space.Piece{Type: "crate", Rect: []float64{7.4, 7.4, 1.2, 1.2}}, space.Piece{Type: "tower", Rect: []float64{3.2, 8.2, 1.6, 1.6}},
		space.Piece{Type: "ladder", Rect: []float64{9.2, 9.2, 1.6, 1.6}}, space.Piece{Type: "pond", Rect: []float64{0, 6, 2, 1}},
		space.Piece{Type: "hut", Rect: []float64{5, 2, 1.5, 1.5}}, space.Piece{Type: "laser", Rect: []float64{6, 9, .1, 3}},
		space.Piece{Type: "tree", Circle: []float64{10, 6, .3}}, space.Piece{Type: "gap", Rect: []float64{4.4, 5.2, .3, 1.6}},
	)
	m.Step = 1
	return m
}

// An option is one parameter, with its settings.
type option struct {
	name string
	set  []func(c *duel.Config)
}

func toggle(name string, set func(c *duel.Config, on bool)) option {
	return option{name, []func(c *duel.Config){func(c *duel.Config) { set(c, false) }, func(c *duel.Config) { set(c, true) }}}
}

// heroic returns a game of Heroes with up to five models a side.
func heroic(warband string) func(c *duel.Config) {
	return func(c *duel.Config) { c.Heroes, c.Warband, c.MaxModels = true, warband, 5 }
}

var options = []option{
	{"players", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.Players = 3 }, func(c *duel.Config) { c.Players = 4 }}},
	{"models", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.ModelsPerPlayer = 2 }}},
	{"placement", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.Placement = duel.PlacementAbsolute }}},
	{"bid", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.BidInitiative = duel.BidPlayer }, func(c *duel.Config) { c.BidInitiative = duel.BidModel }}},
	{"cover", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.Cover = duel.CoverSimple }, func(c *duel.Config) { c.Cover = duel.CoverAdvanced }}},
	{"scenario", []func(c *duel.Config){
		func(c *duel.Config) {},
		func(c *duel.Config) { c.Scenario = duel.ScenarioHill },
		func(c *duel.Config) { c.Scenario = duel.ScenarioTugOfWar },
		func(c *duel.Config) { c.Scenario = duel.ScenarioFlags },
		func(c *duel.Config) { c.Scenario = duel.ScenarioSolitaire },
		func(c *duel.Config) {
			c.Scenario = duel.ScenarioBossFight
			c.BossAbilities = []string{duel.BossAggressive, duel.BossAreaOfEffect, duel.BossArmour, duel.BossBounce, duel.BossPrehensile, duel.BossRaiseDead, duel.BossZverg}
		},
		func(c *duel.Config) { c.Scenario = duel.ScenarioGangWarfare },
	}},
	{"add-ons", []func(c *duel.Config){
		func(c *duel.Config) {},
		func(c *duel.Config) { c.AddOns = []string{duel.AddOnNightRaid} },
		func(c *duel.Config) { c.AddOns, c.MobRadius = []string{duel.AddOnCityBrawl}, 1 },
		func(c *duel.Config) { c.AddOns = []string{duel.AddOnGangWarfare} },
	}},
	{"place terrain", []func(c *duel.Config){func(c *duel.Config) {}, func(c *duel.Config) { c.PlaceTerrain = 1 }, func(c *duel.Config) { c.PlaceTerrain = 3 }}},
	toggle("1.5", func(c *duel.Config, on bool) { c.OneAndHalfActions = on }),
	toggle("armory", func(c *duel.Config, on bool) { c.Armory = on }),
	toggle("avoid", func(c *duel.Config, on bool) { c.AvoidHits = on }),
	toggle("charge", func(c *duel.Config, on bool) { c.Charge = on }),
	toggle("climbing", func(c *duel.Config, on bool) { c.Climbing = on }),
	toggle("dead zone", func(c *duel.Config, on bool) { c.DeadZone = on }),
	toggle("exhaust", func(c *duel.Config, on bool) { c.Exhaust = on }),
	toggle("falling", func(c *duel.Config, on bool) { c.Falling = on }),
	toggle("terrain", func(c *duel.Config, on bool) {
		if on {
			c.InteractiveTerrain = []string{duel.Water, duel.Fragile, duel.Laser, duel.Tree}
			c.FragileHits = 3
		}
	}),
	toggle("jamming", func(c *duel.Config, on bool) { c.Jamming = on }),
	toggle("jump", func(c *duel.Config, on bool) { c.Jump = on }),
	toggle("melee", func(c *duel.Config, on bool) { c.Melee = on }),
	toggle("random", func(c *duel.Config, on bool) { c.PlaceRandomly = on }),
	toggle("protection", func(c *duel.Config, on bool) { c.Protection = on }),
	toggle("respawn", func(c *duel.Config, on bool) { c.Respawn = on }),
	toggle("spawn", func(c *duel.Config, on bool) { c.SpawnPoints = on }),
	toggle("specialization", func(c *duel.Config, on bool) { c.Specialization = on }),
	toggle("aim", func(c *duel.Config, on bool) { c.TakeAim = on }),
	toggle("upgrades", func(c *duel.Config, on bool) { c.Upgrades = on }),
	toggle("range", func(c *duel.Config, on bool) { c.WeaponRange = on }),
	{"heroes", []func(c *duel.Config){func(c *duel.Config) {}, heroic(duel.WarbandRandom), heroic(duel.WarbandDraft)}},
	{"one up", []func(c *duel.Config){
		func(c *duel.Config) {},
		func(c *duel.Config) { c.OneUp = []string{"shapeshifter", "follower", "coordinate", "zealous"} },
		func(c *duel.Config) {
			c.OneUp, c.OneUpFollowers = []string{"xtra_attack", "valorous", "hipshot", "tactical_movement"}, true
		},
	}},
}

// settle adds the settings that a combination needs (DUEL-18), and warbands that
// fit it.
func settle(c *duel.Config) {
	if c.Charge {
		c.Melee, c.AvoidHits = true, true
	}
	c.Falling = c.Falling || c.Climbing
	if c.SpawnPoints {
		c.RespawnAt = duel.RespawnPoints
	}
	settleScenario(c)
	if !c.Heroes {
		c.OneUp, c.OneUpFollowers = nil, false
	}
	one := duel.Kit{Ranged: duel.Thrown, Melee: duel.OneHanded, Protection: duel.Light}
	two := duel.Kit{Ranged: duel.TwoHanded, Protection: duel.Heavy, Specialization: duel.Gunslinger}
	if c.Armory && c.Cover != duel.CoverOff {
		one = duel.Kit{Ranged: duel.OneHanded, Shield: true}
	}
	if c.Melee {
		two = duel.Kit{Melee: duel.TwoHanded, Protection: duel.Light, Specialization: duel.Brawler}
	}
	c.Warbands = []duel.Warband{{Models: []duel.Kit{one, two}}, {Models: []duel.Kit{two, one}}}
	c.Rounds = 4
}

// settleScenario adds the settings that a scenario needs.
func settleScenario(c *duel.Config) {
	gangs := slices.Index(c.AddOns, duel.AddOnGangWarfare)
	if c.Scenario == duel.ScenarioBossFight && gangs >= 0 {
		c.AddOns = nil
	} else if c.Scenario == duel.ScenarioGangWarfare || gangs >= 0 {
		if !c.Heroes {
			heroic(duel.WarbandRandom)(c)
		}
		if c.Scenario == duel.ScenarioGangWarfare {
			c.AddOns = slices.DeleteFunc(slices.Clone(c.AddOns), func(x string) bool { return x == duel.AddOnGangWarfare })
			c.Respawn = false
		}
	}
	switch c.Scenario {
	case duel.ScenarioHill, duel.ScenarioFlags:
		c.OneAndHalfActions = true
	case duel.ScenarioTugOfWar:
		c.Respawn = true
	case duel.ScenarioSolitaire:
		c.Players = 1
	case duel.ScenarioBossFight:
		c.ModelsPerPlayer, c.Melee, c.AvoidHits = 1, true, true
		c.Heroes, c.Warband, c.MaxModels, c.OneUp, c.OneUpFollowers = false, duel.Defaults().Warband, duel.Defaults().MaxModels, nil, false
	default:
		return
	}
	if c.Players == 3 {
		c.Players = 4
	}
}

// Every combination of options that together have each pair of their settings plays to its
// end, keeping its pieces and its bounds: a random game each, 100,000 in all in a long run.
func TestPairwiseGames(t *testing.T) {
	axes := optionAxes()
	cases := cover.Pairs(axes, 1, nil)
	games := 1
	if long {
		games = 100_000/len(cases) + 1
	}
	for k, c := range cases {
		g := crossed(t, func(name string) string {
			if i := slices.IndexFunc(axes, func(a cover.Axis) bool { return a.Name == name }); i >= 0 {
				return axes[i].Values[c[i]]
			}
			return crossDefaults[name]
		}, 4)
		for i := range games {
			playOut(t, g, env.Stream(uint64(k), "grid", uint64(i)))
		}
	}
	t.Logf("%d combinations have all pairs of settings of %d options: %d games", len(cases), len(axes), games*len(cases))
}

// A rule hooks the turn only while it is on: with all options off none does.
func TestRulesAreOffDUEL11(t *testing.T) {
	assert.Empty(t, build(t, nil).OptionalRules())
	on := build(t, func(c *duel.Config) { c.Melee, c.TakeAim = true, true }).OptionalRules()
	slices.Sort(on)
	assert.Equal(t, []string{"melee", "take_aim"}, on)
}

// C-1, C-7, DUEL-8: a score is hidden from everyone else until all are set.
func TestScoresAreSecretDUEL8(t *testing.T) {
	observe := func(b *bench, seat env.Player) []float32 {
		o := make([]float32, b.g.Spec().ObservationSize())
		b.s.Observe(seat, o)
		return o
	}
	one, two := lay(t, avoiding, pair(3, 6, 9, 6)), lay(t, avoiding, pair(3, 6, 9, 6))
	one.do("stay at 3,6", "score 1")
	two.do("stay at 3,6", "avoid 6")
	assert.Equal(t, observe(one, 1), observe(two, 1))
	assert.Equal(t, one.s.Text(1), two.s.Text(1))
	assert.Equal(t, one.s.InformationState(1), two.s.InformationState(1))
	assert.NotEqual(t, observe(one, 0), observe(two, 0))
	one.do("score 3")
	two.do("score 3")
	assert.NotEqual(t, observe(one, 1), observe(two, 1), "revealed")

	// A resampled world draws the hidden choice from the possible ones.
	b := lay(t, avoiding, pair(3, 6, 9, 6))
	b.do("stay at 3,6", "score 1")
	seen := map[string]int{}
	for i := range uint64(600) {
		w := b.s.ResampleFromInfoState(1, env.Stream(i, "worlds")).(*duel.State)
		require.NoError(t, w.Apply(w.LegalActions(nil)[0]))
		score, avoids, known := w.Score(0)
		require.True(t, known)
		seen[fmt.Sprint(score, avoids)]++
	}
	assert.Len(t, seen, 12)
	for what, n := range seen {
		assert.Greater(t, n, 20, what)
	}
}

// DUEL-27, DUEL-28: scores act in ascending order, and an attack is resolved in
// one order: count hits, stop those avoided, stop those intercepted, then prone or
// removed.
func TestOrderOfADuelDUEL27DUEL28(t *testing.T) {
	b := lay(t, all(avoiding, func(c *duel.Config) { c.Upgrades = true }), duel.Position{Act: "A", Models: []duel.Placed{
		{Model: "A", At: at(3, 6)}, {Model: "B", At: at(9, 6), Upgrade: "armour"},
	}})
	b.do("stay at 3,6", "score 4", "avoid 2")
	b.roll("5 1") // the lower score first: a defense of 7
	b.roll("3 5") // 7 and 9: both are stopped, so the armour is not used
	b.standing("B")
	assert.Equal(t, "armour", b.of("B").Upgrade)

	b = lay(t, all(avoiding, func(c *duel.Config) { c.Upgrades = true }), duel.Position{Act: "A", Models: []duel.Placed{
		{Model: "A", At: at(3, 6)}, {Model: "B", At: at(9, 6), Upgrade: "armour"},
	}})
	b.do("stay at 3,6", "score 4", "avoid 2")
	b.roll("6 1") // a defense of 8
	b.roll("3 3") // two hits of 7 come through; the armour stops one
	b.prone("B")
	assert.Empty(t, b.of("B").Upgrade)
}

// DUEL-115: a Duel in the middle of a Move ends before the next begins, and at most
// one is initiated by the activation besides (DUEL-26): a skirmish asks for one
// Duel, its second leg for one more, and then the activation is over.
func TestDuelsDoNotNestDUEL115(t *testing.T) {
	b := lay(t, all(avoiding, func(c *duel.Config) { c.OneAndHalfActions = true }), pair(3, 3, 9, 3))
	b.do("skirmish", "stay at 3,3", "score 1", "score 1")
	b.roll("1", "1 1")
	b.do("stay at 3,3", "avoid 1", "avoid 1")
	b.asked(1, duel.AskAct, "B")
	assert.Equal(t, -1, b.s.Initiator())
}
