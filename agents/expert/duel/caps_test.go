package duel_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ringer/agents/expert/experttest"
	"ringer/agents/roster"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	"ringer/env"
	game "ringer/env/duel"
	"ringer/env/games"
	"ringer/eval"
)

// Experts end their games: over random scenarios, maps, options and warbands, under 2%
// reach the round cap (C-4).
func TestExpertsEndTheirGames(t *testing.T) {
	want, each := 8, 1 // games, and of each configuration
	if experttest.Long {
		want, each = 1200, 3
	}
	played, capped := map[string]int{}, map[string]int{}
	rng := env.Stream(1, "caps")
	for n := 0; n < want; {
		kind, name := anyDuel(rng)
		g, err := games.New(name)
		if err != nil {
			continue // a combination that is refused
		}
		e, err := roster.New("expert", roster.Sources{Game: g})
		require.NoError(t, err)
		table := experttest.NewTable(t, g, slices.Repeat([]agents.Agent{e}, g.Spec().Players)...)
		for range each {
			n++
			played[kind]++
			if table.Play(uint64(n), 0).(*game.State).Capped() {
				capped[kind]++
				t.Logf("until the cap, game %d: %s", n, name)
			}
		}
	}
	all, ended := 0, 0
	for _, kind := range slices.Sorted(maps.Keys(played)) {
		share := eval.Wilson(float64(capped[kind]), float64(played[kind]))
		t.Logf("%s: %d of %d games ended at the cap, %.1f%% (%.1f to %.1f)", kind, capped[kind], played[kind], 100*float64(capped[kind])/float64(played[kind]), 100*share.Low, 100*share.High)
		all, ended = all+played[kind], ended+capped[kind]
	}
	share := eval.Wilson(float64(ended), float64(all))
	t.Logf("all: %d of %d, %.1f%% (%.1f to %.1f)", ended, all, 100*float64(ended)/float64(all), 100*share.Low, 100*share.High)
	if experttest.Long {
		assert.Less(t, float64(ended), .02*float64(all))
	} else {
		assert.LessOrEqual(t, ended, 1)
	}
}

// anyDuel returns the name of a game with a random scenario, map and options, and its
// kind; some of these games are refused.
func anyDuel(rng *rand.Rand) (kind, name string) {
	pick := func(words ...string) string { return words[rng.IntN(len(words))] }
	scenario := pick("treasure", "treasure", "gang_warfare", "king_of_the_hill", "capture_the_flag", "tug_of_war", "solitaire", "boss_fight")
	set := map[string]string{"scenario": scenario, "step": "1", "map": pick("crossroads", "crossroads", "canyon", "city", "forest", "homestead", "laboratory", "lagoon", "scatter")}
	set["map_seed"] = fmt.Sprint(rng.IntN(1000))
	for _, x := range []string{"one_and_half_actions", "armory", "avoid_hits", "charge", "climbing", "dead_zone", "exhaust", "falling", "jamming", "jump", "melee", "place_randomly", "protection", "respawn", "spawn_points", "specialization", "take_aim", "upgrades", "weapon_range"} {
		set[x] = fmt.Sprint(rng.IntN(3) == 0)
	}
	set["cover"], set["bid_initiative"] = pick("off", "simple", "advanced"), pick("off", "off", "player", "model")
	set["players"], set["models_per_player"] = pick("2", "2", "3", "4"), pick("1", "2", "3")
	if rng.IntN(3) > 0 {
		set["heroes"], set["max_models"] = "true", "6"
		if set["warband"] = pick("random", "random", "draft", "given"); set["warband"] == "given" {
			set["bands"] = "[" + pick("battery", "butcher", "fanatic", "outlaws", "posse", "retinue", "sharpshooter", "swarm", "trickster") + "," + pick("outlaws", "posse", "pack", "berserkers") + "]"
			set["max_models"] = "13"
		}
	}
	switch scenario {
	case "king_of_the_hill", "capture_the_flag":
		set["one_and_half_actions"], set["players"] = "true", pick("2", "4")
	case "tug_of_war":
		set["respawn"], set["players"] = "true", pick("2", "4")
	case "gang_warfare":
		set["respawn"], set["heroes"] = "false", "true"
	case "solitaire":
		set["players"] = "1"
	case "boss_fight":
		set["melee"], set["avoid_hits"], set["models_per_player"] = "true", "true", "1"
		delete(set, "heroes")
		delete(set, "warband")
		delete(set, "bands")
		set["players"] = pick("1", "2", "3", "4")
	}
	if rng.IntN(6) == 0 {
		set["add_ons"], set["mob_radius"] = pick("[night_raid]", "[city_brawl]"), "1"
	}
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(set)) {
		parts = append(parts, k+"="+set[k])
	}
	if kind = scenario; set["respawn"] == "true" && scenario != "treasure" {
		kind += " with respawn"
	}
	return kind, "duel(" + strings.Join(parts, ",") + ")"
}
