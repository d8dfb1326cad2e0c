package space

import "math"

// Push moves a model by force (DUEL-30), straight away from a point, as far as
// terrain, the other models and the edges of the area allow, and returns the free
// point of the lattice nearest to its end. It also reports whether the model was
// stopped short, and whether by the edge alone. Terrain that the model stands on
// or above does not stop it: it may then fall. A push from the model's own place
// moves nothing.
func (s *Scene) Push(m Model, from Point, distance Length, f *Field, models []Model) (to Point, stopped, edge bool) {
	start := s.at(m.At)
	d := start.sub(s.at(from))
	if square(d) == 0 || distance <= 0 {
		return m.At, false, false
	}
	length := math.Sqrt(float64(square(d)))
	after := func(l Length) vec {
		return vec{start.x + int32(math.Round(float64(d.x)*float64(l)/length)), start.y + int32(math.Round(float64(d.y)*float64(l)/length))}
	}
	inside := func(v vec) bool {
		r := int32(m.Base.Radius())
		return v.x >= r && v.y >= r && v.x <= s.size.x-r && v.y <= s.size.y-r
	}
	// The area swept over only grows with the length, so bisection finds the last
	// length that is clear.
	furthest := func(clear func(v vec) bool) Length {
		low, high := Length(0), distance+1
		for high-low > 1 {
			if mid := (low + high) / 2; clear(after(mid)) {
				low = mid
			} else {
				high = mid
			}
		}
		return low
	}
	way := furthest(func(v vec) bool { return inside(v) && s.sweepClear(m, v, f, models) })
	stopped = way < distance
	edge = stopped && furthest(inside) == way
	v := after(way)
	to = s.nearest(float64(v.x)/float64(s.step), float64(v.y)/float64(s.step), m, f, models)
	return to, stopped, edge
}

// sweepClear reports whether a model can be pushed to a position: besides what it
// already stands on or above, nothing is in the way at the height of its feet.
func (s *Scene) sweepClear(m Model, to vec, f *Field, models []Model) bool {
	t, at := s.table(m.Base), s.at(m.At)
	feet := s.Height(m.At, f)
	if s.sweep(at, to, t.radius, s.blocking&^t.over[s.Index(m.At)]&^f.Gone&^s.below(feet)) != 0 {
		return false
	}
	for _, o := range models {
		z, r := s.Height(o.At, f), o.Base.Radius()+t.radius
		if z < feet+m.Height() && feet < z+o.Height() && nearer(s.at(o.At), at, to, r) && !nearer(s.at(o.At), at, at, r) {
			return false
		}
	}
	for j := range f.Added() {
		if o := f.logs[j].shape(); f.logs[j].Top() > feet && o.swept(at, to, t.radius) && !o.swept(at, at, t.radius) {
			return false
		}
	}
	return true
}

// below returns the set of pieces no higher than a height above the ground: a
// model at that height is pushed over them.
func (s *Scene) below(feet Length) (set uint64) {
	if feet == 0 {
		return s.kinds[Gap] // and into holes
	}
	for j, top := range s.tops {
		if top <= feet {
			set |= 1 << j
		}
	}
	return set
}
