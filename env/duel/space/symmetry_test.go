package space

import (
	"testing"

	"github.com/stretchr/testify/require"

	"ringer/env"
)

// A symmetry maps the table to itself: to returns the image of a place of a map of
// this size.
type symmetry struct {
	name  string
	swaps bool // width and depth
	to    func(x, y, width, depth float64) (float64, float64)
}

var symmetries = []symmetry{
	{"mirror", false, func(x, y, width, _ float64) (float64, float64) { return width - x, y }},
	{"quarter turn", true, func(x, y, _, depth float64) (float64, float64) { return depth - y, x }},
}

// of returns the image of a map.
func (y symmetry) of(m Map) Map {
	n := m
	if y.swaps {
		n.Width, n.Depth = m.Depth, m.Width
	}
	to := func(a, b float64) (float64, float64) { return y.to(a, b, m.Width, m.Depth) }
	n.Objective[0], n.Objective[1] = to(m.Objective[0], m.Objective[1])
	n.Pieces = nil
	for _, p := range m.Pieces {
		if r := p.Rect; len(r) > 0 {
			p.Polygon = [][2]float64{{r[0], r[1]}, {r[0] + r[2], r[1]}, {r[0] + r[2], r[1] + r[3]}, {r[0], r[1] + r[3]}}
			p.Rect = nil
		}
		n.Pieces = append(n.Pieces, p.moved(to))
	}
	return n
}

func (y symmetry) point(p Point, m *Map) Point {
	a, b := y.to(float64(p.X), float64(p.Y), m.Width/m.Step, m.Depth/m.Step)
	return Point{int8(a), int8(b)}
}

func (y symmetry) models(models []Model, m *Map) []Model {
	out := make([]Model, len(models))
	for i, x := range models {
		x.At = y.point(x.At, m)
		out[i] = x
	}
	return out
}

func (y symmetry) field(f *Field, m *Map) *Field {
	g := &Field{Gone: f.Gone}
	for i := range f.Added() {
		a := f.logs[i]
		var c []vec
		for _, v := range a.corners {
			p, q := y.to(float64(v[0]), float64(v[1]), m.Width*float64(Inch), m.Depth*float64(Inch))
			c = append(c, vec{int32(p), int32(q)})
		}
		convex(c)
		for j := range c {
			a.corners[j] = [2]int16{int16(c[j].x), int16(c[j].y)}
		}
		g.Put(a)
	}
	for _, mob := range f.Mobs() {
		g.PutMob(Mob{At: y.point(mob.At, m), Radius: mob.Radius})
	}
	return g
}

// Mirroring and turning the table mirrors and turns, exactly: where models can
// stand, what they reach and at what cost, the edges over which they leave, what
// they see and what covers it. Sight is mutual. The tables hold terrain of every
// type, the two motions make up all eight symmetries of a square.
func TestSymmetry(t *testing.T) {
	types := map[string]int{}
	for i := range min(rounds(60), 20_000) {
		progress(t, i)
		rng := env.Stream(uint64(i), "symmetry")
		m := randomMap(rng)
		o := Options{Radius: 4 * Inch, Bases: everyBase, Avoid: []Kind{Water, Laser}[:rng.IntN(3)], Climbing: rng.IntN(2) == 0}
		c, err := tryCompile(m)
		require.NoError(t, err)
		s := newScene(m, c, o)
		for _, p := range m.Pieces {
			types[p.Type]++
		}
		f := randomField(rng, s)
		if rng.IntN(3) == 0 {
			f.PutMob(Mob{At: s.PointAt(rng.IntN(s.Points())), Radius: Inch * 5 / 2})
		}
		models := randomModels(rng, s, f, 6)
		if len(models) < 2 {
			continue
		}
		known := rng.IntN(3) == 0
		for _, y := range symmetries {
			turned := y.of(m)
			c, err := tryCompile(turned)
			require.NoError(t, err)
			s2 := newScene(turned, c, o)
			f2, models2 := y.field(f, &m), y.models(models, &m)
			if known {
				for _, x := range []*Scene{s, s2} {
					x.tables[models[0].Base].known = x.newKnown(2 * Inch)
				}
			}
			for range 40 {
				p, b := s.PointAt(rng.IntN(s.Points())), everyBase[rng.IntN(len(everyBase))]
				p2 := y.point(p, &m)
				require.Equal(t, s.Standable(p, b, f), s2.Standable(p2, b, f2), "scene %d, %s, %v", i, y.name, p)
				require.Equal(t, s.Height(p, f), s2.Height(p2, f2), "scene %d, %s, %v", i, y.name, p)
				require.Equal(t, s.Touched(p, b, f), s2.Touched(p2, b, f2))
				require.Equal(t, s.Beside(p, b, f), s2.Beside(p2, b, f2))
				require.Equal(t, s.Inside(p, f), s2.Inside(p2, f2))
			}
			for _, move := range []Move{{Allowance: 2 * Inch}, {Allowance: 3 * Inch, Leap: 2 * Inch, JumpWidth: 3 * Inch, JumpRise: Inch}} {
				r, r2 := NewReach(s), NewReach(s2)
				r.Find(models[0], move, f, models[1:])
				r2.Find(models2[0], move, f2, models2[1:])
				require.Equal(t, r.Count(), r2.Count(), "scene %d, %s", i, y.name)
				for _, id := range r.IDs(nil) {
					p := models[0].At.Add(s.Disc().Offset(int(id)))
					id2 := s2.Disc().ID(y.point(p, &m).Sub(models2[0].At))
					require.True(t, r2.Has(id2), "scene %d, %s, %v", i, y.name, p)
					require.Equal(t, r.Cost(int(id)), r2.Cost(id2), "scene %d, %s, %v", i, y.name, p)
				}
				for e := range Edge(Edges) {
					e2 := (e + 1) % Edges
					if y.name == "mirror" {
						e2 = [Edges]Edge{South, West, North, East}[e]
					}
					cost, ok := r.Exit(e)
					cost2, ok2 := r2.Exit(e2)
					require.Equal(t, ok, ok2, "scene %d, %s, leaving %v", i, y.name, e)
					require.Equal(t, cost, cost2)
				}
			}
			for a := range models {
				for b := range models {
					if a != b {
						view := s.Sight(models[a], models[b], f)
						require.Equal(t, view, s2.Sight(models2[a], models2[b], f2), "scene %d, %s", i, y.name)
						require.Equal(t, view.Sees, s.Sight(models[b], models[a], f).Sees, "scene %d: sight is mutual", i)
						require.Equal(t, view.Sees, s.Sees(models[b], models[a], f), "scene %d: sight is mutual", i)
						require.Equal(t, s.Range(models[a], models[b], f), s2.Range(models2[a], models2[b], f2))
						require.Equal(t, s.Contact(models[a], models[b], f), s2.Contact(models2[a], models2[b], f2))
					}
				}
			}
		}
	}
	b := board()
	for i := range b.Types {
		require.NotZero(t, types[b.Types[i].ID], "no %s on any table", b.Types[i].ID)
	}
}
