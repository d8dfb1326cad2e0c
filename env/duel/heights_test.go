package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/games"
)

// DUEL-32: a model that leaves from a roof pays for the way down, as it does when it
// climbs down to stay. The roof at 3.5,12 of the shipped city is two inches high.
func TestLeavingFromARoofDUEL32DUEL44(t *testing.T) {
	g := games.MustNew("duel(map=city,climbing=true,falling=true,models_per_player=2)").(*duel.Game)
	p := duel.Position{Act: "A1", Carrier: "A1", Models: []duel.Placed{
		{Model: "A1", At: at(3.5, 12)}, {Model: "B1", At: at(20, 20)},
	}}
	s, err := g.State(p)
	assert.NoError(t, err)
	b := &bench{t, g, s}
	assert.False(t, b.can("go to 2,12"))
	assert.False(t, b.can("leave to the west"), "three and a half inches, and four down")

	tower := space.Piece{Type: "tower", Rect: []float64{0, 5, 2, 2}}
	assert.True(t, lay(t, on(tower), pair(1, 6, 11, 11)).can("leave to the west"), "an inch on and three down are less than four in space (DUEL-3)")
	assert.False(t, lay(t, all(on(tower), climbing), pair(1, 6, 11, 11)).can("leave to the west"), "six for the height")
	crate := space.Piece{Type: "crate", Rect: []float64{0, 5, 2, 2}}
	assert.True(t, lay(t, all(on(crate), climbing), pair(1, 6, 11, 11)).can("leave to the west"), "one and two")
}
