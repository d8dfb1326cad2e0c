package ends_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents/roster"
	"ringer/configs"
	"ringer/env/games"
	"ringer/eval"
	"ringer/internal/callexpr"
	"ringer/report/corpus"
	"ringer/report/ends"
)

var update = flag.Bool("update", false, "with RINGER_LONG=1: write docs/caps.json")

// capsFile holds what TestCaps has counted; the pages of the games show it.
const capsFile = "../../docs/caps.json"

// mostCapped is the largest share of games between experts that may end at a cap.
const mostCapped = 0.02

// A capCount says how many games of an agent with itself ended at the cap of rounds or of
// possessions.
type capCount struct {
	Game   string `json:"game"`
	Agent  string `json:"agent"`
	Games  int    `json:"games"`
	Capped int    `json:"capped"`
}

// furtherOptions lists, beside the single choices of all parameters, what cannot be switched on
// alone, and what makes games long together.
var furtherOptions = map[string][]string{
	"duel": slices.Concat(
		[]string{
			"charge=true,melee=true,avoid_hits=true", "climbing=true,falling=true", "models_per_player=2", "models_per_player=3",
			"interactive_terrain=[water,fragile,laser,tree],map=laboratory", "heroes=true,warband=draft", "heroes=true,warband=random",
			"spawn_points=true,respawn=true,respawn_at=spawn_points", "respawn=true,models_per_player=3",
			"add_ons=[night_raid]", "add_ons=[city_brawl],mob_radius=1", "add_ons=[city_brawl],map=city",
		},
		each("scenario=solitaire,players=1", "opponents", "1", "2", "3"),
		each("scenario=gang_warfare,heroes=true,warband=random,max_models=6", "players", "2", "3", "4"),
		each("scenario=boss_fight,melee=true,avoid_hits=true", "players", "1", "2", "3", "4"),
		each("scenario=king_of_the_hill,one_and_half_actions=true", "players", "2", "4"),
		each("scenario=king_of_the_hill,one_and_half_actions=true,respawn=true", "players", "2", "4"),
		each("scenario=capture_the_flag,one_and_half_actions=true", "players", "2", "4"),
		each("scenario=capture_the_flag,one_and_half_actions=true,captures=2", "players", "2", "4"),
		each("scenario=capture_the_flag,one_and_half_actions=true,respawn=true", "players", "2", "4"),
		each("scenario=tug_of_war,respawn=true", "players", "2", "4"),
		each("scenario=tug_of_war,respawn=true,respawn_at=counter", "players", "2", "4"),
		each("step=1", "map", duelMaps...),
		each("respawn=true,players=4,step=1", "map", duelMaps...),
		each("respawn=true", "players", "3", "4"),
		[]string{"step=1,place_terrain=3", "step=1,place_terrain=6", "step=1,place_terrain=3,players=4"},
	),
	"heist":  append(each("", "jobs", "3", "5", "7"), "changes=even"),
	"payday": append(slices.Concat(each("", "loot_cards", "0", "1", "2", "4", "5", "6", "7"), each("deck=book", "loot_cards", "4", "5", "6", "7")), "setup=random,loot_cards=7", "payday=choose,loot_cards=7", "changes=staked"),
}

// closeCalls says of how many games of an option it takes to know that fewer than mostCapped
// of them end at the cap, where 400 do not tell.
var closeCalls = map[string]int{
	"duel(scenario=boss_fight,melee=true,avoid_hits=true,players=3)": 12000,
	"payday(deck=book,loot_cards=4)":                                 3000,
}

// longRuns are games of DUEL whose experts meet the cap more often: over two feet a flag is
// hardly ever carried all the way home past fighters that come back in front of it. The pages
// say how often.
var longRuns = slices.Concat(
	each("scenario=capture_the_flag,one_and_half_actions=true,respawn=true,step=1,map=city", "players", "2", "4"),
	each("scenario=capture_the_flag,one_and_half_actions=true,respawn=true,step=1,map=homestead", "players", "2", "4"),
	each("scenario=capture_the_flag,one_and_half_actions=true,respawn=true,step=1,map=city,spawn_points=true,respawn_at=spawn_points", "players", "2", "4"),
)

// duelMaps are the shipped maps, and a scattered one.
var duelMaps = append(configs.Names("games/duel/maps"), "scatter")

// capped names the endings that bound the length of a game.
var capped = []string{"the last round is over", "the possessions are used up", "the possessions are used up, and the yards are level"}

// each returns parameters with each value of one more.
func each(with, key string, values ...string) (all []string) {
	for _, v := range values {
		all = append(all, strings.TrimPrefix(with+","+key+"="+v, ","))
	}
	return all
}

// shippedOptions returns the game strings of the shipped configurations of a game, but the
// mini-variant, whose end is its cap, of each choice of each parameter, and of furtherOptions.
func shippedOptions(name string) (all []string) {
	mini := callexpr.Expr{Name: name, Args: []callexpr.Arg{{Key: "file", Value: "mini"}}}.String()
	for _, text := range games.Configurations(name) {
		if text != mini {
			all = append(all, text)
		}
	}
	for _, p := range games.MustNew(name).Spec().Parameters {
		if p.Name == "file" || p.Name == "wrap" || p.Name == "history" {
			continue
		}
		for _, choice := range p.Choices {
			if choice != p.Value {
				all = append(all, fmt.Sprintf("%s(%s=%s)", name, p.Name, choice))
			}
		}
	}
	for _, options := range furtherOptions[name] {
		all = append(all, fmt.Sprintf("%s(%s)", name, options))
	}
	return all
}

// Experts seldom play until a cap, with each shipped option: in under 2% of their games (C-4).
func TestCaps(t *testing.T) {
	long := os.Getenv("RINGER_LONG") == "1"
	var counts []capCount
	for _, name := range []string{"duel", "heist", "payday", "fivepossessions"} {
		options, n := shippedOptions(name), 400
		if !long {
			options, n = options[:1], 4
		}
		for _, text := range options {
			counts = append(counts, countCaps(t, text, "expert", max(n, closeCalls[text])))
		}
	}
	for _, c := range counts {
		if long || c.Capped > 1 {
			assert.Less(t, float64(c.Capped), mostCapped*float64(c.Games), c.Game)
		}
	}
	if !long {
		return
	}
	for _, options := range longRuns {
		counts = append(counts, countCaps(t, "duel("+options+")", "expert", 100))
	}
	for _, text := range []string{"duel", "duel(respawn=true)", "payday", "payday(deck=book)"} {
		counts = append(counts, countCaps(t, text, "greedy", 200))
	}
	if *update {
		text, err := json.MarshalIndent(counts, "", " ")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(capsFile, append(text, '\n'), 0o644))
	}
}

func countCaps(t *testing.T, text, agent string, n int) capCount {
	t.Helper()
	g, err := games.New(text)
	require.NoError(t, err, text)
	a, err := roster.New(agent, roster.Sources{Game: g})
	require.NoError(t, err, text)
	played, err := corpus.Play(context.Background(), corpus.Config{Game: g, Entries: []eval.Entry{{Name: agent, Agent: a}}, Games: n, Seed: 1})
	require.NoError(t, err, text)
	study, err := ends.Of(context.Background(), played, 0)
	require.NoError(t, err, text)
	c := capCount{Game: text, Agent: agent, Games: n}
	for _, e := range study.Ends {
		if slices.Contains(capped, e.Name) {
			c.Capped += int(e.Share.Value*float64(n) + .5)
		}
	}
	t.Logf("%s: %s: %d of %d games ended at the cap", text, agent, c.Capped, n)
	return c
}
