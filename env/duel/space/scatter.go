package space

import (
	"fmt"
	"math"

	"ringer/env"
)

// Scatter sets the parameters of a random map: scatter terrain, each piece no
// larger than a CD, fair by symmetry (DUEL-2). A half turn maps the table to
// itself with two players, a quarter turn with three or four.
type Scatter struct {
	Width, Depth float64 // inches
	Step         float64 // of the lattice: 0.5 or 1
	Players      int     // 2 to 4
	Types        []Type  // terrain: plain types that rise above the ground, and trees, are placed
}

// maxDraws bounds the draws of a whole map before Draw reports a fault.
const maxDraws = 200

// Sizes of scattered pieces in inches.
const (
	discSize   = 5.0 // the CD of the rule book
	cornerRoom = 2.0 // radius around a corner that is left free
	laneRoom   = 0.3 // between two pieces
)

// Draw returns the map of a seed: the same for the same Scatter and seed on every
// machine. Maps with places that the largest base cannot reach are drawn anew
// (DUEL-119). The error is env.Faults.
func (o Scatter) Draw(seed uint64) (Map, error) {
	var f env.Faults
	use := o.validate(&f)
	if len(f) > 0 {
		return Map{}, f.Err()
	}
	var last error
	for draw := range uint64(maxDraws) {
		m := o.draw(use, env.Stream(seed, purposeScatter, draw))
		if last = m.Validate(); last == nil {
			m.Title = fmt.Sprintf("Scatter %d", seed)
			return m, nil
		}
	}
	f.Add("seed", seed, "another: none of %d maps drawn leaves ways between the corners; the last: %v", maxDraws, last)
	return Map{}, f.Err()
}

func (o *Scatter) validate(f *env.Faults) []*Type {
	if o.Players < 2 || o.Players > 4 {
		f.Add("players", o.Players, "2 to 4")
	}
	if o.Players > 2 && o.Width != o.Depth {
		f.Add("depth", o.Depth, "the width %g: only a square is fair to %d players", o.Width, o.Players)
	}
	empty := Map{Width: o.Width, Depth: o.Depth, Step: o.Step, Symmetry: SymmetryNone, Types: o.Types}
	empty.compile(f)
	var use []*Type
	for i := range o.Types {
		if t := &o.Types[i]; t.Height > 0 && (t.Kind == Plain || t.Kind == Tree) {
			use = append(use, t)
		}
	}
	if len(use) == 0 && len(*f) == 0 {
		f.Add("types", len(o.Types), "at least one type of terrain that rises above the ground, or a tree")
	}
	return use
}

func (o *Scatter) draw(use []*Type, rng env.Rand) Map {
	m := Map{Width: o.Width, Depth: o.Depth, Step: o.Step, Symmetry: SymmetryHalf, Types: o.Types}
	images := 2
	if o.Players > 2 {
		m.Symmetry, images = SymmetryQuarter, 4
	}
	want := min(MaxPieces, int(math.Round(o.Width*o.Depth/12))) // twelve to a square foot
	var taken []ring
	for tries := 0; tries < 60*want && len(m.Pieces)+images <= want; tries++ {
		t := use[rng.IntN(len(use))]
		p, at := o.piece(t, rng)
		orbit, rings := []Piece{p}, []ring{at}
		for len(orbit) < images {
			last, r := orbit[len(orbit)-1], rings[len(rings)-1]
			if images == 2 {
				last, r = last.turned(m.Width, m.Depth), ring{m.Width - r.x, m.Depth - r.y, r.r}
			} else {
				last, r = last.quarter(m.Width), ring{m.Width - r.y, r.x, r.r}
			}
			orbit, rings = append(orbit, last), append(rings, r)
		}
		if o.fits(t, rings, taken) {
			m.Pieces, taken = append(m.Pieces, orbit...), append(taken, rings...)
		}
	}
	return m
}

// A ring is a circle around a piece, in inches.
type ring struct{ x, y, r float64 }

func (r ring) gap(s ring) float64 { return math.Hypot(r.x-s.x, r.y-s.y) - r.r - s.r }

