package space

import (
	"math"
	"math/bits"
)

// Directions is the number of directions in which a piece is laid down: 0 is east,
// then counter-clockwise by 45 degrees.
const Directions = 8

// Size of a log and of an obstacle.
const (
	logWidth  = Inch / 2 // and height
	blockSize = Inch     // in all three dimensions (DUEL-89)
)

// ahead returns the vector of a length in one of the directions, in whole units.
func ahead(direction int, length Length) vec {
	d := Length(math.Round(float64(length) * math.Sqrt2 / 2))
	l := int32(length)
	s := int32(d)
	return [Directions]vec{{l, 0}, {s, s}, {0, l}, {-s, s}, {-l, 0}, {-s, -s}, {0, -l}, {s, -s}}[direction]
}

// Topple returns the log that a tree becomes when it falls in a direction: from
// the middle of the tree, as long as the tree is high. The log can be seen
// through, covers, and is not walked on. The second result is false where the log
// would leave the area or come to lie on a model or on other terrain that blocks
// (DUEL-52). The caller removes the tree and puts the log.
func (s *Scene) Topple(tree, direction int, f *Field, models []Model) (Added, bool) {
	at := s.shapes[tree].centre
	along := ahead(direction, s.tops[tree])
	side := ahead((direction+2)%Directions, logWidth/2)
	corners := [4]vec{at.sub(side), at.add(along).sub(side), at.add(along).add(side), at.add(side)}
	return s.lay(corners, Added{top: int16(logWidth), see: true}, 1<<tree, f, models)
}

// Block returns an obstacle of one inch in each dimension in contact with a model,
// in one of the directions: it cannot be seen through, covers, and can be stood
// on. The second result is false where there is no room (DUEL-89).
func (s *Scene) Block(beside Model, direction int, f *Field, models []Model) (Added, bool) {
	r := beside.Base.Radius()
	far := r + blockSize/2
	if direction%2 == 1 { // the corner of the block comes first
		far = r + Length(math.Ceil(float64(blockSize)*math.Sqrt2/2))
	}
	c := s.at(beside.At).add(ahead(direction, far))
	h := int32(blockSize / 2)
	corners := [4]vec{{c.x - h, c.y - h}, {c.x + h, c.y - h}, {c.x + h, c.y + h}, {c.x - h, c.y + h}}
	return s.lay(corners, Added{top: int16(blockSize), stand: true}, 0, f, models)
}

// lay returns the piece with these corners, and whether it has room: inside the
// area, off blocking terrain other than the set but, and off models.
func (s *Scene) lay(corners [4]vec, a Added, but uint64, f *Field, models []Model) (Added, bool) {
	if f.nAdded == MaxAdded {
		return Added{}, false
	}
	for i, v := range corners {
		if v.x < 0 || v.y < 0 || v.x > s.size.x || v.y > s.size.y {
			return Added{}, false
		}
		a.corners[i] = [2]int16{int16(v.x), int16(v.y)}
	}
	o := a.shape()
	for m := s.blocking &^ f.Gone &^ but; m != 0; m &= m - 1 {
		if s.shapes[bits.TrailingZeros64(m)].overlaps(&o) {
			return Added{}, false
		}
	}
	for i := range f.Added() {
		if b := f.logs[i].shape(); b.overlaps(&o) {
			return Added{}, false
		}
	}
	for _, m := range models {
		if v := s.at(m.At); m.At != Nowhere && o.swept(v, v, m.Base.Radius()) {
			return Added{}, false
		}
	}
	return a, true
}

// overlaps reports whether two shapes have more than edges in common.
func (s *shape) overlaps(t *shape) bool {
	switch {
	case s.n == 0 && t.n == 0:
		r := int64(s.radius + t.radius)
		return square(s.centre.sub(t.centre)) < r*r
	case s.n == 0:
		return t.swept(s.centre, s.centre, s.radius)
	case t.n == 0:
		return s.swept(t.centre, t.centre, t.radius)
	}
	return !s.parted(t) && !t.parted(s)
}

// parted reports whether an edge of s has all of t on its other side.
func (s *shape) parted(t *shape) bool {
	for i := range s.n {
		a, b := s.v[i], s.v[(i+1)%s.n]
		all := true
		for _, v := range t.v[:t.n] {
			all = all && cross(b.sub(a), v.sub(a)) <= 0
		}
		if all {
			return true
		}
	}
	return false
}

// RoomFor reports whether a disc, such as a mob or a flag, fits on a point: inside
// the area and off blocking terrain (DUEL-118).
func (s *Scene) RoomFor(at Point, radius Length, f *Field) bool {
	v, r := s.at(at), int32(radius)
	if v.x < r || v.y < r || v.x > s.size.x-r || v.y > s.size.y-r {
		return false
	}
	for m := s.blocking &^ f.Gone; m != 0; m &= m - 1 {
		if s.shapes[bits.TrailingZeros64(m)].swept(v, v, radius) {
			return false
		}
	}
	for i := range f.Added() {
		if o := f.logs[i].shape(); o.swept(v, v, radius) {
			return false
		}
	}
	return true
}
