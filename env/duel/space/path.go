package space

import (
	"math"
	"math/bits"
	"slices"
)

// Path appends the turning points of the way to an offset that the last Find
// reached, from where the mover stood to the destination, both included.
func (r *Reach) Path(id int, dst []Point) []Point {
	if !r.Has(id) {
		panic("space: a path to an offset that is not reached")
	}
	start, d := r.mover.At, r.scene.disc
	if id == d.Origin() {
		return append(dst, start)
	}
	how := r.how[id]
	if how == leaping {
		return append(dst, start, start.Add(d.offsets[id]))
	}
	g := r.groupOf(id)
	r.solve(g, r.block(g, how&wading == 0))
	n := len(dst)
	dst = r.trace(id, how, dst)
	slices.Reverse(dst[n:])
	return dst
}

// trace appends the turning points of the last solve from an offset back to the
// start.
func (r *Reach) trace(id int, how way, dst []Point) []Point {
	start, d := r.mover.At, r.scene.disc
	for jumped := how&jumping != 0; jumped; {
		dst = append(dst, start.Add(d.offsets[id]))
		jumped = !r.took[id]
		id = int(r.source[id])
	}
	for ; id != d.Origin(); id = int(r.from[id]) {
		dst = append(dst, start.Add(d.offsets[id]))
	}
	return append(dst, start)
}

// Length of a path in inches, heights left out.
func (s *Scene) Length(path []Point) float64 {
	total := 0.0
	for i := 1; i < len(path); i++ {
		total += s.Distance(path[i-1], path[i])
	}
	return total
}

// Along gives the free point of the lattice nearest to where a model is after
// so many inches of a path, for interrupts (DUEL-14). Among several nearest the
// first in lattice order counts. At 0 and at the end of the path that is the
// point itself.
func (s *Scene) Along(path []Point, inches float64, m Model, f *Field, models []Model) Point {
	if inches <= 0 {
		return path[0]
	}
	for i := 1; i < len(path); i++ {
		leg := s.Distance(path[i-1], path[i])
		if inches <= leg {
			if inches == leg {
				return s.nearest(float64(path[i].X), float64(path[i].Y), m, f, models)
			}
			t := inches / leg
			x := float64(path[i-1].X) + t*float64(path[i].X-path[i-1].X)
			y := float64(path[i-1].Y) + t*float64(path[i].Y-path[i-1].Y)
			return s.nearest(x, y, m, f, models)
		}
		inches -= leg
	}
	return path[len(path)-1]
}

// nearest finds the free lattice point nearest to x, y in steps; when there is
// none at all, where the model is.
func (s *Scene) nearest(x, y float64, m Model, f *Field, models []Model) Point {
	best, at := inf, m.At
	for ring := 0; ring < max(s.nx, s.ny); ring++ {
		if float64(ring)-1 > best {
			break
		}
		cx, cy := int(math.Round(x)), int(math.Round(y))
		for dy := -ring; dy <= ring; dy++ {
			for dx := -ring; dx <= ring; dx++ {
				if max(dx, -dx, dy, -dy) != ring {
					continue
				}
				px, py := cx+dx, cy+dy
				if px < 0 || py < 0 || px >= s.nx || py >= s.ny {
					continue
				}
				p := Point{int8(px), int8(py)}
				ex, ey := float64(px)-x, float64(py)-y
				e := math.Sqrt(ex*ex + ey*ey)
				if e > best+slack || e > best-slack && s.Index(p) > s.Index(at) {
					continue
				}
				if s.Free(Model{At: p, Base: m.Base, Prone: m.Prone}, f, models) {
					best, at = min(e, best), p
				}
			}
		}
	}
	return at
}

// Swept says whether a base that goes along a path passes over a round token on
// a point, and after how many inches it comes to it (DUEL-24).
func (s *Scene) Swept(path []Point, b Base, token Point, radius Length) (inches float64, ok bool) {
	o := circle(s.at(token), radius)
	return s.sweptAfter(path, b, &o)
}

// Crossed says whether a base that goes along a path passes over piece i of the
// map, and after how many inches it comes to it.
func (s *Scene) Crossed(path []Point, b Base, i int) (inches float64, ok bool) {
	return s.sweptAfter(path, b, &s.shapes[i])
}

func (s *Scene) sweptAfter(path []Point, b Base, o *shape) (inches float64, ok bool) {
	r := b.Radius()
	if at := s.at(path[0]); o.swept(at, at, r) {
		return 0, true
	}
	for i := 1; i < len(path); i++ {
		p, q := s.at(path[i-1]), s.at(path[i])
		leg := s.Distance(path[i-1], path[i])
		if !o.swept(p, q, r) {
			inches += leg
			continue
		}
		low, high := 0.0, 1.0 // clear up to low, touched by high
		for range 12 {
			mid := (low + high) / 2
			m := vec{p.x + int32(math.Round(mid*float64(q.x-p.x))), p.y + int32(math.Round(mid*float64(q.y-p.y)))}
			if o.swept(p, m, r) {
				high = mid
			} else {
				low = mid
			}
		}
		return inches + high*leg, true
	}
	return inches, false
}

