package space

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"ringer/env"
)

// rounds returns the number of random scenes that a test tries.
func rounds(quick int) int {
	if os.Getenv("RINGER_LONG") == "1" {
		return 100_000
	}
	return quick
}

// progress logs how many scenes a long run has tried.
func progress(t *testing.T, scene int) {
	if scene > 0 && scene%5000 == 0 {
		t.Logf("%d scenes so far", scene)
	}
}

// randomMap returns a small table full of terrain, most of it aligned. Its types
// are drawn from use, or from all.
func randomMap(rng *rand.Rand, use ...string) Map {
	m := board()
	if len(use) == 0 {
		for _, t := range m.Types {
			use = append(use, t.ID)
		}
	}
	m.Width, m.Depth = 6+float64(rng.IntN(3)), 6+float64(rng.IntN(3))
	if m.Step = 0.5; rng.IntN(3) == 0 {
		m.Step = 1
	}
	m.Objective = Spot{1, 1}
	for range rng.IntN(7) {
		p := Piece{Type: use[rng.IntN(len(use))]}
		grid := []float64{0.5, 0.25, 0.01}[rng.IntN(3)]
		length := func(low, high float64) float64 {
			return math.Round((math.Round((low+rng.Float64()*(high-low))/grid)*grid)*100) / 100
		}
		switch rng.IntN(3) {
		case 0:
			w, d := length(0.5, 3), length(0.5, 3)
			p.Rect = []float64{length(0, m.Width-w), length(0, m.Depth-d), w, d}
		case 1:
			r := length(0.5, 1.2)
			p.Circle = []float64{length(r, m.Width-r), length(r, m.Depth-r), r}
		default:
			x, y := length(0, m.Width-3), length(0, m.Depth-3)
			for range 3 + rng.IntN(2) {
				p.Polygon = append(p.Polygon, [2]float64{math.Round((x+length(0, 2.9))*100) / 100, math.Round((y+length(0, 2.9))*100) / 100})
			}
		}
		if rng.IntN(4) == 0 && p.Type != "gap" {
			p.Height = length(0.5, 2.5)
		}
		m.Pieces = append(m.Pieces, p)
		if _, err := tryCompile(m); err != nil {
			m.Pieces = m.Pieces[:len(m.Pieces)-1]
		}
	}
	return m
}

func tryCompile(m Map) (compiled, error) {
	var f env.Faults
	c := m.compile(&f)
	return c, f.Err()
}

// randomScene returns a random table, which need not be fair.
func randomScene(rng *rand.Rand, o Options, use ...string) *Scene {
	m := randomMap(rng, use...)
	c, err := tryCompile(m)
	if err != nil {
		panic(err)
	}
	return newScene(m, c, o)
}

func randomField(rng *rand.Rand, s *Scene) *Field {
	f := &Field{}
	if rng.IntN(3) == 0 && s.Pieces() > 0 {
		f.Remove(rng.IntN(s.Pieces()))
	}
	if rng.IntN(3) == 0 {
		x, y := int16(rng.IntN(1000)), int16(rng.IntN(1000))
		w, d := int16(50+rng.IntN(200)), int16(50+rng.IntN(200))
		f.Put(Added{corners: [4][2]int16{{x, y}, {x + w, y}, {x + w, y + d}, {x, y + d}}, top: int16(100 + rng.IntN(200)), see: rng.IntN(2) == 0, stand: rng.IntN(2) == 0})
	}
	return f
}

// randomModels returns n models on free points, drawn at random.
func randomModels(rng *rand.Rand, s *Scene, f *Field, n int) []Model {
	var models []Model
	for range 20 * n {
		m := Model{At: s.PointAt(rng.IntN(s.Points())), Base: s.options.Bases[rng.IntN(len(s.options.Bases))], Prone: rng.IntN(3) == 0}
		if len(models) < n && s.Free(m, f, models) {
			models = append(models, m)
		}
	}
	return models
}

// dumb answers the queries of a Scene slowly, from the definitions.
type dumb struct {
	s   *Scene
	f   *Field
	all []body
}

func newDumb(s *Scene, f *Field) dumb { return dumb{s, f, listBodies(s, f)} }

// body is anything solid on the table.
type body struct {
	o                            shape
	top                          Length
	blocks, stand, opaque, cover bool
	avoid                        bool
	piece                        int // -1: added in play
}

