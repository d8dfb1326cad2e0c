package casebook_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/duel"
	"ringer/env/games"
)

// DUEL-12, DUEL-18, DUEL-42: settings that exclude each other are refused with the
// reason, all of them at once.
func TestForbiddenCombinationsDUEL18(t *testing.T) {
	text := faults(t, func(c *duel.Config) { c.Charge, c.Climbing = true, true })
	assert.Contains(t, text, "charge: on: want melee too")
	assert.Contains(t, text, "charge: on: want avoid_hits too")
	assert.Contains(t, text, "climbing: on: want falling too")
	kit := func(k duel.Kit) []duel.Warband { return []duel.Warband{{Models: []duel.Kit{k}}} }
	assert.Contains(t, faults(t, func(c *duel.Config) {
		c.Armory = true
		c.Warbands = kit(duel.Kit{Ranged: duel.OneHanded, Shield: true})
	}),
		"warbands[0].models[0].shield: true: want armory and cover on")
	assert.Contains(t, faults(t, func(c *duel.Config) {
		c.Specialization = true
		c.Warbands = kit(duel.Kit{Specialization: duel.Brawler})
	}),
		"specialization: brawler: want melee on")
	assert.Contains(t, faults(t, func(c *duel.Config) {
		c.Specialization, c.Armory, c.Melee = true, true, true
		c.Warbands = kit(duel.Kit{Melee: duel.OneHanded, Specialization: duel.Gunslinger})
	}), "melee: one_handed: want none: a gunslinger")
	assert.Contains(t, faults(t, func(c *duel.Config) { c.Warbands = kit(duel.Kit{Ranged: duel.TwoHanded, Melee: duel.OneHanded}) }), "two hands' worth")
	assert.Contains(t, faults(t, func(c *duel.Config) { c.Warbands = kit(duel.Kit{Ranged: duel.OneHanded, Melee: duel.Pair}) }), "two hands' worth")
	assert.Contains(t, faults(t, func(c *duel.Config) { c.Warbands = kit(duel.Kit{Ranged: duel.Pair}) }), "ranged")
	assert.Contains(t, faults(t, func(c *duel.Config) { c.BidInitiative = duel.BidModel; c.ModelsPerPlayer = 5 }), "at most 4 models a player (DUEL-42)")
	assert.Contains(t, faults(t, func(c *duel.Config) { c.Respawn = true; c.RespawnAt = duel.RespawnPoints }), "respawn_at: on: want spawn_points too")
	assert.Contains(t, faults(t, func(c *duel.Config) { c.InteractiveTerrain = []string{"lava", duel.Water, duel.Water} }), "interactive_terrain[0]: lava: want one of water, fragile, laser, tree")
	assert.Contains(t, faults(t, func(c *duel.Config) { c.Rounds = 1001 }), "rounds: 1001: want a number from 0 to 1000")
	c := duel.Defaults()
	_, err := duel.New(c)
	assert.ErrorIs(t, err, duel.ErrNoBoard)
}

// C-4: the cap is the scenario's own, unless it is set.
func TestRoundsC4(t *testing.T) {
	for _, x := range []struct {
		scenario string
		respawn  bool
		rounds   int
		want     int
	}{
		{duel.ScenarioTreasure, false, 0, 30},
		{duel.ScenarioTreasure, true, 0, 1000},
		{duel.ScenarioFlags, false, 0, 30},
		{duel.ScenarioFlags, true, 0, 1000},
		{duel.ScenarioFlags, true, 30, 30},
		{duel.ScenarioTreasure, true, 30, 30},
		{duel.ScenarioTreasure, false, 1000, 1000},
		{duel.ScenarioTreasure, false, 7, 7},
	} {
		g := build(t, func(c *duel.Config) {
			c.OneAndHalfActions, c.Scenario, c.Respawn, c.Rounds = true, x.scenario, x.respawn, x.rounds
		})
		assert.Equal(t, x.want, g.Config().Rounds, x)
		again, err := games.New(g.Spec().String()) // a string that leaves the rounds out means the scenario's own
		require.NoError(t, err)
		assert.Equal(t, x.want, again.(*duel.Game).Config().Rounds, g.Spec().String())
	}
}

// An impossible position is refused with all its faults.
func TestPositionFaults(t *testing.T) {
	g := build(t, nil)
	_, err := g.State(duel.Position{Act: "C", Round: 99, Models: []duel.Placed{
		{Model: "A", At: at(0, 0)}, {Model: "A", At: at(3, 3)}, {Model: "B", At: at(4.2, 4), Status: "asleep", Hits: 1, Facing: "up", Upgrade: "trap"},
	}, Treasure: []float64{20, 20}, Carrier: "B", Dice: []string{"7"}})
	for _, want := range []string{
		"round: 99", "models[0].at: [0 0]: want a free point", "models[2].status: asleep", "models[2].at: [4.2 4]",
		"treasure: [20 20]", "carrier: B", "act: C", "dice[0]: 7",
	} {
		assert.ErrorContains(t, err, want)
	}
}
