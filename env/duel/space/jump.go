package space

import (
	"math"
	"math/bits"
)

// jump finds the shortest ways with one jump over gaps: r.jumped. A jump is part
// of a straight leg whose middle line crosses gaps and nothing else. It begins
// where that line enters the first gap and ends where it leaves the last; the
// model must have moved at least that width before (DUEL-54). After it the way
// goes on as usual.
func (r *Reach) jump(block uint64) {
	s, d := r.scene, r.scene.disc
	for i := range r.jumped {
		r.jumped[i] = inf
	}
	var over [2*maxSteps + 1]uint64
	across := rows(over[:d.height()])
	for b := range d.Len() {
		p := r.mover.At.Add(d.offsets[b])
		if d.dist[b] > r.limit || !s.inBounds(r.table, p) || r.table.over[s.Index(p)]&block != 0 {
			continue
		}
		r.look(b, block&^r.gaps, across)
		seen := r.sight(uint16(b))
		for y, w := range across {
			for w &^= seen[y]; w != 0; w &= w - 1 {
				r.jumpTo(b, int(d.row[y])-d.steps+bits.TrailingZeros64(w))
			}
		}
	}
	r.walkOn()
}

// jumpTo tries the leg from v to b with a jump.
func (r *Reach) jumpTo(b, v int) {
	d := r.scene.disc
	total := r.dist[v] + d.dist[d.between(v, b)]
	if total >= r.jumped[b] || total >= r.dist[b] || total > r.limit {
		return
	}
	first, last, length := r.crossing(r.mover.At.Add(d.offsets[v]), r.mover.At.Add(d.offsets[b]))
	wide := (last - first) * length
	run := float64(r.dist[v]*float64(r.scene.step)) + float64(first*length)
	if wide <= 0 || wide > run+slack || wide > float64(r.move.JumpWidth)+slack {
		return
	}
	r.jumped[b], r.source[b], r.took[b] = total, uint16(v), true
}

// crossing returns where the middle line of a straight leg enters the first of the
// gaps that the base sweeps over and where it leaves the last, as fractions of its
// length; first > last when only the rim of the base would hang over one.
func (r *Reach) crossing(p, q Point) (first, last, length float64) {
	s, d := r.scene, r.scene.disc
	a, b := s.at(p), s.at(q)
	leg := d.ID(q.Sub(p))
	first, last = 1, 0
	for m := r.table.swept(s.Index(p), d.cells[leg]) & r.past; m != 0; m &= m - 1 {
		in, out := s.shapes[bits.TrailingZeros64(m)].span(a, b)
		if in >= out {
			return 1, 0, 0
		}
		first, last = min(first, in), max(last, out)
	}
	return first, last, d.dist[leg] * float64(s.step)
}

// walkOn extends the ways with a jump by further straight legs.
func (r *Reach) walkOn() {
	d := r.scene.disc
	for again := true; again; {
		again = false
		for v := range d.Len() {
			if r.jumped[v] > r.limit {
				continue
			}
			at := d.centre - d.place[v]
			for y, w := range r.sight(uint16(v)) {
				for first := int(d.row[y]) - d.steps; w != 0; w &= w - 1 {
					b := first + bits.TrailingZeros64(w)
					total := r.jumped[v] + d.distAt[at+d.place[b]]
					if total > r.limit || total >= r.jumped[b] || total >= r.dist[b] {
						continue
					}
					r.jumped[b], r.source[b], r.took[b] = total, uint16(v), false
					again = true
				}
			}
		}
	}
}

// span returns the part of the segment ab inside the shape, as fractions of its
// length; in >= out when there is none.
func (s *shape) span(a, b vec) (in, out float64) {
	in, out = 0, 1
	d := b.sub(a)
	if s.n == 0 {
		e := s.centre.sub(a)
		dd := float64(square(d))
		if dd == 0 {
			return 1, 0
		}
		mid := float64(dot(e, d)) / dd
		c := float64(cross(d, e))
		h := float64(float64(s.radius)*float64(s.radius)) - float64(c*c)/dd
		if h <= 0 {
			return 1, 0
		}
		w := math.Sqrt(h / dd)
		return max(0, mid-w), min(1, mid+w)
	}
	for i, j := s.n-1, 0; j < s.n; i, j = j, j+1 {
		e := s.v[j].sub(s.v[i])
		f0, f1 := cross(e, a.sub(s.v[i])), cross(e, b.sub(s.v[i]))
		switch {
		case f0 <= 0 && f1 <= 0:
			return 1, 0
		case f0 <= 0:
			in = max(in, float64(-f0)/float64(f1-f0))
		case f1 <= 0:
			out = min(out, float64(f0)/float64(f0-f1))
		}
	}
	return in, out
}

