package space

import (
	"math"
	"math/bits"
)

// survey finds the offsets that straight legs from the mover reach (r.ahead), and
// enters their ways.
func (r *Reach) survey(g group, block uint64) {
	d := r.scene.disc
	r.activate(g)
	r.g, r.past = g, block
	clear(r.slot)
	r.slots = 0
	origin := uint16(d.Origin())
	r.ahead = r.sight(origin)
	for i := range r.dist {
		r.dist[i] = inf
	}
	for y, w := range r.ahead {
		for first := int(d.row[y]) - d.steps; w != 0; w &= w - 1 {
			id := first + bits.TrailingZeros64(w)
			r.dist[id], r.from[id] = d.dist[id], origin
		}
	}
	// The mover gets away from where it is, even from under what holds it.
	r.dist[origin], r.from[origin] = 0, origin
}

// activate selects the models that stand in the way of a group.
func (r *Reach) activate(g group) {
	r.nAct = 0
	for i := range r.near[:r.nNear] {
		if o := &r.near[i]; o.low < g.high && g.low < o.high && !o.held {
			r.active[r.nAct] = *o
			r.nAct++
		}
	}
}

// open reports whether the models and the added pieces leave a straight leg free.
func (r *Reach) open(a, b vec, added uint32) bool {
	for i := range r.active[:r.nAct] {
		if o := &r.active[i]; nearer(o.at, a, b, o.r) {
			return false
		}
	}
	for j := range r.field.Added() {
		if added>>j&1 == 0 && r.bodies[j].swept(a, b, r.table.radius) {
			return false
		}
	}
	return true
}

// sight returns the offsets that clear straight legs reach from an offset in the
// group that was surveyed last.
func (r *Reach) sight(v uint16) rows {
	h := r.scene.disc.height()
	k := int(r.slot[v])
	if k == 0 {
		r.slots++
		k = r.slots
		r.slot[v] = uint16(k)
		r.look(int(v), r.past, r.sights[(k-1)*h:][:h])
	}
	return r.sights[(k-1)*h:][:h]
}

// look finds the offsets that clear straight legs reach from an offset, past the
// pieces in block.
func (r *Reach) look(v int, block uint64, dst rows) {
	s, d := r.scene, r.scene.disc
	o := d.offsets[v]
	p := r.mover.At.Add(o)
	x, y := int(o.X), int(o.Y)
	// Rows around the offset that are also around the mover.
	low, high := max(0, d.steps-r.far-y), min(2*d.steps, d.steps+r.far-y)
	var seen [2*maxSteps + 1]uint64
	s.legs(r.table, s.Index(p), block, &seen, low, high)
	for i := range r.active[:r.nAct] {
		m := &r.active[i]
		m.shades.from(int(m.p.X-p.X), int(m.p.Y-p.Y)).takeFrom(&seen, low, high, m.shades.words)
	}
	for j := range r.field.Added() {
		if r.laid&^r.g.added>>j&1 != 0 {
			r.takeBehind(&r.bodies[j], p, &seen, low, high)
		}
	}
	clear(dst)
	for row := low; row <= high; row++ {
		w := seen[row]
		if x >= 0 {
			w <<= x
		} else {
			w >>= -x
		}
		dst[row+y] = w & r.within[row+y]
	}
}

// takeBehind removes from the rows of a set the offsets that straight legs from a
// point reach only over a body.
func (r *Reach) takeBehind(o *shape, from Point, x *[2*maxSteps + 1]uint64, low, high int) {
	s, d := r.scene, r.scene.disc
	a, step := s.at(from), int(s.step)
	box := o.top.sub(o.low)
	around := r.table.radius + Length(math.Hypot(float64(box.x), float64(box.y))/2) + 2
	// A leg past the body at least comes to the near side of its circle.
	c := o.centre.sub(a)
	west, east := beyond(int(c.x), int(around), step, d.steps)
	south, north := beyond(int(c.y), int(around), step, d.steps)
	columns := d.band(west, east)
	for row := max(low, south+d.steps); row <= min(high, north+d.steps); row++ {
		for w := x[row] & columns; w != 0; w &= w - 1 {
			column := bits.TrailingZeros64(w)
			b := vec{a.x + int32((column-d.steps)*step), a.y + int32((row-d.steps)*step)}
			if nearer(o.centre, a, b, around) && o.swept(a, b, r.table.radius) {
				x[row] &^= 1 << column
			}
		}
	}
}

// beyond returns the steps along an axis, from low to high, that come nearer than
// a distance to an object at c or lie behind it.
func beyond(c, around, step, most int) (low, high int) {
	low, high = -most, most
	if c >= around {
		low = (c-around)/step + 1
	}
	if -c >= around {
		high = -((-c-around)/step + 1)
	}
	return low, high
}

// unshaded reports whether no model is in the way of the straight leg between two
// offsets.
func (r *Reach) unshaded(v, b uint16) bool {
	d := r.scene.disc
	p := r.mover.At.Add(d.offsets[v])
	to := d.cells[d.between(int(v), int(b))]
	for i := range r.active[:r.nAct] {
		m := &r.active[i]
		if m.shades.from(int(m.p.X-p.X), int(m.p.Y-p.Y)).has(to, m.shades.words) {
			return false
		}
	}
	return true
}

// hide appends to dst the offsets in the area where the base fits and that no
// straight leg reaches.
func (r *Reach) hide(dst []uint16) []uint16 {
	s, d, t := r.scene, r.scene.disc, r.table
	static, _ := r.static(r.g, r.past)
	var free [2*maxSteps + 1]uint64
	start := r.mover.At
	s.legs(t, s.Index(start), 0, &free, 0, 2*d.steps)
	for i := range r.active[:r.nAct] {
		r.active[i].takeGround(d, s.step, start, free[:])
	}
	for y, w := range free[:d.height()] {
		w &= r.within[y] &^ r.ahead[y]
		for first := int(d.row[y]) - d.steps; w != 0; w &= w - 1 {
			id := first + bits.TrailingZeros64(w)
			if static != nil && static[r.known.slot[id]] > r.limit32 {
				continue
			}
			p := start.Add(d.offsets[id])
			if t.over[s.Index(p)]&r.past != 0 || r.field.nAdded > 0 && !r.open(s.at(p), s.at(p), r.g.added) {
				continue
			}
			dst = append(dst, uint16(id))
		}
	}
	return dst
}

// takeGround removes from a set of offsets those where the mover's base would
// overlap the obstacle.
func (o *obstacle) takeGround(d *Disc, step Length, start Point, x rows) {
	cx, cy := int(o.p.X)-int(start.X), int(o.p.Y)-int(start.Y)
	rr := int64(o.r) * int64(o.r)
	for dy := range int((o.r + step - 1) / step) {
		y := int64(dy) * int64(step)
		half := -1
		for w := int64(0); w*w+y*y < rr; w += int64(step) {
			half++
		}
		if half < 0 {
			break
		}
		band := d.band(cx-half, cx+half)
		for _, row := range [2]int{cy + dy + d.steps, cy - dy + d.steps} {
			if row >= 0 && row < len(x) {
				x[row] &^= band
			}
		}
	}
}