// fits reports whether the images of a piece keep off the edges, the corners, one
// another and the pieces in taken. Blocking pieces also keep off the objective.
func (o *Scatter) fits(t *Type, rings, taken []ring) bool {
	for i, r := range rings {
		if r.x < r.r || r.y < r.r || r.x+r.r > o.Width || r.y+r.r > o.Depth {
			return false
		}
		for _, c := range [4]ring{{0, 0, cornerRoom}, {o.Width, 0, cornerRoom}, {o.Width, o.Depth, cornerRoom}, {0, o.Depth, cornerRoom}} {
			if r.gap(c) < 0 {
				return false
			}
		}
		if !t.Walk && r.gap(ring{o.Width / 2, o.Depth / 2, 1}) < 0 {
			return false
		}
		for _, s := range rings[:i] {
			if r.gap(s) < laneRoom {
				return false
			}
		}
		for _, s := range taken {
			if r.gap(s) < laneRoom {
				return false
			}
		}
	}
	return true
}

// piece draws one piece of a type: trees are round, woods and fields are wide, a
// type that can be seen through but not walked through becomes a thin line, all
// others a block or a rock. The ring encloses the piece.
func (o *Scatter) piece(t *Type, rng env.Rand) (Piece, ring) {
	between := func(low, high float64) float64 { return low + float64((high-low)*rng.Float64()) }
	x, y := between(0, o.Width), between(0, o.Depth)
	p := Piece{Type: t.ID}
	switch {
	case t.Kind == Tree:
		r := cents(between(0.3, 0.5))
		p.Circle = []float64{cents(x), cents(y), r}
		return p, ring{cents(x), cents(y), r}
	case t.Walk:
		p.Polygon = rock(x, y, between(0.9, 1.6), 6, between(0, math.Pi), rng)
	case t.See:
		p.Polygon = bar(x, y, between(1.5, 3.5), 0.25, float64(rng.IntN(8))*math.Pi/8)
	case rng.IntN(2) == 0:
		p.Polygon = bar(x, y, between(1, 3), between(0.5, 1.25), float64(rng.IntN(8))*math.Pi/8)
	default:
		p.Polygon = rock(x, y, between(0.5, 0.9), 5, between(0, math.Pi), rng)
	}
	at := ring{cents(x), cents(y), 0}
	for _, c := range p.Polygon {
		at.r = max(at.r, math.Hypot(c[0]-at.x, c[1]-at.y)+0.02)
	}
	at.r = min(at.r, discSize/2)
	return p, at
}

// cents rounds inches to hundredths of an inch.
func cents(x float64) float64 { return math.Round(x*100) / 100 }

// bar returns the corners of a rectangle about x, y, turned by an angle.
func bar(x, y, long, wide, angle float64) [][2]float64 {
	sin, cos := math.Sincos(angle)
	var c [][2]float64
	for _, k := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		u, v := k[0]*long/2, k[1]*wide/2
		c = append(c, [2]float64{cents(x + float64(u*cos) - float64(v*sin)), cents(y + float64(u*sin) + float64(v*cos))})
	}
	return c
}

// rock returns n corners on a circle about x, y, at angles that vary by at most a
// third of the distance at which two would meet.
func rock(x, y, r float64, n int, angle float64, rng env.Rand) [][2]float64 {
	var c [][2]float64
	for i := range n {
		sin, cos := math.Sincos(angle + (float64(i)+rng.Float64()/3)*2*math.Pi/float64(n))
		c = append(c, [2]float64{cents(x + float64(r*cos)), cents(y + float64(r*sin))})
	}
	return c
}

// turned returns the piece after a half turn of the table.
func (p Piece) turned(width, depth float64) Piece {
	return p.moved(func(x, y float64) (float64, float64) { return width - x, depth - y })
}

// quarter returns the piece after a quarter turn of a square table,
// counter-clockwise.
func (p Piece) quarter(width float64) Piece {
	return p.moved(func(x, y float64) (float64, float64) { return width - y, x })
}

// moved returns the piece with each point moved; a rectangle becomes a polygon.
func (p Piece) moved(to func(x, y float64) (float64, float64)) Piece {
	q := Piece{Type: p.Type, Name: p.Name, Height: p.Height}
	if len(p.Circle) > 0 {
		x, y := to(p.Circle[0], p.Circle[1])
		q.Circle = []float64{cents(x), cents(y), p.Circle[2]}
		return q
	}
	for _, c := range p.Polygon {
		x, y := to(c[0], c[1])
		q.Polygon = append(q.Polygon, [2]float64{cents(x), cents(y)})
	}
	return q
}
