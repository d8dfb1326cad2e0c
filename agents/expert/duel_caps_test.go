package expert_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/agents"
	"ringer/agents/expert"
	"ringer/env"
	"ringer/env/duel"
	"ringer/env/games"
	"ringer/eval"
)

// Experts end their games: over scenarios, maps, options and warbands that chance
// picks, under 2% reach the round cap (C-4).
func TestDuelExpertsEndTheirGames(t *testing.T) {
	want, each := 12, 1 // games, and of each configuration
	if long {
		want, each = 2000, 5
	}
	if w := os.Getenv("WANT"); w != "" {
		want, _ = strconv.Atoi(w)
		each = 5
	}
	played, capped := map[string]int{}, map[string]int{}
	rng := env.Stream(1, "caps")
	for n := 0; n < want; {
		scenario, name := anyDuel(rng)
		g, err := games.New(name)
		if err != nil {
			continue // a combination that is refused
		}
		e, err := expert.New(g, expert.Options{})
		if !assert.NoError(t, err) {
			return
		}
		seats := slices.Repeat([]agents.Agent{e}, g.Spec().Players)
		table := newTable(t, g, seats...)
		for range each {
			n++
			played[scenario]++
			if table.play(uint64(n), 0).(*duel.State).Capped() {
				capped[scenario]++
				t.Logf("until the cap, game %d: %s", n, name)
			}
		}
	}
	all, ended := 0, 0
	for _, s := range slices.Sorted(maps.Keys(played)) {
		all, ended = all+played[s], ended+capped[s]
		share := eval.Wilson(float64(capped[s]), float64(played[s]))
		t.Logf("%s: %d of %d games ended at the cap, %.1f%% (%.1f to %.1f)", s, capped[s], played[s], 100*float64(capped[s])/float64(played[s]), 100*share.Low, 100*share.High)
	}
	t.Logf("all: %d of %d", ended, all)
	if long {
		assert.Less(t, float64(ended), .02*float64(all))
	} else {
		assert.LessOrEqual(t, ended, 2)
	}
}

// anyDuel is the name of a game with a scenario, a map and options by chance; not
// all of them can be.
func anyDuel(rng *rand.Rand) (scenario, name string) {
	pick := func(words ...string) string { return words[rng.IntN(len(words))] }
	scenario = pick("treasure", "treasure", "gang_warfare", "king_of_the_hill", "capture_the_flag", "tug_of_war", "solitaire", "boss_fight")
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
	return scenario, "duel(" + strings.Join(parts, ",") + ")"
}
