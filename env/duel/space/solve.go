package space

import "math"

var inf = math.Inf(1)

// solve finds the shortest chains of legs from the mover to every offset within
// the limit, past the pieces in block and the models at the heights of the
// group: r.dist and r.from. Offsets where the base does not fit get no way.
//
// Most offsets are in sight, and their way is straight. For the others, all
// ways with one turn are tried in the order of their lengths, so that the first
// one clear is the shortest; then ways with more turns, which lead through other
// hidden offsets, until none gets shorter.
func (r *Reach) solve(g group, block uint64) {
	s, d := r.scene, r.scene.disc
	r.activate(g)
	origin := d.Origin()
	r.hidden = r.hidden[:0]
	start := r.mover.At
	row := r.table.legs[s.Index(start)*d.Len():][:d.Len()]
	static, _ := r.static(g, block)
	blind := block == 0 && r.nAct == 0 && r.field.nAdded == 0
	a := s.at(start)
	reach := int(r.limit)
	for i := range r.dist {
		r.dist[i] = inf
	}
	for dy := -reach; dy <= reach; dy++ {
		y := int(start.Y) + dy
		if y < r.table.low || y >= s.ny-r.table.low {
			continue
		}
		mid, half := int(d.row[dy+d.steps]), int(d.half[dy+d.steps])
		from := max(-half, r.table.low-int(start.X))
		to := min(half, s.nx-1-r.table.low-int(start.X))
		for dx := from; dx <= to; dx++ {
			id := mid + dx
			length := d.dist[id]
			if length > r.limit {
				continue
			}
			if blind || s.masks[row[id]]&block == 0 && (r.nAct == 0 && r.field.nAdded == 0 || r.open(a, s.at(start.Add(d.offsets[id])), g.added)) {
				r.dist[id] = length
				r.from[id] = uint16(origin)
				continue
			}
			if static != nil && static[r.known.slot[id]] > r.limit32 {
				continue
			}
			p := start.Add(d.offsets[id])
			if v := s.at(p); r.table.over[s.Index(p)]&block == 0 && r.open(v, v, g.added) {
				r.hidden = append(r.hidden, uint16(id))
			}
		}
	}
	r.dist[origin], r.from[origin] = 0, uint16(origin)
	if len(r.hidden) > 0 {
		lost := r.asKnown(g, block)
		r.turnOnce(g, block, lost)
		r.turnAgain(g, block, lost)
	}
	r.jumping = r.move.JumpWidth > 0 && block&s.kinds[Gap] != 0
	if r.jumping {
		r.jump(g, block)
	}
}

// activate picks the models in the way of a group.
func (r *Reach) activate(g group) {
	r.nAct = 0
	for i := range r.near[:r.nNear] {
		if o := &r.near[i]; o.low < g.high && g.low < o.high && !o.held {
			r.active[r.nAct] = *o
			r.nAct++
		}
	}
}

// open says whether the models and the added pieces leave a straight leg free.
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

// leg says whether the straight leg between two offsets is clear.
func (r *Reach) leg(v, w int, g group, block uint64) bool {
	s, d := r.scene, r.scene.disc
	p, q := r.mover.At.Add(d.offsets[v]), r.mover.At.Add(d.offsets[w])
	id := d.between(w, v)
	if id < 0 || s.masks[r.table.legs[s.Index(q)*d.Len()+id]]&block != 0 {
		return false
	}
	return r.nAct == 0 && r.field.nAdded == 0 || r.open(s.at(p), s.at(q), g.added)
}

// asKnown gives the hidden offsets their ways on the empty table where the models
// leave those free. It returns the offsets that need a new way.
func (r *Reach) asKnown(g group, block uint64) (lost []uint16) {
	static, from := r.static(g, block)
	if static == nil {
		return r.hidden
	}
	slot := r.known.slot
	left := append(r.lost[:0], r.hidden...)
	for again := true; again; {
		again = false
		n := 0
		for _, b := range left {
			v := from[slot[b]]
			if r.dist[v] != inf && sameLength(r.dist[v], static[slot[v]]) && r.leg(int(v), int(b), g, block) {
				d := r.scene.disc
				r.dist[b], r.from[b] = r.dist[v]+d.dist[d.between(int(v), int(b))], v
				again = true
				continue
			}
			left[n] = b
			n++
		}
		left = left[:n]
	}
	r.lost = left
	return left
}

// sameLength says whether a length is the one that was kept in single precision.
func sameLength(x float64, kept float32) bool { return x <= float64(kept)+4e-6 }

// turnOnce gives the lost offsets the shortest way with one turn.
func (r *Reach) turnOnce(g group, block uint64, lost []uint16) {
	d := r.scene.disc
	origin := uint16(d.Origin())
	for _, b := range lost {
		at := d.centre + d.place[b]
		for _, v := range d.detours[b] {
			total := d.dist[v] + d.distAt[at-d.place[v]]
			if total > r.limit {
				break
			}
			if r.from[v] == origin && r.dist[v] == d.dist[v] && r.leg(int(v), int(b), g, block) {
				r.dist[b], r.from[b] = total, v
				break
			}
		}
	}
}

// turnAgain gives the lost offsets shorter ways through other hidden offsets.
func (r *Reach) turnAgain(g group, block uint64, lost []uint16) {
	d := r.scene.disc
	places, best := r.places[:0], r.best[:0]
	for _, b := range lost {
		places, best = append(places, d.centre+d.place[b]), append(best, min(r.dist[b], r.limit))
	}
	through := r.hidden
	for len(through) > 0 {
		better, full := r.better[:0], false
		for _, v := range through {
			from, place := r.dist[v], d.place[v]
			if from == inf {
				continue
			}
			for j, b := range places {
				total := from + d.distAt[b-place]
				if total >= best[j] {
					continue
				}
				if b := lost[j]; r.leg(int(v), int(b), g, block) {
					r.dist[b], r.from[b], best[j] = total, v, total
					if len(better) == cap(better) {
						full = true
					} else {
						better = append(better, b)
					}
				}
			}
		}
		// Two lists take turns: what got shorter may shorten others.
		r.better, r.worse = r.worse, better
		if through = better; full {
			through = lost
		}
	}
}
