package space

import (
	"fmt"
	"math"

	"ringer/env"
)

// Limits of a Map.
const (
	MaxPieces    = 64 // of terrain
	MinSize      = 6  // inches
	MaxSize      = 48 // inches
	maxSize      = MaxSize
	maxHeight    = 24.0
	maxSpots     = 16
	slack        = 1e-9 // steps: what rounding may add to the length of a path
	deployRadius = 4 * Inch
)

// Symmetries of a map (DUEL-2): it looks the same from two opposite corners
// (half), from all four (quarter), or the same from none.
const (
	SymmetryNone    = "none"
	SymmetryHalf    = "half"
	SymmetryQuarter = "quarter"
)

// Spot holds the x and y of a place on a map, in inches.
type Spot [2]float64

// Map describes a table: its size, the types of terrain and the pieces, and the
// places that scenarios use. Lengths are in inches. Lists of types and maps are
// decoded from configs/games/duel/terrain and .../maps.
type Map struct {
	Title    string  `json:"title,omitempty" yaml:"title"`
	About    string  `json:"about,omitempty" yaml:"about"`
	Width    float64 `json:"width" yaml:"width"`       // west to east
	Depth    float64 `json:"depth" yaml:"depth"`       // south to north
	Step     float64 `json:"step" yaml:"step"`         // of the lattice: 0.5 or 1
	Symmetry string  `json:"symmetry" yaml:"symmetry"` // none, half or quarter; tested

	Objective   Spot   `json:"objective" yaml:"objective"` // treasure, boss, hill; 0, 0 is the centre
	SpawnPoints []Spot `json:"spawn_points,omitempty" yaml:"spawn_points"`
	Lights      []Spot `json:"lights,omitempty" yaml:"lights"` // DUEL-107

	Types  []Type  `json:"types,omitempty" yaml:"types"`
	Pieces []Piece `json:"pieces,omitempty" yaml:"pieces"`
}

// Plains returns an empty table of the rule book's size.
func Plains() Map {
	return Map{Title: "Plains", Width: 12, Depth: 12, Step: 0.5, Symmetry: SymmetryQuarter}
}

// Centre returns the centre of the area, in inches.
func (m *Map) Centre() Spot { return Spot{m.Width / 2, m.Depth / 2} }

// ObjectiveSpot returns the place of the objective, in inches.
func (m *Map) ObjectiveSpot() Spot {
	if m.Objective == (Spot{}) {
		return m.Centre()
	}
	return m.Objective
}

// Corner returns the corners of the area in inches, counter-clockwise from the
// south-west.
func (m *Map) Corner(i int) Spot {
	return [4]Spot{{0, 0}, {m.Width, 0}, {m.Width, m.Depth}, {0, m.Depth}}[i]
}

// Validate reports every fault as env.Faults, with paths such as
// pieces[3].polygon. When the parts are right, it also tests whether the largest
// base can walk between all corners, the objective and the spawn points
// (DUEL-119).
func (m Map) Validate() error {
	var f env.Faults
	c := m.compile(&f)
	if len(f) == 0 {
		scene := newScene(m, c, Options{Radius: 2 * c.step, Bases: []Base{Large}})
		scene.validateWays(&f)
	}
	return f.Err()
}

// compiled holds a Map in units of Length.
type compiled struct {
	size      vec
	step      Length
	shapes    []shape
	tops      []Length
	types     []*Type
	objective Point
	spawns    []Point
	lights    []Point
}

func (m *Map) compile(f *env.Faults) compiled {
	c := compiled{}
	if m.Step != 0.5 && m.Step != 1 {
		f.Add("step", m.Step, "0.5 or 1")
		return c
	}
	c.step = Inches(m.Step)
	for _, side := range []struct {
		path string
		x    float64
	}{{"width", m.Width}, {"depth", m.Depth}} {
		if !(side.x >= MinSize && side.x <= MaxSize) || math.Mod(side.x, m.Step) != 0 {
			f.Add(side.path, side.x, "a multiple of step from %d to %d inches", MinSize, MaxSize)
		}
	}
	if len(*f) > 0 {
		return c
	}
	c.size = vec{int32(Inches(m.Width)), int32(Inches(m.Depth))}
	c.objective = m.spot(f, "objective", m.ObjectiveSpot())
	c.spawns = m.spots(f, "spawn_points", m.SpawnPoints)
	c.lights = m.spots(f, "lights", m.Lights)
	m.compilePieces(f, &c)
	if len(*f) == 0 {
		m.validateSymmetry(f, &c)
	}
	return c
}

