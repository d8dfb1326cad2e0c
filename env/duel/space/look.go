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
	o := r.scene.disc.offsets[v]
	p := r.mover.At.Add(o)
	x, y := int(o.X), int(o.Y)
	r.lookPast(v, block, dst)
	for i := range r.active[:r.nAct] {
		m := &r.active[i]
		m.shades.from(int(m.p.X-p.X), int(m.p.Y-p.Y)).takeMoved(dst, x, y, m.shades.words)
	}
	for j := range r.field.Added() {
		if r.laid&^r.g.added>>j&1 != 0 {
			r.takeBehind(&r.bodies[j], o, dst)
		}
	}
}

// lookPast finds the offsets that straight legs reach from an offset past the pieces in
// block, were there no models and no added pieces.
func (r *Reach) lookPast(v int, block uint64, dst rows) {
	s, d, t := r.scene, r.scene.disc, r.table
	o := d.offsets[v]
	x, y := int(o.X), int(o.Y)
	i := s.Index(r.mover.At.Add(o))
	from, add, take := s.legsPast(t, i, block)
	low, high := max(0, d.steps-r.far-y), min(2*d.steps, d.steps+r.far-y)
	clear(dst[:low+y])
	clear(dst[high+y+1:])
	from, to, within := from[low:high+1], dst[low+y:high+y+1], r.within[low+y:high+y+1]
	to, within = to[:len(from)], within[:len(from)]
	if x >= 0 {
		for i, w := range from {
			to[i] = w << (x & 63) & within[i]
		}
	} else {
		for i, w := range from {
			to[i] = w >> (-x & 63) & within[i]
		}
	}
	if add|take == 0 {
		return
	}
	for _, c := range t.casts[t.first[i]:t.first[i+1]] {
		switch {
		case add>>c.piece&1 != 0:
			c.alone.addMoved(dst, x, y, t.words, r.within)
			return
		case take>>c.piece&1 != 0:
			c.takeMoved(dst, x, y, t.words)
		}
	}
}

// takeBehind removes from a set the offsets that straight legs from an offset reach only
// over a body.
func (r *Reach) takeBehind(o *shape, v Offset, set rows) {
	s, d := r.scene, r.scene.disc
	start, step := s.at(r.mover.At), int(s.step)
	a := s.at(r.mover.At.Add(v))
	box := o.top.sub(o.low)
	around := r.table.radius + Length(math.Hypot(float64(box.x), float64(box.y))/2) + 2
	// A leg past the body at least comes to the near side of its circle.
	c := o.centre.sub(a)
	west, east := beyond(int(c.x), int(around), step, 2*d.steps)
	south, north := beyond(int(c.y), int(around), step, 2*d.steps)
	columns := d.band(west+int(v.X), east+int(v.X))
	up := int(v.Y) + d.steps
	for row := max(0, south+up); row <= min(2*d.steps, north+up); row++ {
		for w := set[row] & columns; w != 0; w &= w - 1 {
			column := bits.TrailingZeros64(w)
			b := vec{start.x + int32((column-d.steps)*step), start.y + int32((row-d.steps)*step)}
			if nearer(o.centre, a, b, around) && o.swept(a, b, r.table.radius) {
				set[row] &^= 1 << column
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
	static, _, _ := r.static(r.g, r.past)
	var free [2*maxSteps + 1]uint64
	start := r.mover.At
	copy(free[:], t.inside[s.Index(start)*d.height():][:d.height()])
	for i := range r.active[:r.nAct] {
		r.active[i].takeGround(d, s.step, start, free[:])
	}
	for y, w := range free[:d.height()] {
		w &= r.within[y] &^ r.ahead[y]
		for first := int(d.row[y]) - d.steps; w != 0; w &= w - 1 {
			id := first + bits.TrailingZeros64(w)
			if static != nil && static[r.known.slot[id]] > r.limit {
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
