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
			p := start.Add(d.offsets[id])
			if v := s.at(p); r.table.over[s.Index(p)]&block == 0 && r.open(v, v, g.added) {
				r.hidden = append(r.hidden, uint16(id))
			}
		}
	}
	r.dist[origin], r.from[origin] = 0, uint16(origin)
	if len(r.hidden) > 0 {
		r.turnOnce(g, block)
		r.turnAgain(g, block)
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
		if o := &r.near[i]; o.low < g.high && g.low < o.high {
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
	id := d.ID(p.Sub(q))
	if id < 0 || s.masks[r.table.legs[s.Index(q)*d.Len()+id]]&block != 0 {
		return false
	}
	return r.nAct == 0 && r.field.nAdded == 0 || r.open(s.at(p), s.at(q), g.added)
}

func (r *Reach) turnOnce(g group, block uint64) {
	d := r.scene.disc
	origin := uint16(d.Origin())
	for _, b := range r.hidden {
		ob := d.offsets[b]
		for _, v := range d.detours[b] {
			ov := d.offsets[v]
			total := d.dist[v] + d.dist[d.ID(Offset{ob.X - ov.X, ob.Y - ov.Y})]
			if total > r.limit {
				break
			}
			if r.dist[v] == d.dist[v] && r.from[v] == origin && r.leg(int(v), int(b), g, block) {
				r.dist[b], r.from[b] = total, v
				break
			}
		}
	}
}

func (r *Reach) turnAgain(g group, block uint64) {
	d := r.scene.disc
	for again := true; again; {
		again = false
		for _, b := range r.hidden {
			ob := d.offsets[b]
			for _, v := range r.hidden {
				if r.dist[v] >= r.dist[b] {
					continue
				}
				ov := d.offsets[v]
				id := d.ID(Offset{ob.X - ov.X, ob.Y - ov.Y})
				if id < 0 {
					continue
				}
				total := r.dist[v] + d.dist[id]
				if total < r.dist[b] && total <= r.limit && r.leg(int(v), int(b), g, block) {
					r.dist[b], r.from[b] = total, v
					again = true
				}
			}
		}
	}
}