func listBodies(s *Scene, f *Field) (all []body) {
	for i, t := range s.types {
		if f.Gone>>i&1 == 0 {
			all = append(all, body{
				o: s.shapes[i], top: s.tops[i], blocks: !t.Walk, stand: t.Stand, opaque: !t.See, cover: t.Cover,
				avoid: s.avoid>>i&1 != 0, piece: i,
			})
		}
	}
	for i := range f.Added() {
		a := &f.logs[i]
		all = append(all, body{o: a.shape(), top: a.Top(), blocks: true, stand: a.stand, opaque: !a.see, cover: true, piece: -1})
	}
	return all
}

// fvec is a point or vector in units, as floating-point numbers.
type fvec struct{ x, y float64 }

func fl(v vec) fvec { return fvec{float64(v.x), float64(v.y)} }

func segmentDistance(p, a, b fvec) float64 {
	dx, dy := b.x-a.x, b.y-a.y
	t := 0.0
	if l := dx*dx + dy*dy; l > 0 {
		t = min(1, max(0, ((p.x-a.x)*dx+(p.y-a.y)*dy)/l))
	}
	return math.Hypot(p.x-a.x-t*dx, p.y-a.y-t*dy)
}

// distance returns the distance from a segment to a shape, 0 inside.
func (b *body) distance(p, q vec) float64 {
	if b.o.n == 0 {
		return max(0, segmentDistance(fl(b.o.centre), fl(p), fl(q))-float64(b.o.radius))
	}
	// The part of the segment inside all half planes, if any.
	low, high := 0.0, 1.0
	for i := range b.o.n {
		u, v := fl(b.o.v[i]), fl(b.o.v[(i+1)%b.o.n])
		side := func(w vec) float64 {
			return (v.x-u.x)*(float64(w.y)-u.y) - (v.y-u.y)*(float64(w.x)-u.x)
		}
		f0, f1 := side(p), side(q)
		switch {
		case f0 < 0 && f1 < 0:
			low, high = 1, 0
		case f0 < 0:
			low = max(low, f0/(f0-f1))
		case f1 < 0:
			high = min(high, f0/(f0-f1))
		}
	}
	if low <= high {
		return 0
	}
	best := math.Inf(1)
	for i := range b.o.n {
		u, v := fl(b.o.v[i]), fl(b.o.v[(i+1)%b.o.n])
		best = min(best, segmentDistance(u, fl(p), fl(q)), segmentDistance(fl(p), u, v), segmentDistance(fl(q), u, v))
	}
	return best
}

const tiny = 1e-7

func (b *body) overlaps(p, q vec, r Length) bool { return b.distance(p, q) < float64(r)-tiny }
func (b *body) holds(p vec) bool                 { return b.distance(p, p) < tiny }

func (d dumb) height(p Point) Length {
	h := Length(0)
	for _, b := range d.all {
		if b.blocks && b.holds(d.s.at(p)) {
			h = max(h, b.top)
		}
	}
	return h
}

func (d dumb) standable(p Point, base Base) bool {
	v, r, h := d.s.at(p), base.Radius(), d.height(p)
	if v.x < int32(r) || v.y < int32(r) || v.x > d.s.size.x-int32(r) || v.y > d.s.size.y-int32(r) {
		return false
	}
	for _, b := range d.all {
		if b.blocks && b.overlaps(v, v, r) && (b.top > h || b.top == 0 && !b.stand) {
			return false
		}
	}
	if h == 0 {
		return true
	}
	for k := range 9 {
		w := v
		if k > 0 { // the circle of half the radius, cut to whole units
			sin, cos := math.Sincos(float64(k) * math.Pi / 4)
			w.x += int32(math.Round(cos*1e6) / 1e6 * float64(r) / 2)
			w.y += int32(math.Round(sin*1e6) / 1e6 * float64(r) / 2)
		}
		found := false
		for _, b := range d.all {
			found = found || b.blocks && b.stand && b.top == h && b.holds(w)
		}
		if !found {
			return false
		}
	}
	return true
}