func (m *Map) compilePieces(f *env.Faults, c *compiled) {
	types := map[string]int{}
	for i := range m.Types {
		path := fmt.Sprintf("types[%d]", i)
		m.Types[i].validate(f, path)
		if j, twice := types[m.Types[i].ID]; twice {
			f.Add(path+".id", m.Types[i].ID, "a name of its own (types[%d] has it)", j)
		}
		types[m.Types[i].ID] = i
	}
	if len(m.Pieces) > MaxPieces {
		f.Add("pieces", len(m.Pieces), "at most %d", MaxPieces)
	}
	for i := range m.Pieces {
		p, path := &m.Pieces[i], fmt.Sprintf("pieces[%d]", i)
		t, known := types[p.Type]
		if !known {
			f.Add(path+".type", p.Type, "one of the types: %s", m.typeNames())
			continue
		}
		validLength(f, path+".height", p.Height, 0, maxHeight)
		height := p.Height
		if height == 0 {
			height = m.Types[t].Height
		} else if m.Types[t].Kind == Gap {
			f.Add(path+".height", height, "none: a gap has no height")
		}
		s, ok := p.outline(f, path)
		if ok && (s.low.x < 0 || s.low.y < 0 || s.top.x > c.size.x || s.top.y > c.size.y) {
			f.Add(path, "leaves the area", "all of it within %g by %g inches", m.Width, m.Depth)
		}
		c.shapes = append(c.shapes, s)
		c.tops = append(c.tops, Inches(height))
		c.types = append(c.types, &m.Types[t])
	}
}

func (m *Map) typeNames() string {
	s := ""
	for i := range m.Types {
		if i > 0 {
			s += ", "
		}
		s += m.Types[i].ID
	}
	if s == "" {
		return "none are given"
	}
	return s
}

func (m *Map) spots(f *env.Faults, path string, spots []Spot) []Point {
	if len(spots) > maxSpots {
		f.Add(path, len(spots), "at most %d", maxSpots)
		return nil
	}
	points := make([]Point, len(spots))
	for i, s := range spots {
		points[i] = m.spot(f, fmt.Sprintf("%s[%d]", path, i), s)
	}
	return points
}

func (m *Map) spot(f *env.Faults, path string, s Spot) Point {
	x, y := s[0]/m.Step, s[1]/m.Step
	if !(s[0] >= 0 && s[1] >= 0 && s[0] <= m.Width && s[1] <= m.Depth) || x != math.Trunc(x) || y != math.Trunc(y) {
		f.Add(path, s, "a point of the lattice: multiples of %g within the area", m.Step)
		return Point{}
	}
	return Point{int8(x), int8(y)}
}

// validateSymmetry tests that the map has the symmetry that it names.
func (m *Map) validateSymmetry(f *env.Faults, c *compiled) {
	var turn func(v vec) vec
	switch m.Symmetry {
	case SymmetryNone, "":
		return
	case SymmetryHalf:
		turn = func(v vec) vec { return vec{c.size.x - v.x, c.size.y - v.y} }
	case SymmetryQuarter:
		if m.Width != m.Depth {
			f.Add("symmetry", m.Symmetry, "%s or %s: only a square looks the same from four corners", SymmetryNone, SymmetryHalf)
			return
		}
		turn = func(v vec) vec { return vec{c.size.y - v.y, v.x} }
	default:
		f.Add("symmetry", m.Symmetry, "%s, %s or %s", SymmetryNone, SymmetryHalf, SymmetryQuarter)
		return
	}
	for i := range c.shapes {
		turned := c.shapes[i].moved(turn)
		found := false
		for j := range c.shapes {
			if c.types[i] == c.types[j] && c.tops[i] == c.tops[j] && turned.same(&c.shapes[j]) {
				found = true
				break
			}
		}
		if !found {
			f.Add(fmt.Sprintf("pieces[%d]", i), m.Pieces[i].Type, "a piece like it where it comes to lie when the table is turned (symmetry: %s)", m.Symmetry)
		}
	}
	at := func(p Point) vec { return vec{int32(p.X) * int32(c.step), int32(p.Y) * int32(c.step)} }
	for _, list := range []struct {
		path   string
		points []Point
	}{{"objective", []Point{c.objective}}, {"spawn_points", c.spawns}, {"lights", c.lights}} {
		for i, p := range list.points {
			found := false
			for _, q := range list.points {
				found = found || at(q) == turn(at(p))
			}
			if !found {
				f.Add(fmt.Sprintf("%s[%d]", list.path, i), p, "one where it comes to lie when the table is turned (symmetry: %s)", m.Symmetry)
			}
		}
	}
}

// moved returns the shape under a map of the table that keeps distances.
func (s *shape) moved(to func(vec) vec) shape {
	if s.n == 0 {
		return circle(to(s.centre), s.radius)
	}
	corners := make([]vec, s.n)
	for i := range corners {
		corners[i] = to(s.v[i])
	}
	convex(corners)
	return polygon(corners)
}

// same reports whether two shapes cover the same ground.
func (s *shape) same(t *shape) bool {
	if s.n != t.n {
		return false
	}
	if s.n == 0 {
		return s.centre == t.centre && s.radius == t.radius
	}
	for shift := range s.n {
		equal := true
		for i := range s.n {
			equal = equal && s.v[i] == t.v[(i+shift)%s.n]
		}
		if equal {
			return true
		}
	}
	return false
}
