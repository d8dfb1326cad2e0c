package duel

import (
	"math"
	"sync"

	game "ringer/env/duel"
	"ringer/env/duel/space"
)

// mostGrounds is how many tables that players have filled are remembered, of the games that
// are played at once; then they are forgotten together.
const mostGrounds = 256

// builtGrounds remembers tables that players have filled. It is safe for concurrent use.
type builtGrounds struct {
	lock sync.Mutex
	of   map[space.Field]*ground
}

// groundOf returns the ground that a game is played on: with the terrain that the players
// have put down, when all of it lies.
func (t *shared) groundOf(s *game.State) *ground {
	if t.config.PlaceTerrain == 0 || s.Round() == 0 {
		return t.bare
	}
	land := s.PutDown()
	x := t.built
	x.lock.Lock()
	defer x.lock.Unlock()
	g, known := x.of[land]
	if !known {
		g = newGround(t.game, land)
		g.covers = nil // for all tables together they would take too much memory
		if len(x.of) == mostGrounds {
			clear(x.of)
		}
		x.of[land] = g
	}
	return g
}

// The prices of terrain, in fighters.
const (
	screenPrice = 0.02 // lost for each inch from the middle of a way between a corner and the objective
	crowdInch   = 0.05 // lost for each inch that another piece is nearer than apart
	apart       = 3.0  // inches
)

// stockPrices lists what the pieces to put down are worth: what hides is worth more.
var stockPrices = [space.Stocks]float64{space.StockCrates: 0.01, space.StockWallEast: 0.02, space.StockWallNorth: 0.02}

// rateTerrain rates pieces of terrain: something to hide behind in the middle of the ways
// that everybody goes, with room around it.
func (b *mind) rateTerrain(values []float64) {
	scene := b.game.Scene()
	aim := scene.Objective()
	field := b.s.Field()
	for i, c := range b.choices {
		far := math.Inf(1)
		for k := range 4 {
			corner := scene.Corner(k)
			middle := space.Point{X: (corner.X + aim.X) / 2, Y: (corner.Y + aim.Y) / 2}
			far = min(far, scene.Distance(c.To, middle))
		}
		values[i] = stockPrices[c.Terrain] - screenPrice*far
		spot := b.game.Spot(c.To)
		for j := range field.Added() {
			at := field.Added()[j].Extent().At
			values[i] -= crowdInch * max(0, apart-math.Hypot(at[0]-spot[0], at[1]-spot[1]))
		}
	}
}
