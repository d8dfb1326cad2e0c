package space

import (
	"math"
	"slices"
)

// Path appends to dst the turning points of the way to an offset that the last
// Find reached, from the mover's place to the destination, both included.
func (r *Reach) Path(id int, dst []Point) []Point {
	if !r.Has(id) {
		panic("space: a path to an offset that is not reached")
	}
	start, d := r.mover.At, r.scene.disc
	if id == d.Origin() {
		return append(dst, start)
	}
	how := r.how[id]
	if how == leaping {
		return append(dst, start, start.Add(d.offsets[id]))
	}
	g := r.groupOf(id)
	r.ends[0] = uint16(id)
	r.solveFor(g, r.block(g, how&wading == 0), r.ends[:], r.limit)
	if r.scene.options.Climbing && how&dropping == 0 && (g.feet != 0 || r.feet != 0) && r.units(r.found(id, how)+r.climbed(id, how, 0)) != r.cost[id] {
		// Of several shortest ways, the cost is that of another one: the one found
		// together with the rest of the group.
		r.solveFor(g, r.block(g, how&wading == 0), r.together(g, how), r.limit-r.leastClimb(g))
	}
	n := len(dst)
	dst, _ = r.trace(id, how, dst)
	slices.Reverse(dst[n:])
	return dst
}

// trace appends to dst the turning points of the last solve from an offset back to
// the start. The jump over a gap is on the leg that ends at the landing-th of
// them; -1 when there is none.
func (r *Reach) trace(id int, how way, dst []Point) (points []Point, landing int) {
	start, d := r.mover.At, r.scene.disc
	landing = -1
	for n := len(dst); how&jumping != 0 && landing < 0; id = int(r.source[id]) {
		if r.took[id] {
			landing = len(dst) - n
		}
		dst = append(dst, start.Add(d.offsets[id]))
	}
	for ; id != d.Origin(); id = int(r.from[id]) {
		dst = append(dst, start.Add(d.offsets[id]))
	}
	return append(dst, start), landing
}

// Length returns the length of a path in inches, without heights.
func (s *Scene) Length(path []Point) float64 {
	total := 0.0
	for i := 1; i < len(path); i++ {
		total += s.Distance(path[i-1], path[i])
	}
	return total
}

// Along returns the free point of the lattice nearest to a model's position after
// this many inches of a path, for interrupts (DUEL-14). Among several nearest the
// first in lattice order counts. At 0 and at the end of the path it returns the
// point itself.
func (s *Scene) Along(path []Point, inches float64, m Model, f *Field, models []Model) Point {
	if inches <= 0 {
		return path[0]
	}
	for i := 1; i < len(path); i++ {
		leg := s.Distance(path[i-1], path[i])
		if inches <= leg {
			if inches == leg {
				return s.nearest(float64(path[i].X), float64(path[i].Y), m, f, models)
			}
			t := inches / leg
			x := float64(path[i-1].X) + float64(t*float64(path[i].X-path[i-1].X))
			y := float64(path[i-1].Y) + float64(t*float64(path[i].Y-path[i-1].Y))
			return s.nearest(x, y, m, f, models)
		}
		inches -= leg
	}
	return path[len(path)-1]
}

// nearest returns the free lattice point nearest to x, y in steps; when there is
// none at all, the model's own.
func (s *Scene) nearest(x, y float64, m Model, f *Field, models []Model) Point {
	best, at := inf, m.At
	for ring := 0; ring < max(s.nx, s.ny); ring++ {
		if float64(ring)-1 > best {
			break
		}
		cx, cy := int(math.Round(x)), int(math.Round(y))
		for dy := -ring; dy <= ring; dy++ {
			for dx := -ring; dx <= ring; dx++ {
				if max(dx, -dx, dy, -dy) != ring {
					continue
				}
				px, py := cx+dx, cy+dy
				if px < 0 || py < 0 || px >= s.nx || py >= s.ny {
					continue
				}
				p := Point{int8(px), int8(py)}
				ex, ey := float64(px)-x, float64(py)-y
				e := math.Sqrt(float64(ex*ex) + float64(ey*ey))
				if e > best+slack || e > best-slack && s.Index(p) > s.Index(at) {
					continue
				}
				if s.Free(Model{At: p, Base: m.Base, Prone: m.Prone}, f, models) {
					best, at = min(e, best), p
				}
			}
		}
	}
	return at
}

// Swept reports whether a base that goes along a path passes over a round token on
// a point, and after how many inches it first touches it (DUEL-24).
func (s *Scene) Swept(path []Point, b Base, token Point, radius Length) (inches float64, ok bool) {
	o := circle(s.at(token), radius)
	return s.sweptAfter(path, b, &o, false)
}

// Crossed reports whether a base that goes along a path passes over piece i of the
// map, and after how many inches it first touches it.
func (s *Scene) Crossed(path []Point, b Base, i int) (inches float64, ok bool) {
	return s.sweptAfter(path, b, &s.shapes[i], false)
}

// CrossedAgain does the same for a base that is just passing over the piece: what it
// touches first, at the beginning or later, does not count.
func (s *Scene) CrossedAgain(path []Point, b Base, i int) (inches float64, ok bool) {
	return s.sweptAfter(path, b, &s.shapes[i], true)
}

// sweptAfter returns after how many inches a base that goes along a path comes to touch a
// shape: for the first time, or when it is passing over it already for the second.
func (s *Scene) sweptAfter(path []Point, b Base, o *shape, passing bool) (inches float64, ok bool) {
	r := b.Radius()
	at := s.at(path[0])
	touches := o.swept(at, at, r)
	if touches {
		if !passing {
			return 0, true
		}
		passing = false
	}
	for i := 1; i < len(path); i++ {
		p, q := s.at(path[i-1]), s.at(path[i])
		leg := s.Distance(path[i-1], path[i])
		touched := touches
		touches = o.swept(q, q, r)
		if touched || !o.swept(p, q, r) {
			inches += leg
			continue
		}
		if passing {
			passing = false
			inches += leg
			continue
		}
		low, high := 0.0, 1.0 // clear up to low, touched by high
		for range 12 {
			mid := (low + high) / 2
			m := vec{p.x + int32(math.Round(mid*float64(q.x-p.x))), p.y + int32(math.Round(mid*float64(q.y-p.y)))}
			if o.swept(p, m, r) {
				high = mid
			} else {
				low = mid
			}
		}
		return inches + float64(high*leg), true
	}
	return inches, false
}
