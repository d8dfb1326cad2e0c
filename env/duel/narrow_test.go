package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/envtest"
)

// DUEL-119: on a table with a way that is too narrow for a large base nobody can draft
// Large, and a configuration that makes Heroes large by one_up is refused.
func TestNarrowTablesDUEL119(t *testing.T) {
	narrow := func(oneUp ...string) duel.Config {
		c := duel.Defaults()
		c.Board = plains(space.Piece{Type: "wall", Rect: []float64{0, 3, 5, .5}}, space.Piece{Type: "wall", Rect: []float64{6.25, 3, 5.75, .5}})
		c.Heroes, c.Warband, c.MaxModels, c.Melee, c.Rounds, c.OneUp = true, duel.WarbandRandom, 2, true, 2, oneUp
		return c
	}
	g, err := duel.New(narrow("berserker"))
	require.NoError(t, err)
	require.NoError(t, envtest.PlayPosition(g, env.Stream(1, "narrow"), 400))
	for _, warband := range []string{duel.WarbandRandom, duel.WarbandDraft} {
		c := narrow("large")
		c.Warband = warband
		_, err = duel.New(c)
		assert.ErrorContains(t, err, "want a way for the large base", warband)
	}
}
