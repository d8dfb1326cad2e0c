package duel

import (
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	game "ringer/env/duel"
	"ringer/env/duel/space"
)

// ground answers where a fighter can see and move to on the table as the map has it and the
// players have filled it before the game, with nobody in the way. It keeps a set of points for each point of the lattice, found
// when it is first asked for. It is safe for concurrent use.
type ground struct {
	game   *game.Game
	scene  *space.Scene
	land   space.Field  // what the players have put down
	reach  space.Length // of the longest Move
	stands int          // points where a fighter can stand
	lasers uint64       // pieces that hurt whoever crosses them
	sights []atomic.Pointer[row]
	lows   []atomic.Pointer[row] // of a fighter that lies there
	walks  []atomic.Pointer[walk]
	covers []atomic.Uint32           // by pair of points: 1 + the result of hidden; 0: not known yet
	finder sync.Pool                 // *space.Reach
	seen   []atomic.Uint32           // points from which one that lies there is seen, plus 1; 0: not known yet
	tours  []atomic.Pointer[[]uint8] // Moves that it takes to touch a token there
}

// row is a set of points.
type row []uint64

func (r row) has(i int) bool { return r[i>>6]>>(i&63)&1 != 0 }

// meets reports whether two sets have a point in common.
func (r row) meets(o row) bool {
	for i, w := range r {
		if w&o[i] != 0 {
			return true
		}
	}
	return false
}

// walk holds the points that one Move from a point reaches without crossing a laser.
type walk struct {
	to    row
	exits bool // it can leave the area
}

// maxGround is the largest lattice, in points, that rows are kept for; on larger
// ones distances stand in for them.
const maxGround = 1000

func newGround(of *game.Game, land space.Field) *ground {
	c := of.Config()
	g := &ground{game: of, scene: of.Scene(), land: land}
	far := c.Move
	if c.OneAndHalfActions {
		far = c.LongMove
	}
	g.reach = space.Inches(far)
	if slices.Contains(c.InteractiveTerrain, game.Laser) {
		g.lasers = g.scene.KindSet(space.Laser)
	}
	if n := g.scene.Points(); n <= maxGround {
		if c.Cover != game.CoverOff {
			g.covers = make([]atomic.Uint32, n*n)
		}
		for i := range n {
			if g.scene.Standable(g.scene.PointAt(i), space.Normal, &g.land) {
				g.stands++
			}
		}
		g.sights, g.lows, g.walks = make([]atomic.Pointer[row], n), make([]atomic.Pointer[row], n), make([]atomic.Pointer[walk], n)
		g.seen, g.tours = make([]atomic.Uint32, n), make([]atomic.Pointer[[]uint8], n)
	}
	g.finder.New = func() any { return space.NewReach(g.scene) }
	return g
}

// sight returns the points that see a fighter standing at a point.
func (g *ground) sight(p space.Point) row {
	return g.row(g.sights, p, func(q space.Point) bool { return g.clear(p, q) })
}

// clear reports whether fighters that stand at two points would see each other.
func (g *ground) clear(p, q space.Point) bool {
	if g.land.Untouched() || !g.scene.Changed(p, q, space.Normal, &g.land) {
		return g.game.SeenFrom(p, q)
	}
	return g.scene.Sees(upright(p), upright(q), &g.land)
}

// low returns the points that see a fighter lying at a point: a low wall or a crate
// hides it.
func (g *ground) low(p space.Point) row {
	lying := upright(p)
	lying.Prone = true
	return g.row(g.lows, p, func(q space.Point) bool {
		return g.scene.Standable(q, space.Normal, &g.land) && g.scene.Sees(upright(q), lying, &g.land)
	})
}

// row returns the row of a point, and works it out by asking of each point when it is
// not known yet.
func (g *ground) row(known []atomic.Pointer[row], p space.Point, of func(q space.Point) bool) row {
	i := g.scene.Index(p)
	if r := known[i].Load(); r != nil {
		return *r
	}
	r := make(row, (g.scene.Points()+63)/64)
	for j := range g.scene.Points() {
		if of(g.scene.PointAt(j)) {
			r[j>>6] |= 1 << (j & 63)
		}
	}
	known[i].Store(&r)
	return r
}

// walk returns the points that one Move from a point reaches.
func (g *ground) walk(p space.Point) *walk {
	i := g.scene.Index(p)
	if w := g.walks[i].Load(); w != nil {
		return w
	}
	finder := g.finder.Get().(*space.Reach)
	defer g.finder.Put(finder)
	finder.Find(upright(p), space.Move{Allowance: g.reach}, &g.land, nil)
	w := &walk{to: make(row, (g.scene.Points()+63)/64)}
	for _, id := range finder.IDs(nil) {
		if g.lasers != 0 && g.burns(finder.Path(int(id), nil)) {
			continue
		}
		j := g.scene.Index(p.Add(g.scene.Disc().Offset(int(id))))
		w.to[j>>6] |= 1 << (j & 63)
	}
	for e := range space.Edge(space.Edges) {
		_, ok := finder.Exit(e)
		w.exits = w.exits || ok
	}
	g.walks[i].Store(w)
	return w
}

