package space

import (
	"math"
	"math/bits"

	"ringer/env"
)

// Options set what a Scene precomputes.
type Options struct {
	// Radius bounds the block of offsets: the largest that any rule asks for.
	Radius Length
	// Bases lists the sizes of base in play.
	Bases []Base
	// Avoid lists the kinds of terrain that paths go around where the allowance
	// permits (DUEL-24): Water and Laser, as far as they are in play.
	Avoid []Kind
	// Climbing says whether a Move pays for heights (DUEL-44).
	Climbing bool
}

// Scene is a Map prepared for play: it holds facts about every point of the
// lattice and every straight leg that do not depend on models. It does not change
// and is safe for concurrent use.
type Scene struct {
	source Map
	compiled
	options Options
	disc    *Disc
	nx, ny  int     // points of the lattice
	steps   []int32 // by id: from the index of a point to the index at the offset

	// Sets of pieces, a bit each.
	blocking uint64 // not walked through
	avoid    uint64
	opaque   uint64 // not seen through
	cover    uint64
	closed   uint64 // walked through but not seen through
	standing uint64 // have a top to stand on
	aids     uint64 // have one and help to climb it
	kinds    [kinds]uint64
	spread   []float64 // by piece: radius of a circle around its box

	// By point of the lattice.
	height []int16  // of a base's feet, in units
	under  []uint64 // blocking pieces that hold the point
	holds  []uint64 // walked-through pieces that hold the point
	inside []uint64 // the ones of holds that a model there does not stand above

	tables [Bases]*baseFacts
	shades [7]*shades // by radius in quarter inches, while tables are made

	sights *Sights
}

// NewScene prepares a map for play. The error is env.Faults: every fault that
// Map.Validate reports.
func NewScene(m Map, o Options) (*Scene, error) {
	var f env.Faults
	c := m.compile(&f)
	if len(f) > 0 {
		return nil, f.Err()
	}
	if len(o.Bases) == 0 || o.Radius < c.step || o.Radius > 20*c.step && o.Radius > 10*Inch {
		panic("space: a scene needs bases, and a radius from a step to 10 inches")
	}
	s := newScene(m, c, o)
	s.validateWays(&f)
	if len(f) > 0 {
		return nil, f.Err()
	}
	s.prepareWays()
	s.sights = newSights(s)
	return s, nil
}

// prepareWays makes room for the Moves on the table without models: for all of them
// where they are few enough, else for usual ones. Where heights cost, of two ways as long
// the one that is found first counts, and which one that is depends on the allowance.
func (s *Scene) prepareWays() {
	walk := s.options.Radius
	if s.options.Climbing || s.Points()*s.disc.Len() > maxKnown {
		walk = min(walk, usualMove)
	}
	for _, t := range s.tables {
		if t != nil {
			t.known = s.newKnown(walk)
		}
	}
}

func newScene(m Map, c compiled, o Options) *Scene {
	s := &Scene{source: m, compiled: c, options: o, disc: NewDisc(o.Radius, c.step)}
	s.nx, s.ny = int(c.size.x/int32(c.step))+1, int(c.size.y/int32(c.step))+1
	for _, o := range s.disc.offsets {
		s.steps = append(s.steps, int32(o.Y)*int32(s.nx)+int32(o.X))
	}
	for i, t := range c.types {
		b := uint64(1) << i
		s.kinds[t.Kind] |= b
		for _, set := range []struct {
			in *uint64
			is bool
		}{{&s.blocking, !t.Walk}, {&s.opaque, !t.See}, {&s.cover, t.Cover}, {&s.closed, t.Walk && !t.See}, {&s.standing, t.Stand}, {&s.aids, t.Stand && t.Aid}} {
			if set.is {
				*set.in |= b
			}
		}
		box := c.shapes[i].top.sub(c.shapes[i].low)
		s.spread = append(s.spread, float64(math.Hypot(float64(box.x), float64(box.y))/2)+2)
	}
	for _, k := range o.Avoid {
		s.avoid |= s.kinds[k] &^ s.blocking
	}
	s.fillPoints()
	for _, b := range o.Bases {
		if s.tables[b] == nil {
			s.tables[b] = s.newBaseFacts(b)
		}
	}
	return s
}

