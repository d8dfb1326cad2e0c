package space

import (
	"math"
	"math/bits"
)

// Model holds a model's place, base and posture.
type Model struct {
	At    Point
	Base  Base
	Prone bool
}

// Height returns the height of the model itself, in units.
func (m Model) Height() Length {
	if m.Prone {
		return ProneHeight
	}
	return StandingHeight
}

// Height returns the height of the ground at a point, in units: the highest top of
// the blocking pieces that hold it, else 0 (DUEL-22).
func (s *Scene) Height(p Point, f *Field) Length {
	i := s.Index(p)
	if f.nAdded == 0 && f.Gone&s.under[i] == 0 {
		return Length(s.height[i])
	}
	h, v := Length(0), s.at(p)
	for m := s.under[i] &^ f.Gone; m != 0; m &= m - 1 {
		h = max(h, s.tops[bits.TrailingZeros64(m)])
	}
	for j := range f.Added() {
		if a := &f.logs[j]; a.Top() > h && a.near(v, 0) {
			if o := a.shape(); o.contains(v) {
				h = a.Top()
			}
		}
	}
	return h
}

// Standable reports whether a base fits at the point as far as terrain goes
// (DUEL-3, DUEL-22): wholly inside the area, off everything that rises above its
// feet, on ground or tops of one height.
func (s *Scene) Standable(p Point, b Base, f *Field) bool {
	if !s.Holds(p) {
		return false
	}
	t := s.table(b)
	i := s.Index(p)
	if f.nAdded == 0 && f.Gone&t.over[i] == 0 {
		return t.stand[i/64]>>(i%64)&1 != 0
	}
	return s.standsAt(t, p, f)
}

func (s *Scene) standsAt(t *baseFacts, p Point, f *Field) bool {
	if !s.inBounds(t, p) {
		return false
	}
	i, v, h := s.Index(p), s.at(p), s.Height(p, f)
	over := t.over[i] & s.blocking &^ f.Gone
	for m := over; m != 0; m &= m - 1 {
		j := bits.TrailingZeros64(m)
		if s.tops[j] > h || s.tops[j] == 0 && s.standing>>j&1 == 0 {
			return false
		}
	}
	for j := range f.Added() {
		a := &f.logs[j]
		if a.Top() <= h || !a.near(v, t.radius) {
			continue
		}
		if o := a.shape(); o.swept(v, v, t.radius) {
			return false
		}
	}
	if h == 0 {
		return true
	}
	for _, o := range halfDisc[t.base] {
		if !s.topAt(v.add(o), h, over, f) {
			return false
		}
	}
	return true
}

// topAt reports whether a top of height h, fit to stand on, holds the position.
func (s *Scene) topAt(v vec, h Length, over uint64, f *Field) bool {
	for m := over & s.standing; m != 0; m &= m - 1 {
		if j := bits.TrailingZeros64(m); s.tops[j] == h && s.shapes[j].contains(v) {
			return true
		}
	}
	for j := range f.Added() {
		if a := &f.logs[j]; a.stand && a.Top() == h && a.near(v, 0) {
			if o := a.shape(); o.contains(v) {
				return true
			}
		}
	}
	return false
}

// halfDisc holds, for each base, the centre of a disc of half its radius and
// eight points on its rim.
var halfDisc = func() (d [Bases][9]vec) {
	for b := range d {
		r := float64(Base(b).Radius()) / 2
		x, y := int32(r), int32(r*math.Sqrt2/2)
		d[b] = [9]vec{{}, {x, 0}, {-x, 0}, {0, x}, {0, -x}, {y, y}, {-y, y}, {y, -y}, {-y, -y}}
	}
	return d
}()

// Inside returns the walked-through pieces that hold a model's centre (water,
// woods, fragile huts), a bit each.
func (s *Scene) Inside(p Point, f *Field) uint64 {
	i := s.Index(p)
	if f.nAdded == 0 && f.Gone&s.under[i] == 0 {
		return s.inside[i] &^ f.Gone
	}
	return s.among(s.holds[i]&^f.Gone, s.Height(p, f))
}

