package duel

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	game "ringer/env/duel"
	"ringer/env/duel/space"
	"ringer/env/games"
	tactics "ringer/env/tactics/duel"
)

// shares returns the shares of the table from which a fighter at a point is seen on its
// feet, and lying.
func (g *ground) shares(p space.Point) (up, down float64) {
	for i := range g.scene.Points() {
		if g.scene.Standable(g.scene.PointAt(i), space.Normal, &space.Field{}) && g.sight(p).has(i) {
			up++
		}
	}
	return up / float64(g.stands), g.seenLying(p)
}

// Behind the crates at the edge a fighter sees over an inch of wood, and lies behind
// it; docs/games/duel.md prints the shares.
func TestGroundKnowsWhereFightersLieUnseen(t *testing.T) {
	g := newGround(games.MustNew("duel").(*game.Game), space.Field{})
	up, down := g.shares(space.Point{X: 10, Y: 1})
	assert.InDelta(t, .80, up, .005)
	assert.InDelta(t, .315, down, .005)
	sumUp, sumDown, n := 0., 0., 0.
	for i := range g.scene.Points() {
		if p := g.scene.PointAt(i); g.scene.Standable(p, space.Normal, &space.Field{}) {
			up, down := g.shares(p)
			sumUp, sumDown, n = sumUp+up, sumDown+down, n+1
		}
	}
	assert.InDelta(t, .78, sumUp/n, .005)
	assert.InDelta(t, .74, sumDown/n, .005)
}

// A walk agrees with the legal Moves of a fighter alone on the table, and a threat is a
// point of it that sees.
func TestGroundAgreesWithTheGame(t *testing.T) {
	table := games.MustNew("duel").(*game.Game)
	g := newGround(table, space.Field{})
	s, err := table.State(game.Position{Act: "A", Models: []game.Placed{{Model: "A", At: [2]float64{3, 3}}, {Model: "B", At: [2]float64{11.5, 11.5}}}})
	require.NoError(t, err)
	at := s.Fighter(0).At
	legal := map[int]bool{}
	for _, a := range s.LegalActions(nil) {
		if c := s.Decode(a); c.Verb == game.Go {
			legal[g.scene.Index(c.To)] = true
		}
	}
	threats := map[space.Point]bool{}
	for i := range g.scene.Points() {
		assert.Equal(t, legal[i], g.walk(at).to.has(i), "point %v", g.scene.PointAt(i))
		for j := range legal {
			if table.SeenFrom(g.scene.PointAt(j), g.scene.PointAt(i)) {
				threats[g.scene.PointAt(i)] = true
			}
		}
	}
	for i := range g.scene.Points() {
		p := g.scene.PointAt(i)
		assert.Equal(t, threats[p], g.threatens(at, p), "point %v", p)
	}
	assert.Equal(t, 1, g.movesOut(at), "3 inches from two edges")
	assert.Equal(t, 2, g.movesOut(space.Point{X: 12, Y: 10}))
}

// On a table that is too large for rows, distances and sight from where a model stands
// take their place.
func TestGroundOfALargeTable(t *testing.T) {
	g := newGround(games.MustNew("duel(map=scatter,width=36,depth=36)").(*game.Game), space.Field{})
	assert.Nil(t, g.sights)
	centre := space.Point{X: 36, Y: 36}
	assert.Equal(t, 5, g.movesOut(centre), "18 inches at 4 a Move")
	assert.True(t, g.threatens(centre, space.Point{X: 37, Y: 36}))
	assert.True(t, g.finishes(centre, space.Point{X: 38, Y: 36}))
	assert.Zero(t, g.seenLying(centre))
}

