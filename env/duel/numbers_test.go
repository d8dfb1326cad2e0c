package duel_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/duel"
)

// Numbers that are the usual ones, and those of rules that are not played, are no part of
// what a game is known by; others are.
func TestNumbersAreKnownByTheirChanges(t *testing.T) {
	heroes := func(c *duel.Config) {
		c.Heroes, c.Warband, c.MaxModels = true, duel.WarbandDraft, 1
	}
	usual := build(t, heroes)
	assert.NotContains(t, string(usual.Spec().Configuration), "feats")
	changed := build(t, func(c *duel.Config) { heroes(c); c.Feats["fighter"]["weakness"] = 1 })
	assert.Contains(t, string(changed.Spec().Configuration), `"feats":{"fighter":{"weakness":1}}`)
	assert.NotEqual(t, usual.Spec().Hash, changed.Spec().Hash)

	core := build(t, func(*duel.Config) {})
	same := build(t, func(c *duel.Config) { c.Feats["fighter"]["weakness"], c.Mobs["mob"]["hits"] = 1, 3 })
	assert.Equal(t, core.Spec().Hash, same.Spec().Hash, "nobody is a Hero, and there are no mobs")

	c, err := duel.FromRules(func(c *duel.Config) error { return json.Unmarshal(changed.Spec().Configuration, c) })
	require.NoError(t, err)
	assert.EqualValues(t, 1, c.Feats["fighter"]["weakness"])
	assert.EqualValues(t, 2, duel.Defaults().Feats["fighter"]["weakness"])
}

func TestFaultsOfNumbers(t *testing.T) {
	text := faults(t, func(c *duel.Config) {
		c.Feats["fighter"]["bonus"], c.Feats["fighter"]["price"], c.Feats["wingman"]["reach"] = 7, 1.5, 3.5
		c.Traits["toughness"]["limit"], c.Options["charge"]["strength"] = -1, 100
		c.Feats["figther"] = map[string]float64{"bonus": 1}
	})
	for _, want := range []string{
		"feats.fighter.bonus: 7: want a whole number from -6 to 6", "feats.fighter.price: 1.5: want a whole number from 1 to 12",
		"traits.toughness.limit: -1: want a whole number from 0 to 12", "options.charge.strength: 100: want a whole number from 0 to 6",
	} {
		assert.Contains(t, text, want)
	}
	assert.NotContains(t, text, "wingman")
}

// A bonus of a feat is added to the dice of those who have it: with 4 more, random play wins
// more games.
func TestABonusIsAddedToEveryDieOfItsBearer(t *testing.T) {
	with := func(bonus float64) []int {
		g := build(t, func(c *duel.Config) {
			c.Heroes, c.AvoidHits, c.Scenario = true, true, duel.ScenarioGangWarfare
			c.Warbands = []duel.Warband{{Models: []duel.Kit{{Feats: []string{"quickstep"}}}}, {Models: []duel.Kit{{}}}}
			c.Feats["quickstep"]["bonus"] = bonus
		})
		return wins(t, g, 120)
	}
	usual, strong := with(0), with(4)
	assert.Greater(t, strong[0], usual[0]+20, "wins of 120 games of the bearer: %v, %v with the bonus", usual, strong)
}

// wins plays random games and counts who wins them.
func wins(t *testing.T, g *duel.Game, games int) []int {
	t.Helper()
	won := make([]int, 2)
	for seed := range uint64(games) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var table drive.Table
		table.Set(g.NewInitialState())
		require.NoError(t, table.Play(rng, drive.Random(rng)))
		returns := make([]float64, 2)
		table.State().Returns(returns)
		for seat, r := range returns {
			if r > 0 {
				won[seat]++
			}
		}
	}
	return won
}

// A draft costs what feats cost: a Hero never pays more than its points, buys a trait no
// more often than its limit, and is done when it can buy nothing more.
func TestPricesAndLimitsOfADraft(t *testing.T) {
	g := build(t, func(c *duel.Config) {
		c.Heroes, c.Warband, c.MaxModels, c.ResourcePoints = true, duel.WarbandDraft, 4, 5
		for name := range c.Feats {
			c.Feats[name]["price"] = 2
		}
		c.Feats["fast"]["limit"] = 0
		for name := range c.Traits {
			c.Traits[name]["price"], c.Traits[name]["limit"] = 3, 1
		}
	})
	bought := map[string]int{}
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 2))
		s := g.NewInitialState().(*duel.State)
		purchases := 0
		for s.Drafting() {
			a := env.Action(0)
			if s.CurrentPlayer() == env.Chance {
				outcomes := s.ChanceOutcomes(nil)
				a = outcomes[rng.IntN(len(outcomes))].Action
			} else {
				legal := s.LegalActions(nil)
				require.NotEmpty(t, legal, "seed %d", seed)
				a = legal[rng.IntN(len(legal))]
				bought[s.ActionString(a)]++
				purchases++
			}
			require.NoError(t, s.Apply(a))
			if s.CurrentPlayer() >= 0 && seed%8 == 0 {
				w := s.ResampleFromInfoState(s.CurrentPlayer(), rng).(*duel.State)
				require.Equal(t, s.InformationState(s.CurrentPlayer()), w.InformationState(s.CurrentPlayer()))
			}
		}
		assert.LessOrEqual(t, purchases, g.Spec().Players*(2+1+5), fmt.Sprint(seed))
	}
	for name := range bought {
		assert.NotContains(t, name, " fast")
	}
	assert.NotEmpty(t, bought)
}
