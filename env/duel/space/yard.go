package space

import "math/bits"

// A Stock names a piece of terrain that players put down before a game, as it lies
// (DUEL-123).
type Stock uint8

// The pieces to put down. Walls and fences lie from west to east, or from south to north.
const (
	StockCrates Stock = iota
	StockWallEast
	StockWallNorth
	StockFenceEast
	StockFenceNorth
	Stocks
)

// stock holds the pieces to put down, with the measures of the types of the same name.
var stock = [Stocks]struct {
	name              string
	width, depth, top Length
	see, stand        bool
}{
	StockCrates:     {"a stack of crates", Inch, Inch, Inch, false, true},
	StockWallEast:   {"a wall from west to east", 2 * Inch, Inch / 2, 2 * Inch, false, true},
	StockWallNorth:  {"a wall from south to north", Inch / 2, 2 * Inch, 2 * Inch, false, true},
	StockFenceEast:  {"a fence from west to east", 2 * Inch, Inch / 4, 3 * Inch / 4, true, false},
	StockFenceNorth: {"a fence from south to north", Inch / 4, 2 * Inch, 3 * Inch / 4, true, false},
}

func (k Stock) String() string { return stock[k].name }

// Room that the pieces leave around other things, in units.
const (
	yardCorner = 2 * Inch // around a corner
	yardAim    = Inch     // around the objective and a spawn point
	yardSpots  = 12       // the most spots in a row, and one
)

// A Yard says where pieces of terrain can be put down before a game: with the centre on a
// spot, wholly inside the area, off all other pieces, away from the corners, the objective
// and the spawn points, and such that every place on the ground that the largest base could
// walk to from the others stays in reach. It does not change and is safe for concurrent use.
type Yard struct {
	scene         *Scene
	gap           int // steps from spot to spot
	columns, rows int // of spots
	cuts          [Stocks]cuts
	open          walkable // with the pieces of the map
}

// NewYard prepares the table of a scene.
func (s *Scene) NewYard() *Yard {
	inches := int(max(s.size.x, s.size.y)) / int(Inch)
	y := &Yard{scene: s, gap: (inches + yardSpots - 1) / yardSpots * int(Inch/s.step)}
	y.columns, y.rows = (s.nx-2)/y.gap, (s.ny-2)/y.gap
	for k := range Stocks {
		piece := y.piece(k, Point{})
		y.cuts[k] = s.cutsOf(&piece)
	}
	y.open = s.walkable()
	return y
}

// Size returns the number of spots from west to east and from south to north.
func (y *Yard) Size() (columns, rows int) { return y.columns, y.rows }

// Spot returns a spot by its column and row.
func (y *Yard) Spot(column, row int) Point {
	return Point{int8((column + 1) * y.gap), int8((row + 1) * y.gap)}
}

// Piece returns the piece that lies on a spot.
func (y *Yard) Piece(k Stock, at Point) Added {
	x := &stock[k]
	a := Added{top: int16(x.top), see: x.see, stand: x.stand}
	v, w, d := y.scene.at(at), int32(x.width/2), int32(x.depth/2)
	for i, c := range [4]vec{{v.x - w, v.y - d}, {v.x + w, v.y - d}, {v.x + w, v.y + d}, {v.x - w, v.y + d}} {
		a.corners[i] = [2]int16{int16(c.x), int16(c.y)}
	}
	return a
}

// Lies returns which of the pieces to put down a piece is, and its spot.
func (y *Yard) Lies(a *Added) (k Stock, at Point) {
	low, top := a.corners[0], a.corners[2]
	at = Point{int8((int(low[0]) + int(top[0])) / 2 / int(y.scene.step)), int8((int(low[1]) + int(top[1])) / 2 / int(y.scene.step))}
	for k = range Stocks {
		if y.Piece(k, at) == *a {
			break
		}
	}
	return k, at
}

func (y *Yard) piece(k Stock, at Point) shape {
	a := y.Piece(k, at)
	return a.shape()
}

// Each calls use for every piece that can be put down on the table as it is, of which the
// pieces put down are all from here.
func (y *Yard) Each(f *Field, use func(k Stock, column, row int)) {
	now := y.open
	for i := range f.Added() {
		k, at := y.Lies(&f.logs[i])
		now.take(&y.cuts[k], at)
	}
	for k := range Stocks {
		for row := range y.rows {
			for column := range y.columns {
				if at := y.Spot(column, row); y.fits(k, at, f) && now.joined(&y.cuts[k], at) {
					use(k, column, row)
				}
			}
		}
	}
}

// fits reports whether a piece has room on a spot.
func (y *Yard) fits(k Stock, at Point, f *Field) bool {
	s, o := y.scene, y.piece(k, at)
	if o.low.x < 0 || o.low.y < 0 || o.top.x > s.size.x || o.top.y > s.size.y {
		return false
	}
	for i := range 4 {
		if o.within(s.at(s.Corner(i)), yardCorner) {
			return false
		}
	}
	if o.within(s.at(s.objective), yardAim) {
		return false
	}
	for _, p := range s.spawns {
		if o.within(s.at(p), yardAim) {
			return false
		}
	}
	for j := range s.shapes {
		if s.shapes[j].overlaps(&o) {
			return false
		}
	}
	for j := range f.Added() {
		if b := f.logs[j].shape(); b.overlaps(&o) {
			return false
		}
	}
	return true
}

// Legs between neighbouring points, to the east, the north, the northeast and the northwest.
var legs = [4]Offset{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}