// Going prone costs all of a fighter where an enemy that is still to act can get to see
// it lie, and less where the enemy has acted or cannot.
func TestStakesMindWhoIsStillToAct(t *testing.T) {
	table := games.MustNew("duel").(*game.Game)
	d := newShared(table, Options{})
	look := func(acted bool) *mind {
		s, err := table.State(game.Position{Act: "A", Models: []game.Placed{{Model: "A", At: [2]float64{3, 3}}, {Model: "B", At: [2]float64{9, 11}, Acted: acted}}})
		require.NoError(t, err)
		b := &mind{shared: d}
		b.look(s, 0)
		return b
	}
	prone, whole := tactics.Sixteenths(pronePrice), tactics.Sixteenths(1)
	open := space.Point{X: 12, Y: 12}
	b := look(false)
	require.True(t, d.bare.finishes(b.fighters[1].At, open))
	assert.Equal(t, whole, b.stakesOf(0, open, false, 1, false).Prone)
	assert.Equal(t, prone, b.stakesOf(0, open, false, 1, false).ProneFree, "unless that enemy falls too")
	assert.Greater(t, b.stakesOf(0, open, true, 1, false).Out, whole, "with the treasure there is more to lose")
	assert.Equal(t, prone, look(true).stakesOf(0, open, false, 1, false).Prone)

	hidden := 0
	for i := range d.bare.scene.Points() {
		p := d.bare.scene.PointAt(i)
		if d.bare.scene.Standable(p, space.Normal, &space.Field{}) && !d.bare.finishes(b.fighters[1].At, p) {
			hidden++
			assert.Equal(t, prone, b.stakesOf(0, p, false, 1, false).Prone, "nobody gets to see %v", p)
		}
	}
	assert.Positive(t, hidden)
}

// The number of Moves of a tour falls by one with every Move, and the way is longer
// than the straight one where walls are between.
func TestToursGoAroundWalls(t *testing.T) {
	g := newGround(games.MustNew("duel(map=laboratory)").(*game.Game), space.Field{})
	token := g.scene.Objective()
	tour := g.tour(token)
	longer := 0
	for i, n := range tour {
		p := g.scene.PointAt(i)
		if n == noTour || !g.scene.Standable(p, space.Normal, &space.Field{}) {
			continue
		}
		next := uint8(noTour)
		g.each(p, func(to space.Point) { next = min(next, tour[g.scene.Index(to)]) })
		if n > 0 {
			assert.Equal(t, n-1, next, "from %v", p)
		} else {
			assert.True(t, g.scene.ContactAt(upright(p), token, space.Inches(tokenRadius), &space.Field{}))
		}
		if g.way(p, token) > g.scene.Distance(p, token) {
			longer++
		}
	}
	assert.Positive(t, longer)
	open := newGround(games.MustNew("duel(map=scatter,width=36,depth=36)").(*game.Game), space.Field{})
	assert.InDelta(t, 5, open.way(space.Point{X: 36, Y: 46}, space.Point{X: 36, Y: 36}), 1e-9, "as the crow flies on a large table")
}

// A Move across a laser is none of those that a point is reached by, and costs too much to be
// made; where lasers do nothing it is like others.
func TestKeepsOffLasers(t *testing.T) {
	from, to := space.Point{X: 5, Y: 2}, space.Point{X: 10, Y: 2} // a laser fills the doorway between
	for name, safe := range map[string]bool{"duel(map=laboratory)": true, "duel(map=laboratory,interactive_terrain=[laser])": false} {
		of := games.MustNew(name).(*game.Game)
		g := newGround(of, space.Field{})
		assert.Equal(t, safe, g.safe(from, to), name)
		assert.True(t, g.safe(from, space.Point{X: 5, Y: 4}), name)
		assert.Less(t, g.tour(g.scene.Objective())[g.scene.Index(from)], uint8(noTour), "there is a way around")

		s, err := of.State(game.Position{Act: "A", Models: []game.Placed{{Model: "A", At: [2]float64{2.5, 1}}, {Model: "B", At: [2]float64{11, 11}}}})
		require.NoError(t, err)
		b := &mind{shared: newShared(of, Options{})}
		b.look(s, 0)
		_, there := b.rateGo(to)
		_, here := b.rateGo(from)
		assert.Equal(t, safe, there > here-burntPrice/2, name)
	}
}
