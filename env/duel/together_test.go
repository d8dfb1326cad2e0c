package duel_test

import (
	"testing"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// DUEL-113, DUEL-114, DUEL-115, DUEL-116: a game in which every model has every
// feat ends, nests its Duels no deeper than allowed, and loses no piece.
func TestAllFeatsTogetherDUEL113DUEL114DUEL115DUEL116(t *testing.T) {
	wall := space.Piece{Type: "wall", Rect: []float64{4, 4, .5, 4}}
	crate := space.Piece{Type: "tower", Rect: []float64{7, 5, 2, 2}}
	for i, set := range []func(c *duel.Config){
		func(c *duel.Config) { c.ModelsPerPlayer, c.MaxModels = 2, 4 },
		func(c *duel.Config) { c.Players, c.Falling, c.Climbing = 3, true, true },
		func(c *duel.Config) { c.OneAndHalfActions, c.Respawn, c.OneUpFollowers = true, true, true },
		func(c *duel.Config) { c.BidInitiative, c.Exhaust, c.TakeAim = duel.BidPlayer, true, true },
	} {
		g := build(t, all(heroically, func(c *duel.Config) {
			c.Board, c.Rounds, c.Jamming, c.Charge, c.AddOns = plains(wall, crate), 10, true, true, []string{duel.AddOnNightRaid}
			c.OneUp = duel.SkillNames()
		}, set))
		games := 8
		if long {
			games = 2_500
		}
		for n := range games {
			playOut(t, g, env.Stream(uint64(i), "all feats", uint64(n)))
		}
	}
}
