package space

import "math/bits"

// baseFacts holds the precomputed facts for one size of base.
type baseFacts struct {
	base   Base
	radius Length
	low    int      // least coordinate of a base wholly inside, in steps
	over   []uint64 // by point: pieces, blocking or to be avoided, that the base overlaps
	near   []uint64 // by point: pieces that the base touches or overlaps
	touch  []uint64 // by point: pieces that cover a model here
	stand  []uint64 // by point, a bit each: a model can stand there
	exits  []uint64 // by point and edge: pieces swept over when walking off, in the last row before the edge

	// Straight legs from a point, to offsets.
	casts   []cast   // of the pieces that legs sweep over, point by point
	first   []int32  // by point: the first of its casts
	around  []uint64 // by point: the pieces that have a cast there
	words   []uint64 // of the casts
	inside  []uint64 // by point, a set of offsets each: legs that stay inside the area
	avoids  []uint64 // the same: and off all that blocks or is to be avoided
	through []uint64 // the same: and off all that blocks

	shades [Bases]*shades // by the base of a model in the way
	known  *known         // Moves on the table without models; nil: not computed
}

// A cast is the shadow of one piece.
type cast struct {
	piece uint8
	shadow
	alone shadow // the part of it in no other piece's shadow
}

func (s *Scene) newBaseFacts(b Base) *baseFacts {
	n := s.nx * s.ny
	t := &baseFacts{base: b, radius: b.Radius(), low: int((b.Radius() + s.step - 1) / s.step)}
	t.over, t.near, t.touch, t.stand = make([]uint64, n), make([]uint64, n), make([]uint64, n), make([]uint64, (n+63)/64)
	t.exits = make([]uint64, n*Edges)
	for i := range n {
		p := s.PointAt(i)
		v := s.at(p)
		for j := range s.shapes {
			if s.shapes[j].swept(v, v, t.radius) {
				t.over[i] |= 1 << j & (s.blocking | s.avoid)
			}
			if s.shapes[j].within(v, t.radius+s.contactGap()) {
				t.near[i] |= 1 << j
			}
		}
		t.touch[i] = s.touched(t, i, Length(s.height[i]), &Field{})
		if s.standsAt(t, p, &Field{}) {
			t.stand[i/64] |= 1 << (i % 64)
		}
		if !s.inBounds(t, p) {
			continue
		}
		x, y := int(p.X), int(p.Y)
		for e, last := range [Edges]bool{y == t.low, x == s.nx-1-t.low, y == s.ny-1-t.low, x == t.low} {
			if last {
				t.exits[i*Edges+e] = s.sweep(v, s.edgePoint(p, Edge(e)), t.radius, s.blocking|s.avoid)
			}
		}
	}
	s.castShadows(t)
	for _, other := range s.options.Bases {
		t.shades[other] = s.shadesOf(t.radius + other.Radius())
	}
	return t
}

// shadesOf returns the shadows of obstacles that a centre must keep a distance r
// from, a multiple of a quarter inch.
func (s *Scene) shadesOf(r Length) *shades {
	k := &s.shades[r/(Inch/4)]
	if *k == nil {
		*k = newShades(s.disc, s.step, r)
	}
	return *k
}

