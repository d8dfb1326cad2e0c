package duel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/envtest"
	"ringer/env/games"
)

// scenarios lists games of every scenario, for each number of players that it
// allows, on the coarse lattice.
var scenarios = []string{
	"scenario=king_of_the_hill,one_and_half_actions=true,players=2",
	"scenario=king_of_the_hill,one_and_half_actions=true,players=4,victory_points=2,respawn=true",
	"scenario=tug_of_war,respawn=true,players=2,respawn_at=counter",
	"scenario=tug_of_war,respawn=true,players=4,models_per_player=2,spawn_points=true,respawn_at=spawn_points",
	"scenario=capture_the_flag,one_and_half_actions=true,players=2,models_per_player=2,captures=2",
	"scenario=capture_the_flag,one_and_half_actions=true,players=4",
	"scenario=solitaire,players=1,opponents=1,one_and_half_actions=true",
	"scenario=solitaire,players=1,models_per_player=2,armory=true,avoid_hits=true,melee=true,cover=advanced,upgrades=true",
	"add_ons=[city_brawl],mob_radius=1,models_per_player=2,melee=true,jamming=true,protection=true",
	"add_ons=[night_raid,city_brawl],mob_radius=1,players=4,scenario=capture_the_flag,one_and_half_actions=true,bid_initiative=player",
	"add_ons=[city_brawl],mob_radius=1,players=1,scenario=solitaire,respawn=true",
	"scenario=gang_warfare,heroes=true,warband=random,players=3,models_per_player=2,max_models=4",
	"scenario=tug_of_war,add_ons=[gang_warfare],heroes=true,warband=random,respawn=true,players=4,max_models=3",
	"scenario=boss_fight,players=1,melee=true,avoid_hits=true,charge=true",
	"scenario=boss_fight,players=2,melee=true,avoid_hits=true,boss_abilities=[aggressive,area_of_effect,armour,bounce],one_and_half_actions=true,respawn=true",
	"scenario=boss_fight,players=3,melee=true,avoid_hits=true,boss_abilities=[exceptionally_prehensile,raise_dead,zverg],bid_initiative=model,cover=advanced",
	"scenario=boss_fight,players=4,melee=true,avoid_hits=true,boss_abilities=[zverg,bounce],max_zvergs=6,add_ons=[city_brawl,night_raid],mob_radius=1",
	"add_ons=[night_raid],players=3,weapon_range=true",
	"add_ons=[night_raid],scenario=tug_of_war,respawn=true,players=4",
}

// The laws hold in every scenario (DUEL-16): in each other one by default, in all of them with
// RINGER_LONG=1.
func TestLawsOfScenariosDUEL16(t *testing.T) {
	for i, set := range scenarios {
		if !long && i%2 == 1 {
			continue
		}
		t.Run(set, func(t *testing.T) {
			amount, rounds := 1, 4
			if long {
				amount, rounds = 200, 30
			}
			envtest.Run(t, games.MustNew(fmt.Sprintf("duel(%s,step=1,rounds=%d)", set, rounds)), envtest.Options{Games: amount})
		})
	}
}

// C-3, DUEL-16: a team counts as one player, and all of it gets the team's return.
func TestTeamsShareReturnsDUEL16(t *testing.T) {
	for _, set := range scenarios {
		g := games.MustNew("duel(" + set + ",step=1)")
		spec := g.Spec()
		switch {
		case strings.Contains(set, "boss_fight") && spec.Players > 1:
			assert.Equal(t, env.TeamSum, spec.Utility, set)
			assert.Equal(t, make([]int, spec.Players), spec.Teams, set)
			assert.Equal(t, -1., spec.MinUtility, set)
			continue
		case strings.Contains(set, "solitaire"), strings.Contains(set, "boss_fight"):
			assert.Equal(t, env.GeneralSum, spec.Utility, set)
			assert.Equal(t, -1., spec.MinUtility, set)
			continue
		case spec.Players < 4:
			assert.Equal(t, env.ZeroSum, spec.Utility, set)
			continue
		}
		assert.Equal(t, env.TeamSum, spec.Utility, set)
		assert.Equal(t, []int{0, 1, 0, 1}, spec.Teams, set)
		assert.Equal(t, -1., spec.MinUtility, set)
	}
}