// burns reports whether a path crosses a laser.
func (g *ground) burns(path []space.Point) bool {
	for rest := g.lasers; rest != 0; rest &= rest - 1 {
		if _, ok := g.scene.Crossed(path, space.Normal, bits.TrailingZeros64(rest)); ok {
			return true
		}
	}
	return false
}

// safe reports whether a Move from one point to another crosses no laser.
func (g *ground) safe(from, to space.Point) bool {
	return g.lasers == 0 || g.walks == nil || g.walk(from).to.has(g.scene.Index(to))
}

// sees reports whether fighters at two points would see each other.
func (g *ground) sees(a, b space.Point) bool {
	if g.sights == nil {
		return g.clear(a, b)
	}
	return g.sight(a).has(g.scene.Index(b))
}

// threatens reports whether a fighter at from could bring a point into sight with its
// next Move.
func (g *ground) threatens(from, at space.Point) bool {
	if g.sights == nil {
		return g.clear(from, at)
	}
	return g.walk(from).to.meets(g.sight(at))
}

// finishes reports whether a fighter at from could get to see one that lies at a point,
// with its next Move.
func (g *ground) finishes(from, lying space.Point) bool {
	if g.lows == nil {
		return g.clear(from, lying)
	}
	return g.walk(from).to.meets(g.low(lying))
}

// seenLying returns the share of the table from which a fighter that lies at a point is
// seen; 0 where rows are not kept.
func (g *ground) seenLying(p space.Point) float64 {
	if g.lows == nil {
		return 0
	}
	known := &g.seen[g.scene.Index(p)]
	n := known.Load()
	if n == 0 {
		n = 1
		for _, w := range g.low(p) {
			n += uint32(bits.OnesCount64(w))
		}
		known.Store(n)
	}
	return float64(n-1) / float64(max(g.stands, 1))
}

// movesOut returns the number of Moves from a point out of the area, from 1.
func (g *ground) movesOut(p space.Point) int {
	if g.walks != nil {
		w := g.walk(p)
		if w.exits {
			return 1
		}
		for i, set := range w.to {
			for ; set != 0; set &= set - 1 {
				if g.walk(g.scene.PointAt(i*64 + bits.TrailingZeros64(set))).exits {
					return 2
				}
			}
		}
	}
	return max(1, int(math.Ceil(g.game.EdgeDistance(p)/g.reach.Inches())))
}

// hidden returns the cover of a fighter at one point from another: 0 none, 1 light, 2
// heavy.
func (g *ground) hidden(from, at space.Point) int8 {
	var known *atomic.Uint32
	if g.covers != nil {
		known = &g.covers[g.scene.Index(from)*g.scene.Points()+g.scene.Index(at)]
		if c := known.Load(); c > 0 {
			return int8(c - 1)
		}
	}
	c := int8(2)
	switch g.scene.Sight(upright(from), upright(at), &g.land).Cover {
	case space.NoCover:
		c = 0
	case space.LightCover:
		c = 1
	}
	if known != nil {
		known.Store(uint32(c) + 1)
	}
	return c
}

// upright returns a fighter on its feet.
func upright(at space.Point) space.Model { return space.Model{At: at, Base: space.Normal} }

// each calls use for every point that one Move from a point reaches.
func (g *ground) each(from space.Point, use func(to space.Point)) {
	for i, set := range g.walk(from).to {
		for ; set != 0; set &= set - 1 {
			use(g.scene.PointAt(i*64 + bits.TrailingZeros64(set)))
		}
	}
}

// tokenRadius is the radius of a token, in inches.
const tokenRadius = 0.25

// touches reports whether a fighter at a point is in contact with a token at another.
func (g *ground) touches(at, token space.Point) bool {
	return g.scene.Distance(at, token) <= 1.5 && g.scene.ContactAt(upright(at), token, space.Inches(tokenRadius), &g.land)
}

// noTour is the number of Moves from points from which there is no way.
const noTour = 30

// tour returns the number of Moves from every point to touch a token at another, by
// breadth-first search.
func (g *ground) tour(token space.Point) []uint8 {
	known := &g.tours[g.scene.Index(token)]
	if t := known.Load(); t != nil {
		return *t
	}
	moves := make([]uint8, g.scene.Points())
	var front []space.Point
	for i := range moves {
		moves[i] = noTour
		p := g.scene.PointAt(i)
		if g.scene.Standable(p, space.Normal, &g.land) && g.touches(p, token) {
			moves[i] = 0
			front = append(front, p)
		}
	}
	for n := uint8(1); len(front) > 0 && n < noTour; n++ {
		var next []space.Point
		for _, p := range front {
			g.each(p, func(to space.Point) { // a way back is a way there
				if i := g.scene.Index(to); moves[i] == noTour {
					moves[i] = n
					next = append(next, to)
				}
			})
		}
		front = next
	}
	known.Store(&moves)
	return moves
}

// way returns the distance from a point to a token, in inches: the straight one, and
// the length of the Moves that the way around obstacles takes more.
func (g *ground) way(from, token space.Point) float64 {
	far := g.scene.Distance(from, token)
	if g.walks == nil {
		return far
	}
	reach := g.reach.Inches()
	straight := math.Ceil(max(0, far-1) / reach)
	return far + reach*max(0, float64(g.tour(token)[g.scene.Index(from)])-straight)
}
