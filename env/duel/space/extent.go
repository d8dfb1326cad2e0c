package space

import (
	"math"
	"math/bits"
)

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
