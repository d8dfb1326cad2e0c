package space

import (
	"math"
	"math/bits"
)

// All functions of this file compare whole numbers. Coordinates stay below 2^14 in
// size (maxSize inches), so that products of two cross products fit 64 bits.

// nearer reports whether point p is less than r from the segment ab.
func nearer(p, a, b vec, r Length) bool {
	d, e := b.sub(a), p.sub(a)
	rr := int64(r) * int64(r)
	t, dd := dot(e, d), square(d)
	switch {
	case t <= 0:
		return square(e) < rr
	case t >= dd:
		return square(p.sub(b)) < rr
	}
	c := cross(d, e)
	return c*c < rr*dd
}

// contains reports whether p lies in the shape or on its edge.
func (s *shape) contains(p vec) bool {
	if p.x < s.low.x || p.x > s.top.x || p.y < s.low.y || p.y > s.top.y {
		return false
	}
	if s.n == 0 {
		return square(p.sub(s.centre)) <= int64(s.radius)*int64(s.radius)
	}
	for i, j := s.n-1, 0; j < s.n; i, j = j, j+1 {
		if cross(s.v[j].sub(s.v[i]), p.sub(s.v[i])) < 0 {
			return false
		}
	}
	return true
}

// swept reports whether a disc of radius r > 0 whose centre goes from a to b
// overlaps the shape. Touching is not overlapping.
func (s *shape) swept(a, b vec, r Length) bool {
	w := int32(r)
	if max(a.x, b.x)+w <= s.low.x || min(a.x, b.x)-w >= s.top.x || max(a.y, b.y)+w <= s.low.y || min(a.y, b.y)-w >= s.top.y {
		return false
	}
	if s.n == 0 {
		return nearer(s.centre, a, b, s.radius+r)
	}
	if s.contains(a) || s.contains(b) {
		return true
	}
	for i, j := s.n-1, 0; j < s.n; i, j = j, j+1 {
		p, q := s.v[i], s.v[j]
		if nearer(q, a, b, r) || nearer(a, p, q, r) || nearer(b, p, q, r) || crossing(a, b, p, q) {
			return true
		}
	}
	return false
}

// crossing reports whether the segments ab and pq cross, each with its ends on
// both sides of the other. nearer finds segments that only meet.
func crossing(a, b, p, q vec) bool {
	d := b.sub(a)
	c1, c2 := cross(d, p.sub(a)), cross(d, q.sub(a))
	if c1 > 0 == (c2 > 0) || c1 == 0 || c2 == 0 {
		return false
	}
	e := q.sub(p)
	c3, c4 := cross(e, a.sub(p)), cross(e, b.sub(p))
	return c3 > 0 != (c4 > 0) && c3 != 0 && c4 != 0
}

// A ray leads from a, at height za, to b, at height zb.
type ray struct {
	a, b   vec
	za, zb Length
}

// A ratio is n/d with d > 0.
type ratio struct{ n, d int64 }

func (r ratio) less(s ratio) bool { return r.n*s.d < s.n*r.d }

// below returns the part of the ray under a height, as the interval between two
// ratios of its length; false when there is none.
func (r *ray) below(top Length) (low, high ratio, some bool) {
	low, high = ratio{0, 1}, ratio{1, 1}
	a, b := r.za < top, r.zb < top
	if a && b {
		return low, high, true
	}
	if !a && !b {
		return low, high, false
	}
	n, d := int64(top-r.za), int64(r.zb-r.za)
	if d < 0 {
		n, d = -n, -d
	}
	if a {
		high = ratio{n, d}
	} else {
		low = ratio{n, d}
	}
	return low, high, low.less(high)
}