// hidesExactly reports whether a ray passes through the inside of a body, by exact
// fractions.
func (b *body) hidesExactly(r *ray) bool {
	rat := func(x int64) *big.Rat { return new(big.Rat).SetInt64(x) }
	low, high := rat(0), rat(1)
	za, zb, top := rat(int64(r.za)), rat(int64(r.zb)), rat(int64(b.top))
	z := func(t *big.Rat) *big.Rat {
		x := new(big.Rat).Sub(zb, za)
		return x.Add(za, x.Mul(x, t))
	}
	if b.o.n > 0 {
		for i := range b.o.n {
			u, v := b.o.v[i], b.o.v[(i+1)%b.o.n]
			f0 := cross(v.sub(u), r.a.sub(u))
			f1 := cross(v.sub(u), r.b.sub(u))
			if f0 == f1 {
				if f0 <= 0 {
					return false
				}
				continue
			}
			t := big.NewRat(f0, f0-f1) // where it crosses the line
			if f1 > f0 {
				if t.Cmp(low) > 0 {
					low = t
				}
			} else if t.Cmp(high) < 0 {
				high = t
			}
		}
		if low.Cmp(high) >= 0 {
			return false
		}
		return z(low).Cmp(top) < 0 || z(high).Cmp(top) < 0
	}
	// The part of the ray under the top, then its point nearest to the centre.
	if r.za >= b.top && r.zb >= b.top {
		return false
	}
	if r.za != r.zb {
		t := new(big.Rat).Quo(new(big.Rat).Sub(top, za), new(big.Rat).Sub(zb, za))
		if r.za >= b.top && t.Cmp(low) > 0 {
			low = t
		}
		if r.zb >= b.top && t.Cmp(high) < 0 {
			high = t
		}
	}
	if low.Cmp(high) >= 0 {
		return false
	}
	dir, e := r.b.sub(r.a), b.o.centre.sub(r.a)
	t := low
	if n := square(dir); n > 0 {
		if t = big.NewRat(dot(e, dir), n); t.Cmp(low) < 0 {
			t = low
		}
		if t.Cmp(high) > 0 {
			t = high
		}
	}
	off := func(e, d int32) *big.Rat {
		x := new(big.Rat).Mul(rat(int64(d)), t)
		x.Sub(x, rat(int64(e)))
		return x.Mul(x, x)
	}
	sum := off(e.x, dir.x)
	sum.Add(sum, off(e.y, dir.y))
	return sum.Cmp(rat(int64(b.o.radius)*int64(b.o.radius))) < 0
}

// sight applies the rulings on sight and cover one by one.
func (d dumb) sight(a, b Model) View {
	s := d.s
	all := slices.Clone(d.all)
	for i := range d.f.Mobs() {
		m := d.f.mobs[i]
		all = append(all, body{o: circle(s.at(m.At), m.Radius), top: StandingHeight, opaque: true, cover: true, piece: -1})
	}
	inside := func(m Model, b *body) bool {
		h := d.height(m.At)
		return b.piece >= 0 && !b.blocks && b.holds(s.at(m.At)) && (h < b.top || h == 0)
	}
	beside := func(m Model, b *body) bool {
		v := s.at(m.At)
		return b.piece >= 0 && b.distance(v, v) <= float64(m.Base.Radius()+s.step/2)+tiny
	}
	covered := func(m Model, b *body) bool {
		return b.cover && (inside(m, b) || beside(m, b) && b.top > d.height(m.At))
	}
	touching := false
	var screens []body
	for _, x := range all {
		closed := x.piece >= 0 && !x.blocks && x.opaque
		ia, ib := inside(a, &x), inside(b, &x)
		if closed && ia != ib {
			return View{Cover: FullCover}
		}
		own := beside(a, &x) || ia
		if covered(b, &x) {
			touching = touching || !own
			if own {
				x.cover = false
			}
		}
		if covered(a, &x) {
			x.cover = false
		}
		if closed && ia {
			continue
		}
		screens = append(screens, x)
	}
	look := func(a, b Model) (plain int, seen bool) {
		fan := s.fan(a, b, d.f)
		for _, p := range fan.points {
			for _, z := range fan.levels {
				r := ray{a: fan.eye, b: p, za: fan.z, zb: z}
				hidden, blocked := false, false
				for i := range screens {
					if screens[i].hidesExactly(&r) {
						hidden = hidden || screens[i].cover
						blocked = blocked || screens[i].opaque
					}
				}
				if !hidden {
					plain++
				}
				seen = seen || !blocked
			}
		}
		return plain, seen
	}
	plain, seen := look(a, b)
	_, back := look(b, a)
	if !seen && !back {
		return View{Cover: FullCover}
	}
	v := View{Sees: true, Visible: uint8(plain)}
	hidden := 9 - plain
	switch {
	case !seen || hidden > 4:
		v.Cover = HeavyCover
	case hidden > 0 || touching:
		v.Cover = LightCover
	}
	return v
}
