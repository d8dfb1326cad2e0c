package duel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/env/duel"
	"ringer/env/games"
)

// Things lists what lies on the table, the side that it belongs to, and whether it can
// be had.
func TestThings(t *testing.T) {
	core := games.MustNew("duel(upgrades=true)").(*duel.Game)
	s, err := core.State(duel.Position{Act: "A", Carrier: "A", Models: []duel.Placed{{Model: "A", At: at(3, 3)}, {Model: "B", At: at(9, 9)}}})
	require.NoError(t, err)
	things := s.Things(nil)
	require.Len(t, things, 5)
	assert.Equal(t, duel.Thing{Kind: duel.ThingTreasure, At: s.Fighter(0).At, Free: false, Side: -1}, things[0])
	for _, x := range things[1:] {
		assert.Equal(t, duel.ThingUpgrade, x.Kind)
		assert.True(t, x.Free)
	}
	assert.Len(t, s.Things(things), 10, "appended")

	flags := games.MustNew("duel(scenario=capture_the_flag,one_and_half_actions=true)").(*duel.Game)
	things = flags.NewInitialState().(*duel.State).Things(nil)
	require.Len(t, things, 2)
	for side, x := range things {
		assert.Equal(t, duel.ThingFlag, x.Kind)
		assert.Equal(t, side, x.Side)
	}
}