// Support returns the pieces that a base at the point stands on or above, a bit
// each; 0 on the ground. A model falls when one of them is removed and nothing
// else is as high.
func (s *Scene) Support(p Point, b Base, f *Field) uint64 {
	if s.Height(p, f) == 0 {
		return 0
	}
	return s.table(b).over[s.Index(p)] & s.blocking &^ f.Gone
}

// Touched returns the pieces of terrain that cover a model on that base at the
// point: in contact and rising above its feet, or holding it (DUEL-4). The set has
// a bit for each piece of the map.
func (s *Scene) Touched(p Point, b Base, f *Field) uint64 {
	t, i := s.table(b), s.Index(p)
	if f.nAdded == 0 && f.Gone&s.under[i] == 0 {
		return t.touch[i] &^ f.Gone
	}
	return s.touched(t, i, s.Height(s.PointAt(i), f), f)
}

func (s *Scene) touched(t *baseFacts, i int, h Length, f *Field) uint64 {
	set := s.among(s.holds[i], h) & s.cover
	for m := t.near[i] & s.cover; m != 0; m &= m - 1 {
		if j := bits.TrailingZeros64(m); s.tops[j] > h {
			set |= 1 << j
		}
	}
	return set &^ f.Gone
}

// Beside returns the pieces in contact with a base at the point, whatever their
// height, a bit each.
func (s *Scene) Beside(p Point, b Base, f *Field) uint64 {
	return s.table(b).near[s.Index(p)] &^ f.Gone
}

// within reports whether a point is at most r from the shape.
func (s *shape) within(p vec, r Length) bool {
	w := int32(r)
	if p.x+w < s.low.x || p.x-w > s.top.x || p.y+w < s.low.y || p.y-w > s.top.y {
		return false
	}
	if s.n == 0 {
		d := int64(s.radius + r)
		return square(p.sub(s.centre)) <= d*d
	}
	if s.contains(p) {
		return true
	}
	rr := int64(r) * int64(r)
	for i, j := s.n-1, 0; j < s.n; i, j = j, j+1 {
		d, e := s.v[j].sub(s.v[i]), p.sub(s.v[i])
		t, dd := dot(e, d), square(d)
		switch {
		case t <= 0:
			if square(e) <= rr {
				return true
			}
		case t >= dd:
			if square(p.sub(s.v[j])) <= rr {
				return true
			}
		default:
			if c := cross(d, e); c*c <= rr*dd {
				return true
			}
		}
	}
	return false
}

// Overlap reports whether two models overlap: their bases do, and neither model is
// above the other.
func (s *Scene) Overlap(a, b Model, f *Field) bool {
	r := int64(a.Base.Radius() + b.Base.Radius())
	if square(s.at(a.At).sub(s.at(b.At))) >= r*r {
		return false
	}
	za, zb := s.Height(a.At, f), s.Height(b.At, f)
	return za < zb+b.Height() && zb < za+a.Height()
}

// Free reports whether a model has room at its place: it is Standable, and the
// model overlaps none of the others.
func (s *Scene) Free(m Model, f *Field, models []Model) bool {
	if !s.Standable(m.At, m.Base, f) {
		return false
	}
	for _, o := range models {
		if s.Overlap(m, o, f) {
			return false
		}
	}
	return true
}

// Around keeps of a list those models that could overlap one that comes to within a
// distance of its place. It changes the list.
func (s *Scene) Around(m Model, far Length, models []Model) []Model {
	v, n := s.at(m.At), 0
	for _, o := range models {
		if r := int64(far + m.Base.Radius() + o.Base.Radius()); square(s.at(o.At).sub(v)) < r*r {
			models[n] = o
			n++
		}
	}
	return models[:n]
}

// Contact reports whether two models are in base contact: a gap of at most half a
// step (DUEL-110) and feet at most half an inch apart in height (DUEL-23).
func (s *Scene) Contact(a, b Model, f *Field) bool {
	r := int64(a.Base.Radius() + b.Base.Radius() + s.contactGap())
	if square(s.at(a.At).sub(s.at(b.At))) > r*r {
		return false
	}
	dz := s.Height(a.At, f) - s.Height(b.At, f)
	return dz <= Inch/2 && -dz <= Inch/2
}