// cuts holds what a piece takes from those who walk: offsets from its spot of points where
// the largest base does not fit any more, and of points from which a leg is barred.
type cuts struct {
	points []Offset
	legs   [len(legs)][]Offset
}

// base returns the largest base in play.
func (s *Scene) base() Base {
	b := s.options.Bases[0]
	for _, c := range s.options.Bases {
		b = max(b, c)
	}
	return b
}

// cutsOf returns what a piece around the point 0, 0 takes.
func (s *Scene) cutsOf(o *shape) (c cuts) {
	r := s.base().Radius()
	far := int8((int(o.top.x)+int(o.top.y)+int(r))/int(s.step)) + 2
	for y := -far; y <= far; y++ {
		for x := -far; x <= far; x++ {
			p := Point{x, y}
			v, from := s.at(p), Offset(p)
			if o.swept(v, v, r) {
				c.points = append(c.points, from)
			}
			for i, leg := range legs {
				if o.swept(v, s.at(p.Add(leg)), r) {
					c.legs[i] = append(c.legs[i], from)
				}
			}
		}
	}
	return c
}

// A line is a row of points, a bit each.
type line [2]uint64

func (l line) and(o line) line { return line{l[0] & o[0], l[1] & o[1]} }
func (l line) or(o line) line  { return line{l[0] | o[0], l[1] | o[1]} }
func (l line) up() line        { return line{l[0] << 1, l[1]<<1 | l[0]>>63} }
func (l line) down() line      { return line{l[0]>>1 | l[1]<<63, l[1] >> 1} }
func (l *line) set(i int8)     { l[i>>6] |= 1 << (i & 63) }
func (l *line) take(i int8)    { l[i>>6] &^= 1 << (i & 63) }

// maxLines is the largest number of points of a lattice in a row.
const maxLines = 2*MaxSize + 1

// walkable holds the points on the ground where the largest base can stand and that are
// joined with one another, and the legs between them.
type walkable struct {
	rows   int
	points [maxLines]line
	legs   [len(legs)][maxLines]line // by the point that is further south, or west
}

// walkable returns the largest part of the ground that can be walked on without a climb.
func (s *Scene) walkable() (w walkable) {
	t := s.table(s.base())
	w.rows = s.ny
	left := 0
	for i := range s.Points() {
		p := s.PointAt(i)
		if t.stand[i/64]>>(i%64)&1 == 0 || s.height[i] > 0 {
			continue
		}
		w.points[p.Y].set(p.X)
		left++
		for k, leg := range legs {
			if q := p.Add(leg); s.Holds(q) && s.sweep(s.at(p), s.at(q), t.radius, s.blocking) == 0 {
				w.legs[k][p.Y].set(p.X)
			}
		}
	}
	rest, best := w.points, [maxLines]line{}
	for most := 0; left > most; {
		part := w.reached(first(&rest))
		n := 0
		for y := range part {
			n += bits.OnesCount64(part[y][0]) + bits.OnesCount64(part[y][1])
			rest[y] = line{rest[y][0] &^ part[y][0], rest[y][1] &^ part[y][1]}
		}
		if left -= n; n > most {
			most, best = n, part
		}
	}
	w.points = best
	return w
}

// first returns the first point of a set that is not empty.
func first(set *[maxLines]line) Point {
	for y := range set {
		for k, w := range set[y] {
			if w != 0 {
				return Point{int8(k*64 + bits.TrailingZeros64(w)), int8(y)}
			}
		}
	}
	return Nowhere
}

// take removes what a piece on a spot takes.
func (w *walkable) take(c *cuts, at Point) {
	for _, o := range c.points {
		if p := at.Add(o); w.holds(p) {
			w.points[p.Y].take(p.X)
		}
	}
	for i := range c.legs {
		for _, o := range c.legs[i] {
			if p := at.Add(o); w.holds(p) {
				w.legs[i][p.Y].take(p.X)
			}
		}
	}
}

func (w *walkable) holds(p Point) bool { return p.X >= 0 && p.Y >= 0 && int(p.Y) < w.rows }

// joined reports whether all points that are left are still joined when a piece lies on a
// spot.
func (w *walkable) joined(c *cuts, at Point) bool {
	after := *w
	after.take(c, at)
	start := first(&after.points)
	if start == Nowhere {
		return false
	}
	return after.reached(start) == after.points
}

// reached returns the points that legs join with one.
func (w *walkable) reached(from Point) (set [maxLines]line) {
	set[from.Y].set(from.X)
	for changed := true; changed; {
		changed = false
		for i := range 2 * w.rows {
			y := i
			if i >= w.rows {
				y = 2*w.rows - 1 - i
			}
			now := set[y]
			if y > 0 {
				below := set[y-1]
				now = now.or(below.and(w.legs[1][y-1])).or(below.and(w.legs[2][y-1]).up()).or(below.and(w.legs[3][y-1]).down())
			}
			if y+1 < w.rows {
				above := set[y+1]
				now = now.or(above.and(w.legs[1][y])).or(above.down().and(w.legs[2][y])).or(above.up().and(w.legs[3][y]))
			}
			now = now.and(w.points[y])
			for {
				wider := now.or(now.and(w.legs[0][y]).up()).or(now.down().and(w.legs[0][y])).and(w.points[y])
				if wider == now {
					break
				}
				now = wider
			}
			if now != set[y] {
				set[y], changed = now, true
			}
		}
	}
	return set
}