func (s *Scene) fillPoints() {
	n := s.nx * s.ny
	s.height, s.under, s.holds, s.inside = make([]int16, n), make([]uint64, n), make([]uint64, n), make([]uint64, n)
	for i := range n {
		v := s.at(s.PointAt(i))
		for j := range s.shapes {
			if !s.shapes[j].contains(v) {
				continue
			}
			if s.blocking>>j&1 == 0 {
				s.holds[i] |= 1 << j
			} else {
				s.under[i] |= 1 << j
				s.height[i] = max(s.height[i], int16(s.tops[j]))
			}
		}
		s.inside[i] = s.among(s.holds[i], Length(s.height[i]))
	}
}

// among returns the part of a set of walked-through pieces that hold a model with
// its feet at a height, without those below it. On the ground that is all of them.
func (s *Scene) among(set uint64, feet Length) uint64 {
	if feet == 0 {
		return set
	}
	in := set
	for m := set; m != 0; m &= m - 1 {
		if j := bits.TrailingZeros64(m); s.tops[j] <= feet {
			in &^= 1 << j
		}
	}
	return in
}

// contactGap returns the widest gap between two bases in contact (DUEL-110).
func (s *Scene) contactGap() Length { return s.step / 2 }

// Map returns the scene's map. Its slices must not be written to.
func (s *Scene) Map() *Map { return &s.source }

// Disc returns the block of offsets that ids name.
func (s *Scene) Disc() *Disc { return s.disc }

// Step returns the distance of neighbouring points of the lattice, in units.
func (s *Scene) Step() Length { return s.step }

// Size returns the number of points of the lattice from west to east and from
// south to north, edges included.
func (s *Scene) Size() (nx, ny int) { return s.nx, s.ny }

// Points returns the number of points of the lattice.
func (s *Scene) Points() int { return s.nx * s.ny }

// PointAt returns the point with an index: row by row from the south, each row
// from the west. This is the lattice order of DUEL-24.
func (s *Scene) PointAt(i int) Point { return Point{int8(i % s.nx), int8(i / s.nx)} }

// Index returns the index of a point: the inverse of PointAt.
func (s *Scene) Index(p Point) int { return int(p.Y)*s.nx + int(p.X) }

// Holds reports whether the point belongs to the lattice.
func (s *Scene) Holds(p Point) bool {
	return p.X >= 0 && p.Y >= 0 && int(p.X) < s.nx && int(p.Y) < s.ny
}

// Corner returns the corners of the area, counter-clockwise from the south-west.
func (s *Scene) Corner(i int) Point {
	x, y := int8(s.nx-1), int8(s.ny-1)
	return [4]Point{{0, 0}, {x, 0}, {x, y}, {0, y}}[i]
}

// Objective returns the point of the treasure, the boss or the hill.
func (s *Scene) Objective() Point { return s.objective }

// SpawnPoints returns the map's spawn points. The slice belongs to the scene.
func (s *Scene) SpawnPoints() []Point { return s.spawns }

// Lights returns the map's lights of a Night Raid. The slice belongs to the scene.
func (s *Scene) Lights() []Point { return s.lights }

// Pieces returns the number of pieces on the map.
func (s *Scene) Pieces() int { return len(s.shapes) }

// TypeOf returns the type of piece i.
func (s *Scene) TypeOf(i int) *Type { return s.types[i] }

// TopOf returns the height of piece i, in units.
func (s *Scene) TopOf(i int) Length { return s.tops[i] }

// KindSet returns the set of pieces of a kind, a bit each.
func (s *Scene) KindSet(k Kind) uint64 { return s.kinds[k] }

// at returns the position of a point in units.
func (s *Scene) at(p Point) vec {
	return vec{int32(p.X) * int32(s.step), int32(p.Y) * int32(s.step)}
}

func (s *Scene) inBounds(t *baseFacts, p Point) bool {
	return int(p.X) >= t.low && int(p.Y) >= t.low && int(p.X) < s.nx-t.low && int(p.Y) < s.ny-t.low
}

func (s *Scene) table(b Base) *baseFacts {
	t := s.tables[b]
	if t == nil {
		panic("space: the scene was not made ready for bases that are " + b.String())
	}
	return t
}