// hides reports whether the ray passes through the inside of a body that stands on
// the ground with the given outline and top. Grazing an edge is not passing.
func (s *shape) hides(r *ray, top Length) bool {
	if max(r.a.x, r.b.x) <= s.low.x || min(r.a.x, r.b.x) >= s.top.x || max(r.a.y, r.b.y) <= s.low.y || min(r.a.y, r.b.y) >= s.top.y {
		return false
	}
	low, high, some := r.below(top)
	if !some {
		return false
	}
	if s.n == 0 {
		return s.roundHides(r, low, high)
	}
	for i, j := s.n-1, 0; j < s.n; i, j = j, j+1 {
		e := s.v[j].sub(s.v[i])
		f0, f1 := cross(e, r.a.sub(s.v[i])), cross(e, r.b.sub(s.v[i]))
		switch {
		case f0 <= 0 && f1 <= 0:
			return false
		case f0 <= 0: // enters
			if t := (ratio{-f0, f1 - f0}); low.less(t) {
				low = t
			}
		case f1 <= 0: // leaves
			if t := (ratio{f0, f0 - f1}); t.less(high) {
				high = t
			}
		}
		if !low.less(high) {
			return false
		}
	}
	return true
}

// roundHides reports whether the ray comes nearer to the centre of a circle than
// its radius, between low and high.
func (s *shape) roundHides(r *ray, low, high ratio) bool {
	d, e := r.b.sub(r.a), s.centre.sub(r.a)
	t, dd := dot(e, d), square(d)
	rr := int64(s.radius) * int64(s.radius)
	if t*low.d >= low.n*dd && t*high.d <= high.n*dd { // the nearest point is between
		c := cross(d, e)
		return c*c < rr*dd || dd == 0 && square(e) < rr
	}
	at := low
	if t*high.d > high.n*dd {
		at = high
	}
	x := int64(e.x)*at.d - int64(d.x)*at.n
	y := int64(e.y)*at.d - int64(d.y)*at.n
	return x*x+y*y < rr*at.d*at.d
}

// An Extent says where a piece stands and how far it extends from there in each of
// the eight directions, in inches: to the line across that direction that touches the
// outline. A rectangle along the axes, or halfway between them, is told exactly.
type Extent struct {
	At  Spot // the centre of its box
	Far [Directions]float64
}

// across holds the unit vectors of the eight directions.
var across = [Directions][2]float64{
	{1, 0},
	{math.Sqrt2 / 2, math.Sqrt2 / 2},
	{0, 1},
	{-math.Sqrt2 / 2, math.Sqrt2 / 2},
	{-1, 0},
	{-math.Sqrt2 / 2, -math.Sqrt2 / 2},
	{0, -1},
	{math.Sqrt2 / 2, -math.Sqrt2 / 2},
}

// ExtentOf returns the extent of piece i of the map.
func (s *Scene) ExtentOf(i int) Extent { return s.shapes[i].extent() }

// Extent returns the extent of the piece.
func (a *Added) Extent() Extent {
	x := a.shape()
	return x.extent()
}

// Stand reports whether models can stand on top of the piece.
func (a *Added) Stand() bool { return a.stand }

func (s *shape) extent() (x Extent) {
	x.At = Spot{Length(s.centre.x).Inches(), Length(s.centre.y).Inches()}
	for d, unit := range across {
		if s.n == 0 {
			x.Far[d] = s.radius.Inches()
			continue
		}
		for _, v := range s.v[:s.n] {
			o := v.sub(s.centre)
			x.Far[d] = max(x.Far[d], (float64(float64(o.x)*unit[0])+float64(float64(o.y)*unit[1]))/float64(Inch))
		}
	}
	return x
}

// Changed reports whether the changes of the table may matter to sight between two
// standing models of a base at two points: whether a piece that hid or bore somebody
// is gone, or something that hides has come, within a base's radius of the line
// between them.
func (s *Scene) Changed(p, q Point, b Base, f *Field) bool {
	a, c, r := s.at(p), s.at(q), b.Radius()
	for rest := f.Gone & (s.opaque | s.standing); rest != 0; rest &= rest - 1 {
		if s.shapes[bits.TrailingZeros64(rest)].swept(a, c, r) {
			return true
		}
	}
	for i := range f.Added() {
		if x := &f.logs[i]; !x.see {
			if o := x.shape(); o.swept(a, c, r) {
				return true
			}
		}
	}
	for i := range f.Mobs() {
		if m := &f.mobs[i]; nearer(s.at(m.At), a, c, m.Radius+r) {
			return true
		}
	}
	return false
}
