package space

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
