package duel

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"ringer/agents"
	game "ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/games"
)

// DUEL-123: an expert puts down something to hide behind, midway between the corners and the
// objective, and plays by the table that the players have filled.
func TestExpertPutsDownTerrain(t *testing.T) {
	g := games.MustNew("duel(place_terrain=2,step=1,map=canyon)").(*game.Game)
	e, s, viewer := New(g, Options{}), g.NewInitialState().(*game.State), agents.NewViewer(g)
	scene := g.Scene()
	for s.Question() == game.AskTerrain {
		v := viewer.View(s, nil)
		d, err := e.Decide(context.Background(), []agents.View{v})
		require.NoError(t, err)
		best := 0
		for i, p := range d[0].Probs {
			if p > d[0].Probs[best] {
				best = i
			}
		}
		c := s.Decode(v.Legal[best])
		assert.Contains(t, []space.Stock{space.StockCrates, space.StockWallEast, space.StockWallNorth}, c.Terrain)
		assert.Greater(t, scene.Distance(c.To, scene.Objective()), 2.)
		require.NoError(t, s.Apply(v.Legal[best]))
	}
	field := s.Field()
	assert.Len(t, field.Added(), 4)

	table := newShared(g, Options{})
	assert.Same(t, table.bare, table.groundOf(s), "before the first round")
	for s.Round() == 0 {
		require.NoError(t, s.Apply(s.LegalActions(nil)[0]))
	}
	built := table.groundOf(s)
	assert.NotSame(t, table.bare, built)
	assert.Same(t, built, table.groundOf(s))
	differ := 0
	for i := range scene.Points() {
		for j := range i {
			p, q := scene.PointAt(i), scene.PointAt(j)
			if scene.Standable(p, space.Normal, &field) && scene.Standable(q, space.Normal, &field) {
				require.Equal(t, scene.Sees(upright(p), upright(q), &field), built.sees(p, q), "%v %v", p, q)
				if built.sees(p, q) != table.bare.sees(p, q) {
					differ++
				}
			}
		}
	}
	assert.Positive(t, differ)
}
