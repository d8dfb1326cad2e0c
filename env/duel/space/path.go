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
		// Of several shortest ways, the cost belongs to another one: the one found together with
		// the rest of the group.
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

// Charge returns the end of a charge at a target: the free contact point nearest to the
// charger, first in lattice order, to which there is a free straight way that the
// charge can pay for and that leads nearer to the target all along (DUEL-43). models
// holds all models but the charger.
func (r *Reach) Charge(charger, target Model, charge Move, f *Field, models []Model) (Point, bool) {
	s := r.scene
	v, goal := s.at(charger.At), s.at(target.At)
	far := int64(charge.Allowance + target.Base.Radius() + charger.Base.Radius() + s.contactGap())
	if square(goal.sub(v)) > far*far {
		return Nowhere, false
	}
	var room [64]Point
	points := s.ContactPoints(target, charger.Base, f, models, room[:0])
	far = int64(charge.Allowance) * int64(charge.Allowance)
	for range points {
		best, at := int64(-1), 0
		for i, p := range points {
			if d := square(s.at(p).sub(v)); p != Nowhere && (best < 0 || d < best) {
				best, at = d, i
			}
		}
		p := points[at]
		points[at] = Nowhere
		if best > far {
			break
		}
		if w := s.at(p); dot(w.sub(v), goal.sub(w)) >= 0 && s.SweepFree(charger, p, f, models) && r.Straight(charger, p, charge, f) <= charge.Allowance {
			return p, true
		}
	}
	return Nowhere, false
}

// Straight returns what it costs a model to go straight to a point, in units, rounded
// up: as much as a Move does that takes this way (DUEL-3, DUEL-44, DUEL-54). It does not
// look for obstacles, and leaves the last Find as it is.
func (r *Reach) Straight(m Model, to Point, move Move, f *Field) Length {
	s := r.scene
	return r.straight(m, s.at(to), s.Height(to, f), to, move, f)
}

// StraightOff reports whether a model can leave the area over an edge in a straight
// line with a Move, past the models (DUEL-32).
func (r *Reach) StraightOff(m Model, e Edge, move Move, f *Field, models []Model) bool {
	s := r.scene
	if r.straightOff(m, s.edgePoint(m.At, e), move, f, models) {
		return true
	}
	for i := range max(s.nx, s.ny) { // slanting
		p := Point{int8(i), m.At.Y}
		if e == East || e == West {
			p = Point{m.At.X, int8(i)}
		}
		if s.Holds(p) && r.straightOff(m, s.edgePoint(p, e), move, f, models) {
			return true
		}
	}
	return false
}

func (r *Reach) straightOff(m Model, to vec, move Move, f *Field, models []Model) bool {
	far := int64(move.Allowance) * int64(move.Allowance)
	return square(to.sub(r.scene.at(m.At))) <= far && r.scene.sweepFree(m, to, 0, 0, f, models) && r.straight(m, to, 0, m.At, move, f) <= move.Allowance
}

// straight returns the cost of a straight way to a position of a height. end is the
// point of the lattice there, or the model's own.
func (r *Reach) straight(m Model, to vec, z Length, end Point, move Move, f *Field) Length {
	s := r.scene
	from, feet := s.at(m.At), s.Height(m.At, f)
	flat := math.Sqrt(float64(square(to.sub(from))))
	up := 0.0
	switch {
	case feet == 0 && z == 0:
	case s.options.Climbing:
		keep := *r
		defer func() { *r = keep }()
		r.mover, r.move, r.table, r.field, r.feet = m, move, s.table(m.Base), *f, feet
		for j := range f.Added() {
			r.bodies[j] = f.logs[j].shape()
		}
		r.findTops(m.At, end)
		p := profile{height: feet}
		_, p.aid = r.surface(m.At)
		r.climbLeg(&p, from, to)
		aid := false
		if z > 0 {
			_, aid = r.surface(end)
		}
		p.change(z, p.moved, aid)
		if up = p.cost; move.JumpWidth > 0 {
			up -= p.saved(&move)
		}
	default:
		dz := float64(z - feet)
		flat = math.Sqrt(float64(flat*flat) + float64(dz*dz))
	}
	return Length(math.Ceil(flat + up - float64(slack*float64(s.step))))
}

// SweepFree reports whether a model can go to a point in a straight line: its base
// touches no other model, and no terrain but that on which it starts or ends.
func (s *Scene) SweepFree(m Model, to Point, f *Field, models []Model) bool {
	return s.sweepFree(m, s.at(to), s.table(m.Base).over[s.Index(to)], s.Height(to, f), f, models)
}

// sweepFree does the same for a position of a height, where the base overlaps a set of
// pieces.
func (s *Scene) sweepFree(m Model, to vec, there uint64, height Length, f *Field, models []Model) bool {
	t, from := s.table(m.Base), s.at(m.At)
	if s.sweep(from, to, t.radius, s.blocking&^(t.over[s.Index(m.At)]|there)&^f.Gone) != 0 {
		return false
	}
	feet := s.Height(m.At, f)
	low, high := min(feet, height), max(feet, height)+m.Height()
	for _, o := range models {
		z := s.Height(o.At, f)
		r := o.Base.Radius() + t.radius
		if z < high && low < z+o.Height() && nearer(s.at(o.At), from, to, r) && !nearer(s.at(o.At), from, from, r) {
			return false
		}
	}
	for j := range f.Added() {
		o := f.logs[j].shape()
		if o.swept(from, to, t.radius) && !o.swept(from, from, t.radius) && !o.swept(to, to, t.radius) {
			return false
		}
	}
	return true
}
