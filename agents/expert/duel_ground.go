package expert

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"ringer/env/duel"
	"ringer/env/duel/space"
)

// A ground knows who can see and get where on the table as the map has it: rows
// of bits by point of the lattice, each found when it is first asked for. Safe
// for concurrent use.
type ground struct {
	game   *duel.Game
	scene  *space.Scene
	reach  space.Length // of the longest Move
	stands int          // points where a fighter can stand
	sights []atomic.Pointer[row]
	lows   []atomic.Pointer[row] // of who lies there
	walks  []atomic.Pointer[walk]
	covers []atomic.Uint32 // by pair of points: 1 more than what hidden says; 0: not known yet
	finder sync.Pool       // *space.Reach
	tours  sync.Map        // space.Point -> []uint8: Moves that it takes to touch a token there
}

// A row is a set of points.
type row []uint64

func (r row) has(i int) bool { return r[i>>6]>>(i&63)&1 != 0 }

// meets says whether two sets have a point in common.
func (r row) meets(o row) bool {
	for i, w := range r {
		if w&o[i] != 0 {
			return true
		}
	}
	return false
}

// A walk is what one Move from a point reaches, with nobody in the way.
type walk struct {
	to    row
	exits bool // off the area
}

// maxGround is the largest lattice, in points, that rows are kept for; on larger
// ones distances stand in for them.
const maxGround = 1000

func newGround(game *duel.Game) *ground {
	c := game.Config()
	g := &ground{game: game, scene: game.Scene()}
	far := c.Move
	if c.OneAndHalfActions {
		far = c.LongMove
	}
	g.reach = space.Inches(far)
	if n := g.scene.Points(); n <= maxGround {
		if c.Cover != duel.CoverOff {
			g.covers = make([]atomic.Uint32, n*n)
		}
		for i := range n {
			if g.scene.Standable(g.scene.PointAt(i), space.Normal, &space.Field{}) {
				g.stands++
			}
		}
		g.sights, g.lows, g.walks = make([]atomic.Pointer[row], n), make([]atomic.Pointer[row], n), make([]atomic.Pointer[walk], n)
	}
	g.finder.New = func() any { return space.NewReach(g.scene) }
	return g
}

// sight is the set of points that see a fighter standing at a point.
func (g *ground) sight(p space.Point) row {
	return g.row(g.sights, p, func(q space.Point) bool { return g.game.SeenFrom(p, q) })
}

// low is the set of points that see a fighter lying at a point: a low wall or a
// crate hides it.
func (g *ground) low(p space.Point) row {
	lying := standing(p)
	lying.Prone = true
	return g.row(g.lows, p, func(q space.Point) bool {
		return g.scene.Standable(q, space.Normal, &space.Field{}) && g.scene.Sees(standing(q), lying, &space.Field{})
	})
}

// row finds a row that is not known yet, by what it says of each point.
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

// walk is where one Move from a point leads.
func (g *ground) walk(p space.Point) *walk {
	i := g.scene.Index(p)
	if w := g.walks[i].Load(); w != nil {
		return w
	}
	finder := g.finder.Get().(*space.Reach)
	defer g.finder.Put(finder)
	finder.Find(standing(p), space.Move{Allowance: g.reach}, &space.Field{}, nil)
	w := &walk{to: make(row, (g.scene.Points()+63)/64)}
	for _, id := range finder.IDs(nil) {
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

// sees says whether fighters at two points would see each other.
func (g *ground) sees(a, b space.Point) bool {
	if g.sights == nil {
		return g.game.SeenFrom(a, b)
	}
	return g.sight(a).has(g.scene.Index(b))
}

// threatens says whether a fighter at from could bring a point into sight with
// its next Move.
func (g *ground) threatens(from, at space.Point) bool {
	if g.sights == nil {
		return g.game.SeenFrom(from, at)
	}
	return g.walk(from).to.meets(g.sight(at))
}

// finishes says whether a fighter at from could get to see one that lies at a
// point, with its next Move.
func (g *ground) finishes(from, lying space.Point) bool {
	if g.lows == nil {
		return g.game.SeenFrom(from, lying)
	}
	return g.walk(from).to.meets(g.low(lying))
}

// seenLying is the share of the table from which a fighter is seen that lies at a
// point; 0 where that is not kept.
func (g *ground) seenLying(p space.Point) float64 {
	if g.lows == nil {
		return 0
	}
	n := 0
	for _, w := range g.low(p) {
		n += bits.OnesCount64(w)
	}
	return float64(n) / float64(max(g.stands, 1))
}

// movesOut is how many Moves it takes from a point to leave the area: 1, 2, and
// so on.
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
	return max(1, int(math.Ceil(g.toEdge(p)/g.reach.Inches())))
}

// toEdge is how far a point is from the nearest edge, in inches.
func (g *ground) toEdge(p space.Point) float64 {
	nx, ny := g.scene.Size()
	d := min(int(p.X), int(p.Y), nx-1-int(p.X), ny-1-int(p.Y))
	return float64(d) * g.scene.Step().Inches()
}

// hidden is how much of a fighter at one point another would not see: 0, 1
// (light cover) or 2.
func (g *ground) hidden(from, at space.Point) int8 {
	var known *atomic.Uint32
	if g.covers != nil {
		known = &g.covers[g.scene.Index(from)*g.scene.Points()+g.scene.Index(at)]
		if c := known.Load(); c > 0 {
			return int8(c - 1)
		}
	}
	c := int8(2)
	switch g.scene.Sight(standing(from), standing(at), &space.Field{}).Cover {
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

// standing is a fighter on its feet.
func standing(at space.Point) space.Model { return space.Model{At: at, Base: space.Normal} }

// each calls use for every point that one Move from a point reaches.
func (g *ground) each(from space.Point, use func(to space.Point)) {
	for i, set := range g.walk(from).to {
		for ; set != 0; set &= set - 1 {
			use(g.scene.PointAt(i*64 + bits.TrailingZeros64(set)))
		}
	}
}

// noTour stands for points from which there is no way.
const noTour = 30

// tour is how many Moves it takes from every point to touch a token at another.
func (g *ground) tour(token space.Point) []uint8 {
	if t, ok := g.tours.Load(token); ok {
		return t.([]uint8)
	}
	moves := make([]uint8, g.scene.Points())
	var front []space.Point
	for i := range moves {
		moves[i] = noTour
		p := g.scene.PointAt(i)
		if g.scene.Distance(p, token) <= 1.5 && g.scene.Standable(p, space.Normal, &space.Field{}) && g.scene.ContactAt(standing(p), token, space.Inches(tokenRadius), &space.Field{}) {
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
	g.tours.Store(token, moves)
	return moves
}

// way is how far it is from a point to a token, in inches: straight, and by as
// much more as the Moves around what is between take longer.
func (g *ground) way(from, token space.Point) float64 {
	far := g.scene.Distance(from, token)
	if g.walks == nil {
		return far
	}
	reach := g.reach.Inches()
	straight := math.Ceil(max(0, far-1) / reach)
	return far + reach*max(0, float64(g.tour(token)[g.scene.Index(from)])-straight)
}
