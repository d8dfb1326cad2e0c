package duel_test

import (
	"testing"

	"ringer/agents/expert/experttest"

	"github.com/stretchr/testify/assert"

	"ringer/agents"
	game "ringer/env/duel"
)

// Experts play every scenario to its end, and seldom until the round cap: in under
// 2% of the games of a long run (C-4).
func TestPlaysTheScenarios(t *testing.T) {
	for _, name := range []string{
		"duel(scenario=king_of_the_hill,one_and_half_actions=true,step=1)",
		"duel(scenario=king_of_the_hill,one_and_half_actions=true,players=4,step=1)",
		"duel(scenario=tug_of_war,respawn=true,step=1)",
		"duel(scenario=tug_of_war,respawn=true,players=4,respawn_at=counter,step=1)",
		"duel(scenario=capture_the_flag,one_and_half_actions=true,step=1)",
		"duel(scenario=capture_the_flag,one_and_half_actions=true,players=4,step=1)",
		"duel(scenario=solitaire,players=1,step=1)",
		"duel(scenario=boss_fight,players=1,melee=true,avoid_hits=true,step=1)",
		"duel(scenario=boss_fight,players=4,melee=true,avoid_hits=true,boss_abilities=[zverg,raise_dead,bounce],step=1)",
		"duel(scenario=gang_warfare,heroes=true,bands=[outlaws],melee=true,avoid_hits=true,armory=true,cover=simple,step=1)",
		"duel(add_ons=[night_raid],models_per_player=2,step=1)",
		"duel(add_ons=[city_brawl],mob_radius=1,models_per_player=2,step=1)",
	} {
		g, e := experttest.Build(t, name)
		seats := make([]agents.Agent, g.Spec().Players)
		for i := range seats {
			seats[i] = e
		}
		games, capped := uint64(1), 0
		if experttest.Long {
			games = 400
		}
		table := experttest.NewTable(t, g, seats...)
		for i := range games {
			if table.Play(i, 0).(*game.State).Capped() {
				capped++
			}
		}
		t.Logf("%s: %d of %d games ended at the round cap", name, capped, games)
		if experttest.Long {
			assert.Less(t, float64(capped), .02*float64(games), name)
		}
	}
}