// climbed is what the heights along the way to an offset cost, in steps: two
// inches for every inch up or down, one where there is a climbing aid (DUEL-44).
// With jumping, the best single jump is free: over a dip no wider than what has
// been moved before, up by JumpRise, or down at one for one (DUEL-54).
func (r *Reach) climbed(id int, how way) float64 {
	var points [64]Point
	back := r.trace(id, how, points[:0])
	slices.Reverse(back)
	set := (r.table.over[r.scene.Index(r.mover.At)] | r.table.over[r.scene.Index(back[len(back)-1])]) & r.scene.standing &^ r.field.Gone
	p := profile{height: r.feet}
	_, p.aid = r.surface(r.scene.at(r.mover.At), set)
	for i := 1; i < len(back); i++ {
		r.climbLeg(&p, back[i-1], back[i], set)
	}
	return (p.cost - r.saved(&p)) / float64(r.scene.step)
}

// A profile is the heights along a way.
type profile struct {
	height Length
	aid    bool // what it stands on has a climbing aid
	moved  float64
	cost   float64
	n      int
	steps  [16]climb
}

// A climb is one change of height.
type climb struct {
	from, to Length
	at       float64 // after so many units
	cost     float64
}

func (r *Reach) climbLeg(p *profile, a, b Point, set uint64) {
	s := r.scene
	va, vb := s.at(a), s.at(b)
	var cuts [2*MaxPieces + 2]float64
	n := 0
	for m := set; m != 0; m &= m - 1 {
		if in, out := s.shapes[bits.TrailingZeros64(m)].span(va, vb); in < out {
			cuts[n], cuts[n+1] = in, out
			n += 2
		}
	}
	cuts[n], cuts[n+1] = 0, 1
	n += 2
	slices.Sort(cuts[:n])
	length := math.Sqrt(float64(square(vb.sub(va))))
	for i := 1; i < n; i++ {
		mid := (cuts[i-1] + cuts[i]) / 2
		if cuts[i]-cuts[i-1] < 1e-9 {
			continue
		}
		h, aid := Length(0), false
		for m := set; m != 0; m &= m - 1 {
			j := bits.TrailingZeros64(m)
			if in, out := s.shapes[j].span(va, vb); in < mid && mid < out && s.tops[j] > h {
				h, aid = s.tops[j], s.types[j].Aid
			}
		}
		p.change(h, p.moved+cuts[i-1]*length, aid)
	}
	p.moved += length
	h, aid := r.surface(vb, set)
	p.change(h, p.moved, aid)
}

// surface is the highest top of the set that holds a position, and whether it
// has a climbing aid.
func (r *Reach) surface(v vec, set uint64) (h Length, aid bool) {
	s := r.scene
	for m := set; m != 0; m &= m - 1 {
		if j := bits.TrailingZeros64(m); s.tops[j] > h && s.shapes[j].contains(v) {
			h, aid = s.tops[j], s.types[j].Aid
		}
	}
	for j := range r.field.Added() {
		if a := &r.field.logs[j]; a.stand && a.Top() > h && r.bodies[j].contains(v) {
			h, aid = a.Top(), false
		}
	}
	return h, aid
}

// change enters that the surface has another height; the higher one is climbed.
func (p *profile) change(to Length, at float64, aid bool) {
	helped := aid
	if to < p.height {
		helped = p.aid
	}
	p.aid = aid
	if to == p.height {
		return
	}
	d := float64(max(to-p.height, p.height-to))
	if !helped {
		d *= 2
	}
	if p.n < len(p.steps) {
		p.steps[p.n] = climb{from: p.height, to: to, at: at, cost: d}
		p.n++
	}
	p.cost += d
	p.height = to
}

// saved is what the best single jump saves.
func (r *Reach) saved(p *profile) float64 {
	if r.move.JumpWidth == 0 {
		return 0
	}
	best := 0.0
	for i, c := range p.steps[:p.n] {
		switch {
		case c.to < c.from:
			best = max(best, c.cost-float64(c.from-c.to))
			if i+1 < p.n {
				up := p.steps[i+1]
				if wide := up.at - c.at; up.to-c.from <= r.move.JumpRise && wide <= c.at+slack && wide <= float64(r.move.JumpWidth)+slack {
					best = max(best, c.cost+up.cost)
				}
			}
		case c.to-c.from <= r.move.JumpRise:
			best = max(best, c.cost)
		}
	}
	return best
}
