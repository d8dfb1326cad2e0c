package duel_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/games"
)

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
