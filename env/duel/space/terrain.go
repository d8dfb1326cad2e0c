package space

import (
	"fmt"

	"ringer/env"
)

// Kind names the interactive rule that a type of terrain belongs to.
type Kind uint8

// The kinds of terrain. All but Gap behave as Plain unless the option for them
// is on.
const (
	Plain   Kind = iota
	Water        // DUEL-50: models inside have cover and may drown
	Fragile      // DUEL-51: breaks when shots at models inside miss
	Laser        // DUEL-52: hits a model that crosses it
	Tree         // DUEL-52: may be toppled
	Gap          // DUEL-54: a hole in the ground
	kinds
)

var kindNames = [kinds]string{"plain", "water", "fragile", "laser", "tree", "gap"}

func (k Kind) String() string { return kindNames[k] }

// MarshalText writes the word of a kind.
func (k Kind) MarshalText() ([]byte, error) { return []byte(kindNames[k]), nil }

// UnmarshalText reads the word of a kind.
func (k *Kind) UnmarshalText(text []byte) error {
	for i, name := range kindNames {
		if name == string(text) {
			*k = Kind(i)
			return nil
		}
	}
	return fmt.Errorf("want one of %v", kindNames)
}

// Type holds one row of the rule book's table of terrain (DUEL-2): its name, its
// answers to the three questions, and its measures. Lengths are in inches.
type Type struct {
	ID     string  `json:"id" yaml:"id,key"`
	Title  string  `json:"title,omitempty" yaml:"title"`
	Walk   bool    `json:"walk" yaml:"walk"`               // can you walk through it?
	See    bool    `json:"see" yaml:"see"`                 // can you see a model behind it?
	Cover  bool    `json:"cover" yaml:"cover"`             // does it provide cover?
	Stand  bool    `json:"stand,omitempty" yaml:"stand"`   // can a model stand on its top? (only when not walked through)
	Height float64 `json:"height" yaml:"height"`           // unless a piece says otherwise
	Depth  float64 `json:"depth,omitempty" yaml:"depth"`   // of a gap
	Aid    bool    `json:"aid,omitempty" yaml:"aid"`       // has a ladder or a rope: climbing costs half
	Kind   Kind    `json:"kind,omitzero" yaml:"kind"`      // which interactive rule it belongs to
	Native string  `json:"native,omitempty" yaml:"native"` // the terrain that a Hero can be native to (DUEL-15)
	Colour string  `json:"colour,omitempty" yaml:"colour"` // of drawings, as in CSS
	Symbol string  `json:"symbol,omitempty" yaml:"symbol"` // of maps in the terminal: one character
}

func (t *Type) validate(f *env.Faults, path string) {
	if t.ID == "" {
		f.Add(path+".id", `""`, "a name")
	}
	if !t.See && !t.Cover { // DUEL-25
		f.Add(path+".cover", t.Cover, "true: what cannot be seen through covers")
	}
	if t.Stand && t.Walk {
		f.Add(path+".stand", t.Stand, "false: what is walked through has no top")
	}
	validLength(f, path+".height", t.Height, 0, maxHeight)
	validLength(f, path+".depth", t.Depth, 0, maxHeight)
	switch t.Kind {
	case Gap:
		if t.Walk || !t.See || t.Cover || t.Stand || t.Height != 0 {
			f.Add(path+".kind", t.Kind, "walk, cover and stand false, see true and height 0 with a gap")
		}
	case Water, Laser:
		if !t.Walk {
			f.Add(path+".kind", t.Kind, "walk true with water and lasers")
		}
	case Tree:
		if t.Height <= 0 {
			f.Add(path+".kind", t.Kind, "a height above 0 with a tree")
		}
	}
	if t.Depth != 0 && t.Kind != Gap {
		f.Add(path+".depth", t.Depth, "0 with anything but a gap")
	}
	if len([]rune(t.Symbol)) > 1 {
		f.Add(path+".symbol", t.Symbol, "one character")
	}
}

// validLength tests a number of inches: in range, and a multiple of 1/100.
func validLength(f *env.Faults, path string, x, low, high float64) bool {
	if !(x >= low && x <= high) { // also when x is not a number
		f.Add(path, x, "a length from %g to %g inches", low, high)
		return false
	}
	if d := float64(x*100) - float64(int64(float64(x*100)+.5)); d > 1e-6 || d < -1e-6 {
		f.Add(path, x, "a multiple of 0.01 inches")
		return false
	}
	return true
}

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
