package casebook_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/drive"
	"ringer/env/duel"
	"ringer/env/duel/internal/config"
	"ringer/env/games"
)

// Numbers that are the usual ones, and numbers of rules that are not played, are no part of
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

// Every number of the table is used: with another one some game goes another way.
func TestEveryNumberIsUsed(t *testing.T) {
	const most = 60
	if os.Getenv("RINGER_LONG") != "1" {
		t.Skip("many games of every feat and rule: RINGER_LONG=1")
	}
	for _, e := range config.Table {
		if e.Name == "per_hit" { // testdata/feats/hurl.yaml has its lesson
			continue
		}
		t.Run(e.Section+"."+e.Thing+"."+e.Name, func(t *testing.T) {
			t.Parallel()
			others := []float64{e.High, e.Low}
			set := func(x float64) env.Game {
				rules, scene := "", "crossroads"
				switch {
				case e.Section == config.SectionFeats, e.Section == config.SectionTraits:
					rules = "heroes=true,scenario=gang_warfare,models_per_player=3,max_models=9,one_up=[" + e.Thing + ",follower]"
					if e.Name == "long_move" {
						rules += ",one_and_half_actions=true"
					}
				case e.Section == config.SectionBoss:
					rules = "scenario=boss_fight,boss_abilities=[" + strings.Join(config.BossAbilities, ",") + "]"
				case e.Section == config.SectionMobs:
					rules = "add_ons=[city_brawl],models_per_player=3,mob_radius=1"
				case e.Thing == "brawler", e.Thing == "gunslinger":
					rules = "specialization=true,models_per_player=2"
				default:
					rules = "models_per_player=3"
				}
				switch e.Thing {
				case "jump", "leap", "climbing":
					scene = "canyon"
				case "laser":
					scene = "laboratory"
				}
				if e.Name == "aid_cost" {
					scene = "city"
				}
				text := fmt.Sprintf("duel(map=%s,avoid_hits=true,melee=true,falling=true,climbing=true,jump=true,charge=true,armory=true,jamming=true,"+
					"protection=true,upgrades=true,interactive_terrain=[laser],step=1,%s,changes=[%s.%s.%s=%g%s])",
					scene, rules, e.Section, e.Thing, e.Name, x, armsOf(e.Thing))
				g, err := games.New(text)
				require.NoError(t, err, text)
				return g
			}
			usual := set(e.Usual)
			for _, other := range others {
				changed := set(other)
				for seed := range uint64(most) {
					if !sameGame(usual, changed, seed, map[string]string{"charge": "charge"}[e.Thing]) {
						return
					}
				}
			}
			assert.Fail(t, "no game goes another way", "%v instead of %v in %d games", others, e.Usual, 2*most)
		})
	}
}

// armsOf returns the changes of a warband that the numbers of a thing need.
func armsOf(thing string) string {
	models := `[{name: a, ranged: one_handed, melee: one_handed, protection: light}, {name: b, ranged: two_handed, protection: heavy}, {name: c, ranged: one_handed}]`
	if thing == "brawler" || thing == "gunslinger" {
		models = `[{name: a, ranged: none, melee: one_handed, specialization: brawler}, {name: b, ranged: one_handed, specialization: gunslinger}]`
	}
	if thing == "off_hand_weapon" {
		models = `[{name: a, ranged: none, melee: pair}]`
	}
	return ",warbands.gunfighters.models=" + models
}

// sameGame plays random games of two configurations with one seed until they differ. Of the
// actions of a seat it takes one with a word in its name, when there is one.
func sameGame(a, b env.Game, seed uint64, word string) bool {
	s, u := a.NewInitialState(), b.NewInitialState()
	rng := rand.New(rand.NewPCG(seed, 3))
	for steps := 0; s.CurrentPlayer() != env.Terminal && steps < 3000; steps++ {
		if s.CurrentPlayer() != u.CurrentPlayer() {
			return false
		}
		var x, y []env.Action
		if s.CurrentPlayer() == env.Chance {
			for _, o := range s.(env.Chancer).ChanceOutcomes(nil) {
				x = append(x, o.Action)
			}
			for _, o := range u.(env.Chancer).ChanceOutcomes(nil) {
				y = append(y, o.Action)
			}
		} else {
			x, y = s.LegalActions(nil), u.LegalActions(nil)
		}
		if len(x) != len(y) {
			return false
		}
		i := rng.IntN(len(x))
		for j := range x {
			if word != "" && s.CurrentPlayer() != env.Chance && strings.Contains(strings.ToLower(s.ActionString(x[j])), word) {
				i = j
			}
		}
		if s.Apply(x[i]) != nil || u.Apply(y[i]) != nil {
			return false
		}
		if s.String() != u.String() {
			return false
		}
	}
	return s.CurrentPlayer() == u.CurrentPlayer()
}
