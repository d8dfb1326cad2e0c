package space

import (
	"fmt"

	"ringer/env"
)

// Piece is one piece of terrain on a map. Exactly one of Rect, Polygon and
// Circle says where it stands. Lengths are inches, in multiples of 0.01.
type Piece struct {
	Type    string       `json:"type" yaml:"type"` // the ID of a Type
	Name    string       `json:"name,omitempty" yaml:"name"`
	Rect    []float64    `json:"rect,omitempty" yaml:"rect"`       // x, y of the south-west corner, width, depth
	Polygon [][2]float64 `json:"polygon,omitempty" yaml:"polygon"` // 3 to 8 corners of a convex polygon, either way round
	Circle  []float64    `json:"circle,omitempty" yaml:"circle"`   // x, y of the centre, radius
	Height  float64      `json:"height,omitempty" yaml:"height"`   // 0: the one of the type
}

// maxCorners bounds the corners of a polygon.
const maxCorners = 8

// A shape is the outline of a piece seen from above: a convex polygon, counter-
// clockwise, or a circle (n == 0).
type shape struct {
	n        int
	v        [maxCorners]vec
	centre   vec // of the circle, or of the smallest box around the polygon
	radius   Length
	low, top vec // the box around it
}

func circle(centre vec, radius Length) shape {
	r := int32(radius)
	return shape{centre: centre, radius: radius, low: vec{centre.x - r, centre.y - r}, top: vec{centre.x + r, centre.y + r}}
}

// polygon returns the shape with these corners, which convex has accepted.
func polygon(corners []vec) shape {
	s := shape{n: len(corners), low: corners[0], top: corners[0]}
	copy(s.v[:], corners)
	for _, c := range corners {
		s.low = vec{min(s.low.x, c.x), min(s.low.y, c.y)}
		s.top = vec{max(s.top.x, c.x), max(s.top.y, c.y)}
	}
	s.centre = vec{(s.low.x + s.top.x) / 2, (s.low.y + s.top.y) / 2}
	return s
}

// convex puts the corners in counter-clockwise order, in place, and reports
// whether they form a convex polygon without flat or repeated corners.
func convex(corners []vec) bool {
	n := len(corners)
	if n < 3 || n > maxCorners {
		return false
	}
	area := int64(0)
	for i := range corners {
		area += cross(corners[i], corners[(i+1)%n])
	}
	if area < 0 {
		for i := 0; i < n/2; i++ {
			corners[i], corners[n-1-i] = corners[n-1-i], corners[i]
		}
	}
	// Left turns only, and once around: every corner lies left of every edge.
	for i := range corners {
		a, b := corners[i], corners[(i+1)%n]
		for j := range corners {
			if j != i && j != (i+1)%n && cross(b.sub(a), corners[j].sub(a)) <= 0 {
				return false
			}
		}
	}
	return true
}

// outline returns the shape of a piece, or reports its faults and returns false.
func (p *Piece) outline(f *env.Faults, path string) (shape, bool) {
	given := 0
	for _, n := range []int{len(p.Rect), len(p.Polygon), len(p.Circle)} {
		if n > 0 {
			given++
		}
	}
	if given != 1 {
		f.Add(path, fmt.Sprintf("%d outlines", given), "exactly one of rect, polygon and circle")
		return shape{}, false
	}
	before := len(*f)
	number := func(field string, i int, x float64) int32 {
		validLength(f, fmt.Sprintf("%s.%s[%d]", path, field, i), x, 0, maxSize)
		return int32(Inches(x))
	}
	switch {
	case len(p.Circle) > 0:
		if len(p.Circle) != 3 || p.Circle[2] <= 0 {
			f.Add(path+".circle", p.Circle, "x, y and a radius above 0")
			return shape{}, false
		}
		c := vec{number("circle", 0, p.Circle[0]), number("circle", 1, p.Circle[1])}
		r := Length(number("circle", 2, p.Circle[2]))
		return circle(c, r), len(*f) == before
	case len(p.Rect) > 0:
		if len(p.Rect) != 4 || p.Rect[2] <= 0 || p.Rect[3] <= 0 {
			f.Add(path+".rect", p.Rect, "x, y, and a width and depth above 0")
			return shape{}, false
		}
		var at [4]int32
		for i, x := range p.Rect {
			at[i] = number("rect", i, x)
		}
		x, y, w, d := at[0], at[1], at[2], at[3]
		if len(*f) > before {
			return shape{}, false
		}
		return polygon([]vec{{x, y}, {x + w, y}, {x + w, y + d}, {x, y + d}}), true
	}
	corners := make([]vec, len(p.Polygon))
	for i, c := range p.Polygon {
		corners[i] = vec{number(fmt.Sprintf("polygon[%d]", i), 0, c[0]), number(fmt.Sprintf("polygon[%d]", i), 1, c[1])}
	}
	if len(*f) > before {
		return shape{}, false
	}
	if !convex(corners) {
		f.Add(path+".polygon", p.Polygon, "3 to %d corners of a convex polygon, in order", maxCorners)
		return shape{}, false
	}
	return polygon(corners), true
}
