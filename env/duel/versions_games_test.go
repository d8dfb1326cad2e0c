package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/duel"
	"ringer/env/games"
)

// What a change names is found in the games that have it, and in no other.
func TestGamesHaveWhatChangesName(t *testing.T) {
	plain := games.MustNew("duel").(*duel.Game)
	for name, on := range map[string]string{
		"melee":                      "duel(melee=true)",
		"cover=advanced":             "duel(cover=advanced)",
		"interactive_terrain: water": "duel(interactive_terrain=[water],map=laboratory)",
		"city_brawl":                 "duel(add_ons=[city_brawl],mob_radius=1)",
		"night_raid":                 "duel(add_ons=[night_raid])",
		"scenario=solitaire":         "duel(scenario=solitaire,players=1)",
		"raise_dead":                 "duel(file=draft)",
		"follower":                   "duel(heroes=true,bands=[outlaws,posse],melee=true,avoid_hits=true,armory=true)",
	} {
		assert.True(t, games.MustNew(on).(*duel.Game).Has(name), "%s in %s", name, on)
		assert.False(t, plain.Has(name), name)
	}
	assert.True(t, plain.Has("cover=off"))
}

// The changes of a version concern the games that they name, and no others.
func TestVersionsOfGames(t *testing.T) {
	heroes := "heroes=true,bands=[outlaws,posse],melee=true,avoid_hits=true,armory=true"
	for game, version := range map[string]int{
		"duel": 2,
		"duel(scenario=capture_the_flag,one_and_half_actions=true)":                2,
		"duel(scenario=capture_the_flag,one_and_half_actions=true," + heroes + ")": 5,
		"duel(file=draft,scenario=capture_the_flag)":                               5,
		"duel(file=draft)":                        5,
		"duel(add_ons=[city_brawl],mob_radius=1)": 3,
	} {
		assert.Equal(t, version, games.MustNew(game).Spec().Version, game)
	}
	flags := "duel(scenario=capture_the_flag,one_and_half_actions=true,heroes=true,warband=random,max_models=4,melee=true,avoid_hits=true,changes=[feats.bodyguard.limit=0,feats.grudge.limit=0,feats.manhunt.limit=0,feats.yin_yang.limit=0,feats.xtra_attack.limit=0])"
	assert.Equal(t, 4, games.MustNew(flags).Spec().Version, "what stands at the flags")
}

// Games of the shipped bots that no change concerns keep their hash.
func TestHashesOfShippedBots(t *testing.T) {
	for game, hash := range map[string]string{
		"duel":                "96d6d524260bdef8",
		"duel(file=mini)":     "12806d0719a44f6b",
		"duel(file=skirmish)": "cf82e58b368def45",
		"duel(scenario=king_of_the_hill,players=4,one_and_half_actions=true,respawn=true,step=1,rounds=15)": "461668b58a0c3532",
	} {
		assert.Equal(t, hash, games.MustNew(game).Spec().Hash[:16], game)
	}
}