// ContactAt reports whether a model is in base contact with a round token of that
// radius on a point.
func (s *Scene) ContactAt(m Model, token Point, radius Length, f *Field) bool {
	r := int64(m.Base.Radius() + radius + s.contactGap())
	if square(s.at(m.At).sub(s.at(token))) > r*r {
		return false
	}
	dz := s.Height(m.At, f) - s.Height(token, f)
	return dz <= Inch/2 && -dz <= Inch/2
}

// Range returns the distance between the bases of two models in inches, heights
// included (DUEL-23).
func (s *Scene) Range(a, b Model, f *Field) float64 {
	return s.gap(a.At, b.At, a.Base.Radius()+b.Base.Radius(), f)
}

// RangeTo returns the distance from a model's base to a round token on a point, in
// inches.
func (s *Scene) RangeTo(a Model, p Point, radius Length, f *Field) float64 {
	return s.gap(a.At, p, a.Base.Radius()+radius, f)
}

func (s *Scene) gap(p, q Point, less Length, f *Field) float64 {
	flat := max(0, math.Sqrt(float64(square(s.at(p).sub(s.at(q)))))-float64(less))
	dz := float64(s.Height(p, f) - s.Height(q, f))
	if dz != 0 {
		flat = math.Sqrt(float64(flat*flat) + float64(dz*dz))
	}
	return flat / float64(Inch)
}

// Distance returns the distance between two points of the table in inches, without
// heights.
func (s *Scene) Distance(p, q Point) float64 {
	return math.Sqrt(float64(square(s.at(p).sub(s.at(q))))) / float64(Inch)
}

// NearCorner appends to dst the free points for a model within the smallest radius
// of at least 4 inches around a corner that has one (DUEL-111); none when the
// table is full. The points come in lattice order.
func (s *Scene) NearCorner(corner int, b Base, f *Field, models []Model, dst []Point) []Point {
	return s.NearPoint(s.Corner(corner), deployRadius, b, f, models, dst)
}

// NearPoint appends to dst, in lattice order, the free points for a model within a
// distance of a point, or, when there is none, those at the least distance.
func (s *Scene) NearPoint(at Point, radius Length, b Base, f *Field, models []Model, dst []Point) []Point {
	n := len(dst)
	limit := int64(radius) * int64(radius)
	best := int64(-1)
	v := s.at(at)
	for i := range s.nx * s.ny {
		p := s.PointAt(i)
		d := square(s.at(p).sub(v))
		if d > limit && (len(dst) > n && best <= limit || best >= 0 && d > best) {
			continue
		}
		if !s.Free(Model{At: p, Base: b}, f, models) {
			continue
		}
		if d <= limit {
			if best > limit { // points farther away do not count any more
				dst = dst[:n]
			}
			best = 0
		} else {
			if d < best || best < 0 {
				dst = dst[:n]
			}
			best = d
		}
		dst = append(dst, p)
	}
	return dst
}

// Nearest returns the free point nearest to a point at which the model's feet are
// no higher than top, the first in lattice order among several; false when there
// is none (DUEL-48, DUEL-121).
func (s *Scene) Nearest(to Point, b Base, top Length, f *Field, models []Model) (Point, bool) {
	best, at := int64(-1), Nowhere
	v := s.at(to)
	for i := range s.nx * s.ny {
		p := s.PointAt(i)
		d := square(s.at(p).sub(v))
		if best >= 0 && d >= best || s.Height(p, f) > top || !s.Free(Model{At: p, Base: b}, f, models) {
			continue
		}
		best, at = d, p
	}
	return at, best >= 0
}

// ContactPoints appends to dst, in lattice order, the free points where a base is
// in contact with a model.
func (s *Scene) ContactPoints(with Model, b Base, f *Field, models []Model, dst []Point) []Point {
	far := int((with.Base.Radius() + b.Radius() + s.contactGap()) / s.step)
	for dy := -far; dy <= far; dy++ {
		for dx := -far; dx <= far; dx++ {
			x, y := int(with.At.X)+dx, int(with.At.Y)+dy
			if x < 0 || y < 0 || x >= s.nx || y >= s.ny {
				continue
			}
			m := Model{At: Point{int8(x), int8(y)}, Base: b}
			if s.Contact(m, with, f) && !s.Overlap(m, with, f) && s.Free(m, f, models) {
				dst = append(dst, m.At)
			}
		}
	}
	return dst
}
