package expert_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/agents"
	"ringer/agents/greedy"
	"ringer/agents/random"
)

// The expert of DUEL beats random and greedy players, although a Duel is mostly
// dice; and it plays every rule that is on.
func TestDuelStrength(t *testing.T) {
	g, e := build(t, "duel")
	deals, slack := 60, .1 // a short run has wide intervals
	if long {
		deals, slack = 1500, 0
	}
	vsRandom := newTable(t, g, e, random.New()).winRate(deals)
	vsGreedy := newTable(t, g, e, greedy.New(greedy.DefaultWorlds)).winRate(deals)
	t.Logf("the expert wins %.1f%% against random, %.1f%% against greedy, of %d games each", 100*vsRandom, 100*vsGreedy, 2*deals)
	assert.Greater(t, vsRandom, .62-slack)
	assert.Greater(t, vsGreedy, .58-slack)
}

func TestDuelExpertPlaysTheOptions(t *testing.T) {
	for _, name := range []string{
		"duel(file=skirmish)", "duel(file=mini)", "duel(players=3,armory=true,cover=advanced,jamming=true,take_aim=true)",
		"duel(map=laboratory,climbing=true,falling=true,upgrades=true,interactive_terrain=[water,fragile,laser,tree],placement=absolute,bid_initiative=model)",
	} {
		g, e := build(t, name)
		seats := make([]agents.Agent, g.Spec().Players)
		for i := range seats {
			seats[i] = e
		}
		table := newTable(t, g, seats...)
		for i := range uint64(2) {
			table.play(i, 0)
		}
	}
}