// castShadows computes which straight legs each piece blocks.
func (s *Scene) castShadows(t *baseFacts) {
	n, d := s.nx*s.ny, s.disc
	h := d.height()
	may := make([]uint64, n)  // pieces that may have a shadow
	start := make([]int, n+1) // their sets, by point
	for i := range n {
		if p := s.PointAt(i); s.inBounds(t, p) {
			may[i] = s.around(s.at(p), s.options.Radius+t.radius)
		}
		start[i+1] = start[i] + h*bits.OnesCount64(may[i])
	}
	all := make([]uint64, start[n])
	set := func(i, j int) rows {
		return all[start[i]+h*bits.OnesCount64(may[i]&(1<<j-1)):][:h]
	}
	t.inside = make([]uint64, n*h)
	for i := range n {
		p := s.PointAt(i)
		if !s.inBounds(t, p) {
			continue
		}
		for o := d.Origin(); o < d.Len(); o++ {
			q := p.Add(d.Offset(o))
			if !s.inBounds(t, q) {
				continue
			}
			k, back := s.Index(q), d.Len()-1-o
			rows(t.inside[i*h:]).add(d.cells[o])
			rows(t.inside[k*h:]).add(d.cells[back])
			for m := s.sweep(s.at(p), s.at(q), t.radius, may[i]); m != 0; m &= m - 1 {
				j := bits.TrailingZeros64(m)
				set(i, j).add(d.cells[o])
				set(k, j).add(d.cells[back])
			}
		}
	}
	t.avoids, t.through = append([]uint64(nil), t.inside...), append([]uint64(nil), t.inside...)
	t.first, t.around = make([]int32, n+1), make([]uint64, n)
	twice := make(rows, h) // in the shadows of several pieces
	for i := range n {
		clear(twice)
		for y := range h {
			once := uint64(0)
			for m := may[i]; m != 0; m &= m - 1 {
				w := set(i, bits.TrailingZeros64(m))[y]
				twice[y] |= once & w
				once |= w
			}
		}
		for m := may[i]; m != 0; m &= m - 1 {
			j := bits.TrailingZeros64(m)
			x := set(i, j)
			c := cast{piece: uint8(j)}
			if t.words, c.shadow = pack(t.words, x); c.n == 0 {
				continue
			}
			t.around[i] |= 1 << j
			for y, w := range x {
				t.avoids[i*h+y] &^= w
				if s.blocking>>j&1 != 0 {
					t.through[i*h+y] &^= w
				}
				x[y] = w &^ twice[y]
			}
			t.words, c.alone = pack(t.words, x)
			t.casts = append(t.casts, c)
		}
		t.first[i+1] = int32(len(t.casts))
	}
}

// legsPast returns straight legs from a point that stay inside the area, by which legs past
// the pieces in block are those, without the shadows of the pieces in take, and with the
// shadow that the piece with the bit add casts alone.
func (s *Scene) legsPast(t *baseFacts, i int, block uint64) (from rows, add, take uint64) {
	h, all, around := s.disc.height(), s.blocking|s.avoid, t.around[i]
	at := i * h
	if passed := around &^ block & all; passed&(passed-1) == 0 {
		return t.avoids[at:][:h], passed, 0
	}
	if around&(block^s.blocking) == 0 {
		return t.through[at:][:h], 0, 0
	}
	return t.inside[at:][:h], 0, block & around
}

// swept returns the pieces that a straight leg from a point sweeps over.
func (t *baseFacts) swept(i int, to cell) (set uint64) {
	for _, c := range t.casts[t.first[i]:t.first[i+1]] {
		if c.has(to, t.words) {
			set |= 1 << c.piece
		}
	}
	return set
}

// around returns the set of pieces, blocking or to be avoided, that may be within
// a distance of a position.
func (s *Scene) around(v vec, far Length) uint64 {
	set, w := uint64(0), int32(far)
	for m := s.blocking | s.avoid; m != 0; m &= m - 1 {
		j := bits.TrailingZeros64(m)
		if o := &s.shapes[j]; v.x+w >= o.low.x && v.x-w <= o.top.x && v.y+w >= o.low.y && v.y-w <= o.top.y {
			set |= 1 << j
		}
	}
	return set
}

// sweep returns those pieces of a set that a base overlaps on a straight leg.
func (s *Scene) sweep(a, b vec, r Length, set uint64) uint64 {
	mask := uint64(0)
	for m := set; m != 0; m &= m - 1 {
		if j := bits.TrailingZeros64(m); s.shapes[j].swept(a, b, r) {
			mask |= 1 << j
		}
	}
	return mask
}