// The spec of the core game does not depend on scenarios, so that networks trained
// for it stay valid.
func TestScenariosLeaveTheCoreAlone(t *testing.T) {
	spec := games.MustNew("duel").Spec()
	assert.Equal(t, "96d6d524260bdef8d4ab98544882fd17aa636407c9e034011fd703d61a13b125", spec.Hash)
	assert.NotContains(t, string(spec.Configuration), "victory_points")
	hill := games.MustNew("duel(scenario=king_of_the_hill,one_and_half_actions=true)").Spec()
	assert.Contains(t, string(hill.Configuration), "victory_points")
}

// DUEL-33: in a scenario of two teams both players of a team start in one corner,
// opposite the other team's.
func TestCornersOfTeamsDUEL33(t *testing.T) {
	for _, symmetry := range []string{"quarter", "none"} {
		g := build(t, func(c *duel.Config) {
			c.Scenario, c.OneAndHalfActions, c.Players = duel.ScenarioHill, true, 4
			c.Board.Symmetry = symmetry
		})
		b := &bench{t, g, g.NewInitialState().(*duel.State)}
		if symmetry == "none" {
			b.asked(1, duel.AskCorner, "")
			b.do("start northwest")
		}
		require.Equal(t, b.s.Corner(0), b.s.Corner(2))
		require.Equal(t, b.s.Corner(1), b.s.Corner(3))
		assert.Equal(t, 12*2, int(b.s.Corner(0).X+b.s.Corner(1).X))
		assert.Equal(t, 12*2, int(b.s.Corner(0).Y+b.s.Corner(1).Y))
	}
}

// DUEL-112: who was drafted starts at a flag, and nobody else.
func TestOnlyWhatIsFieldedStartsAtAFlagDUEL112(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		heroically(c)
		c.Warband, c.MaxModels, c.Scenario, c.OneAndHalfActions = duel.WarbandDraft, 4, duel.ScenarioFlags, true
		c.BidInitiative = duel.BidModel
	})
	b := &bench{t, g, g.NewInitialState().(*duel.State)}
	b.do("buy follower")
	for b.s.Round() == 0 {
		if b.can("buy toughness") {
			b.do("buy toughness")
		} else {
			require.NoError(t, b.s.Apply(b.s.LegalActions(nil)[0]))
		}
	}
	require.NoError(t, b.s.Conservation())
	var started []string
	for m := range g.Models() {
		if b.s.InPlay().Has(int8(m)) {
			started = append(started, b.s.Fighter(m).Name)
		}
	}
	assert.Equal(t, []string{"A1", "A2", "B1"}, started)
	playOut(t, g, env.Stream(1, "flags"))
}

// A position with tokens that its scenario lacks is refused.
func TestScenarioPositionFaults(t *testing.T) {
	one, two := 1, 2
	p := pair(3, 3, 9, 9)
	p.Hill, p.Points, p.Flags, p.Counters = &one, []int{1}, []duel.FlagAt{{Side: 0}}, []string{"0"}
	p.Lights = [][]float64{{1, 1}}
	_, err := build(t, nil).State(p)
	for _, part := range []string{"hill", "points", "flags", "counters", "lights"} {
		assert.ErrorContains(t, err, part+": given: want nothing: the game has none")
	}
	p = pair(3, 3, 9, 9)
	p.Treasure, p.Carrier = []float64{3, 3}, "A"
	p.Flags = []duel.FlagAt{{Side: 2}, {Side: 1, Carrier: "B"}, {Side: 0, At: []float64{1}}}
	_, err = build(t, func(c *duel.Config) { c.Scenario, c.OneAndHalfActions = duel.ScenarioFlags, true }).State(p)
	for _, part := range []string{"treasure: given", "carrier: given", "flags[0].side: 2: want a side from 0 to 1", "flags[1].carrier: B: want a model of the other side", "flags[2].at"} {
		assert.ErrorContains(t, err, part)
	}
	p = pair(3, 3, 9, 9)
	p.Hill, p.Points = &two, []int{6, 0, 1}
	_, err = build(t, func(c *duel.Config) { c.Scenario, c.OneAndHalfActions = duel.ScenarioHill, true }).State(p)
	for _, part := range []string{"hill: 2", "points[0]: 6", "points[2]: 1"} {
		assert.ErrorContains(t, err, part)
	}
	p = pair(3, 3, 9, 9)
	p.Counters = []string{"mine", "0", "1", "neutral"}
	_, err = build(t, func(c *duel.Config) { c.Scenario, c.Respawn = duel.ScenarioTugOfWar, true }).State(p)
	assert.ErrorContains(t, err, "counters[0]: mine")
	assert.ErrorContains(t, err, "counters[3]: neutral: want at most 3")
}
