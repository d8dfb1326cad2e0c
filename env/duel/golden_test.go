package duel_test

import (
	"flag"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/envtest"
	"ringer/env/games"
)

var update = flag.Bool("update", false, "write golden playthroughs that are missing")

// goldens maps the name of each optional rule's playthrough to its game, with the
// rules that it needs; package games replays them.
var goldens = map[string]string{
	"players-4":            "duel(players=4,rounds=3)",
	"models":               "duel(models_per_player=3,rounds=2)",
	"absolute":             "duel(placement=absolute,rounds=3,step=1)",
	"one_and_half_actions": "duel(one_and_half_actions=true,avoid_hits=true,rounds=3,step=1)",
	"armory":               "duel(armory=true,cover=simple,models_per_player=2,rounds=2,step=1)",
	"avoid_hits":           "duel(avoid_hits=true,rounds=4,step=1)",
	"bid_player":           "duel(bid_initiative=player,rounds=4,step=1)",
	"bid_model":            "duel(bid_initiative=model,models_per_player=2,rounds=2,step=1)",
	"charge":               "duel(charge=true,melee=true,avoid_hits=true,models_per_player=2,rounds=3,step=1)",
	"climbing":             "duel(climbing=true,falling=true,map=city,rounds=4,step=1)",
	"cover":                "duel(cover=advanced,avoid_hits=true,map=forest,rounds=4,step=1)",
	"exhaust":              "duel(exhaust=true,one_and_half_actions=true,rounds=3,step=1)",
	"interactive_terrain":  "duel(interactive_terrain=[water,fragile,laser,tree],map=laboratory,rounds=4,step=1)",
	"jamming":              "duel(jamming=true,rounds=5,step=1)",
	"jump":                 "duel(jump=true,map=canyon,rounds=3,step=1)",
	"place_randomly":       "duel(place_randomly=true,spawn_points=true,rounds=2,step=1)",
	"place_terrain":        "duel(place_terrain=1,map=canyon,rounds=3,step=1)",
	"protection":           "duel(protection=true,specialization=true,models_per_player=3,rounds=2,step=1)",
	"respawn":              "duel(respawn=true,spawn_points=true,respawn_at=spawn_points,rounds=6,step=1)",
	"take_aim":             "duel(take_aim=true,rounds=4,step=1)",
	"upgrades":             "duel(upgrades=true,rounds=4,step=1)",
	"weapon_range":         "duel(weapon_range=true,armory=true,dead_zone=true,models_per_player=2,rounds=2,step=1)",
	"king_of_the_hill":     "duel(scenario=king_of_the_hill,one_and_half_actions=true,players=4,rounds=5,step=1)",
	"tug_of_war":           "duel(scenario=tug_of_war,respawn=true,respawn_at=counter,players=4,rounds=4,step=1)",
	"capture_the_flag":     "duel(scenario=capture_the_flag,one_and_half_actions=true,players=4,rounds=4,step=1)",
	"night_raid":           "duel(add_ons=[night_raid],rounds=3,step=1)",
	"city_brawl":           "duel(add_ons=[city_brawl],mob_radius=1,models_per_player=2,rounds=3,step=1)",
	"boss_fight":           "duel(scenario=boss_fight,players=2,melee=true,avoid_hits=true,boss_abilities=[zverg,bounce,raise_dead],rounds=3,step=1)",
	"gang_warfare":         "duel(scenario=gang_warfare,heroes=true,bands=[outlaws,posse],melee=true,avoid_hits=true,armory=true,cover=simple,jamming=true,protection=true,rounds=2,step=1)",
	"solitaire":            "duel(scenario=solitaire,players=1,rounds=4,step=1)",
	"heroes":               "duel(heroes=true,bands=[outlaws,posse],melee=true,avoid_hits=true,armory=true,cover=simple,rounds=4,step=1)",
	"scatter":              "duel(map=scatter,map_seed=3,rounds=3,step=1)",
}

// Every optional rule has a playthrough that replays.
func TestGoldensOfTheOptions(t *testing.T) {
	for file, name := range goldens {
		path := "testdata/" + file + ".golden"
		text, err := os.ReadFile(path)
		if os.IsNotExist(err) && *update {
			golden, err := envtest.Record(games.MustNew(name), 2)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, []byte(golden), 0o644))
			continue
		}
		require.NoError(t, err, "run: go test ./env/duel -run TestGoldens -update")
		header, err := envtest.ReadHeader(string(text))
		require.NoError(t, err)
		g := games.MustNew(name)
		assert.Equal(t, g.Spec().String(), header.Game)
		assert.NoError(t, envtest.Replay(g, string(text)))
	}
}
