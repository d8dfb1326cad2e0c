package space

import "math/bits"

// logWidth is the width and the height of the trunk that a tree leaves.
const logWidth = Inch / 2

// Directions are the eight ways that a tree can fall: east, northeast and so on,
// counter-clockwise.
const Directions = 8

// diagonal is a leg of a right-angled triangle whose longest side is 1000.
const diagonal = 707

var headings = [Directions]vec{{1000, 0}, {diagonal, diagonal}, {0, 1000}, {-diagonal, diagonal}, {-1000, 0}, {-diagonal, -diagonal}, {0, -1000}, {diagonal, -diagonal}}

// Topple finds the log that piece i leaves when it is laid down in a direction:
// as long as the piece is high, from its centre, seen over and covering, not
// walked through. It is false when the log would leave the area, or come down on
// a model or on another piece that cannot be walked through, or when the field
// has no room (DUEL-52).
func (s *Scene) Topple(i, direction int, f *Field, models []Model) (log Added, ok bool) {
	along := headings[direction]
	across := headings[(direction+2)%Directions]
	from, length := s.shapes[i].centre, int32(s.tops[i])
	half := int32(logWidth / 2)
	to := func(far, side int32) vec {
		return vec{from.x + (far*along.x+side*across.x)/1000, from.y + (far*along.y+side*across.y)/1000}
	}
	corners := [4]vec{to(0, -half), to(length, -half), to(length, half), to(0, half)}
	for k, v := range corners {
		if v.x < 0 || v.y < 0 || v.x > s.size.x || v.y > s.size.y {
			return Added{}, false
		}
		log.corners[k] = [2]int16{int16(v.x), int16(v.y)}
	}
	log.top, log.see = int16(logWidth), true
	body := polygon(corners[:])
	for _, m := range models {
		if v := s.at(m.At); body.swept(v, v, m.Base.Radius()) {
			return Added{}, false
		}
	}
	for rest := s.blocking &^ f.Gone &^ (1 << i); rest != 0; rest &= rest - 1 {
		if meet(&body, &s.shapes[bits.TrailingZeros64(rest)]) {
			return Added{}, false
		}
	}
	for j := range f.Added() {
		if other := f.logs[j].shape(); meet(&body, &other) {
			return Added{}, false
		}
	}
	return log, f.nAdded < MaxAdded
}

// meet says whether a polygon overlaps another shape: no side of either parts
// them.
func meet(a, b *shape) bool {
	if b.n == 0 {
		return a.swept(b.centre, b.centre, b.radius)
	}
	return !parted(a, b) && !parted(b, a)
}

func parted(a, b *shape) bool {
	for i, j := a.n-1, 0; j < a.n; i, j = j, j+1 {
		e := a.v[j].sub(a.v[i])
		outside := true
		for k := range b.n {
			outside = outside && cross(e, b.v[k].sub(a.v[i])) <= 0
		}
		if outside {
			return true
		}
	}
	return false
}