// leap enters the destinations of straight ways over terrain small enough; heights
// cost nothing (DUEL-86). Such a way leads neither onto nor off terrain that is
// larger.
func (r *Reach) leap() {
	s, d := r.scene, r.scene.disc
	small := func(o *shape, top Length) bool {
		box := o.top.sub(o.low)
		return max(Length(box.x), Length(box.y), top) <= r.move.Leap
	}
	over, added := uint64(0), uint32(0) // pieces small enough
	for m := s.blocking &^ r.field.Gone; m != 0; m &= m - 1 {
		if j := bits.TrailingZeros64(m); small(&s.shapes[j], s.tops[j]) {
			over |= 1 << j
		}
	}
	for j := range r.field.Added() {
		if small(&r.bodies[j], r.field.logs[j].Top()) {
			added |= 1 << j
		}
	}
	from := s.Index(r.mover.At)
	for id := range d.Len() {
		if d.dist[id] > r.limit || r.Has(id) && r.Cost(id) <= Length(r.units(d.dist[id])) {
			continue
		}
		p := r.mover.At.Add(d.offsets[id])
		if !s.Standable(p, r.mover.Base, &r.field) || !r.roomAt(p) {
			continue
		}
		large := s.blocking &^ r.field.Gone &^ over
		if (r.table.over[from]^r.table.over[s.Index(p)])&large != 0 || r.mounts(s.at(p), added) {
			continue
		}
		g := r.groupOf(id)
		r.activate(g)
		block := large &^ g.over
		if r.table.swept(from, d.cells[id])&block == 0 && r.open(s.at(r.mover.At), s.at(p), g.added|added) {
			r.has[id/64] |= 1 << (id % 64)
			r.cost[id], r.how[id] = r.units(d.dist[id]), leaping
		}
	}
}

// mounts reports whether a way to a position leads onto or off an added piece that
// is not in a set.
func (r *Reach) mounts(to vec, but uint32) bool {
	for j := range r.field.Added() {
		if but>>j&1 == 0 && r.bodies[j].swept(to, to, r.table.radius) != (r.own>>j&1 == 1) {
			return true
		}
	}
	return false
}

// leave computes the cost of walking off each edge from level ground (DUEL-32). Ways
// that begin or end on a top are leaveBy's.
func (r *Reach) leave(g group) {
	if r.feet != 0 {
		return
	}
	s, d, t := r.scene, r.scene.disc, r.table
	block := r.block(g, false)
	x, y := int(r.mover.At.X), int(r.mover.At.Y)
	last := [Edges]int{y - t.low, s.nx - 1 - t.low - x, s.ny - 1 - t.low - y, x - t.low}
	for e := range Edge(Edges) {
		away := last[e] // steps from the mover to the last row before the edge
		if r.exits[e] != noWay || float64(away+t.low) > r.limit {
			continue
		}
		best := math.Inf(1)
		for side := -d.steps; side <= d.steps; side++ {
			o := [Edges]Offset{{int8(side), int8(-away)}, {int8(away), int8(side)}, {int8(side), int8(away)}, {int8(-away), int8(side)}}[e]
			id := d.ID(o)
			if id < 0 {
				continue
			}
			walked := r.dist[id]
			if r.jumping {
				walked = min(walked, r.jumped[id])
			}
			if total := walked + float64(t.low); total < best && total <= r.limit {
				p := r.mover.At.Add(o)
				if t.exits[s.Index(p)*Edges+int(e)]&block == 0 && r.open(s.at(p), s.edgePoint(p, e), g.added) {
					best = total
				}
			}
		}
		if best <= r.limit {
			r.exits[e] = r.units(best)
		}
	}
}

// leaveBy enters the cost of leaving from a destination straight on over each edge,
// where a height is in play: of the mover, or of the top that the way ends on. The
// ground outside of the area is level, so a model that walks off also comes down
// (DUEL-32). walked is the length of the way there.
func (r *Reach) leaveBy(id int, how way, walked float64) {
	s, t := r.scene, r.table
	p := r.mover.At.Add(s.disc.offsets[id])
	v, over := s.at(p), t.over[s.Index(p)]
	for e := range Edge(Edges) {
		w := s.edgePoint(p, e)
		on := float64(max(w.x-v.x, v.x-w.x, w.y-v.y, v.y-w.y))
		total := walked + on/float64(s.step)
		if total > r.limit || r.units(total) >= r.exits[e] {
			continue
		}
		if s.options.Climbing {
			total += r.climbed(id, how, on)
		} else if r.feet != 0 { // DUEL-3: the distance in space
			far, feet := w.sub(s.at(r.mover.At)), float64(r.feet)
			total = max(total, math.Sqrt(float64(square(far))+float64(feet*feet))/float64(s.step))
		}
		if total > r.limit || r.units(total) >= r.exits[e] || s.sweep(v, w, t.radius, s.blocking&^over&^r.field.Gone) != 0 || !r.open(v, w, r.g.added) {
			continue
		}
		r.exits[e] = r.units(total)
	}
}

// edgePoint returns the position where a model at p crosses an edge when it walks
// straight off.
func (s *Scene) edgePoint(p Point, e Edge) vec {
	v := s.at(p)
	switch e {
	case South:
		v.y = 0
	case East:
		v.x = s.size.x
	case North:
		v.y = s.size.y
	case West:
		v.x = 0
	}
	return v
}
