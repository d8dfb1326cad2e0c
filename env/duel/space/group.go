package space

import "math"

// A group of destinations is reached past the same pieces.
type group struct {
	over  uint64 // pieces of the map that bases at the ends overlap
	added uint32 // the same of added pieces
	low   Length // heights that the way passes
	high  Length
}

// groundGroup is the group of destinations on free ground.
func (r *Reach) groundGroup() group {
	return group{over: r.table.over[r.scene.Index(r.mover.At)] &^ r.field.Gone, added: r.own, low: 0, high: r.feet + r.mover.Height()}
}

// noGroup marks a destination of Reach.rest that has been dealt with.
const noGroup = math.MaxUint16

// block is the set of pieces that ways of the group keep off.
func (r *Reach) block(g group, avoiding bool) uint64 {
	b := r.scene.blocking
	if avoiding {
		b |= r.scene.avoid
	}
	return b &^ g.over &^ r.field.Gone
}

// complete says whether all standable points on the ground and all edges have
// been reached, so that wading would add nothing.
func (r *Reach) complete() bool {
	s, d := r.scene, r.scene.disc
	for id := range d.Len() {
		if r.known != nil && !r.known.hasAt(s.Index(r.mover.At), id) {
			continue
		}
		if d.dist[id] > r.limit || r.Has(id) {
			continue
		}
		p := r.mover.At.Add(d.offsets[id])
		if s.inBounds(r.table, p) && r.table.over[s.Index(p)] == 0 {
			return false
		}
	}
	for _, x := range r.exits {
		if x == noWay {
			return false
		}
	}
	return true
}

// findGroup reaches the destinations that stand on or in the same terrain as
// the k-th of rest.
func (r *Reach) findGroup(k int) {
	g := r.groupOf(int(r.rest[k]))
	if r.straight(g, k) {
		return
	}
	for pass := range 2 {
		if pass == 1 && (r.scene.avoid&^r.field.Gone == 0 || !r.unsettled(g, k)) {
			break
		}
		how := [2]way{avoiding, wading}[pass]
		r.solve(g, r.block(g, how == avoiding))
		r.settle(g, k, how)
	}
	for j := k; j < len(r.rest); j++ {
		if r.rest[j] != noGroup && r.groupOf(int(r.rest[j])) == g {
			r.rest[j] = noGroup
		}
	}
}

// straight enters the members of a group whose way is straight, and says
// whether nothing is left to do.
func (r *Reach) straight(g group, k int) (done bool) {
	s, d := r.scene, r.scene.disc
	r.activate(g)
	block := r.block(g, true)
	row := r.table.legs[s.Index(r.mover.At)*d.Len():][:d.Len()]
	done = true
	for j := k; j < len(r.rest); j++ {
		if r.rest[j] == noGroup || j > k && r.groupOf(int(r.rest[j])) != g {
			continue
		}
		id := int(r.rest[j])
		if s.masks[row[id]]&block == 0 && r.open(s.at(r.mover.At), s.at(r.mover.At.Add(d.offsets[id])), g.added) {
			r.dist[id], r.from[id] = d.dist[id], uint16(d.Origin())
			r.jumping = false
			r.enter(id, avoiding)
			r.rest[j] = noGroup
			continue
		}
		if r.known != nil && r.likeKnown(id, g, block, row) {
			r.rest[j] = noGroup
			continue
		}
		done = false
	}
	return done
}

// likeKnown enters a destination that has a way with one turn, if it costs no
// more than the best way when no model is near.
func (r *Reach) likeKnown(b int, g group, block uint64, row []uint16) bool {
	s, d := r.scene, r.scene.disc
	at := d.centre + d.place[b]
	for _, v := range d.detours[b] {
		total := d.dist[v] + d.distAt[at-d.place[v]]
		if total > r.limit {
			return false
		}
		p := r.mover.At.Add(d.offsets[v])
		if !s.inBounds(r.table, p) || s.masks[row[v]]&block != 0 || !r.leg(int(v), b, g, block) || !r.open(s.at(r.mover.At), s.at(p), g.added) {
			continue
		}
		r.dist[v], r.from[v] = d.dist[v], uint16(d.Origin())
		r.dist[b], r.from[b] = total, v
		r.jumping = false
		r.enter(b, avoiding)
		if r.Has(b) && r.cost[b] <= r.known.costAt(s.Index(r.mover.At), b) {
			return true
		}
		r.has[b/64] &^= 1 << (b % 64)
		return false
	}
	return false
}

func (r *Reach) unsettled(g group, k int) bool {
	for _, id := range r.rest[k:] {
		if id != noGroup && !r.Has(int(id)) && r.groupOf(int(id)) == g {
			return true
		}
	}
	return false
}

// groupOf gives the group of a destination.
func (r *Reach) groupOf(id int) group {
	s := r.scene
	p := r.mover.At.Add(s.disc.offsets[id])
	z := s.Height(p, &r.field)
	g := group{
		over: (r.table.over[s.Index(r.mover.At)] | r.table.over[s.Index(p)]) &^ r.field.Gone, added: r.own,
		low: 0, high: max(z, r.feet) + r.mover.Height(),
	}
	if z > 0 && r.feet > 0 {
		g.low = min(z, r.feet)
	}
	v := s.at(p)
	for j := range r.field.Added() {
		if r.bodies[j].swept(v, v, r.table.radius) {
			g.added |= 1 << j
		}
	}
	return g
}

// settle enters the destinations that the last solve reached: those on free
// ground, or, from k on, those of the group in rest.
func (r *Reach) settle(g group, k int, how way) {
	if k < 0 {
		r.settleGround(g, how)
		return
	}
	for _, id := range r.rest[k:] {
		if id != noGroup && r.groupOf(int(id)) == g {
			r.enter(int(id), how)
		}
	}
}

func (r *Reach) settleGround(g group, how way) {
	s, d, t := r.scene, r.scene.disc, r.table
	first := len(r.rest) == 0
	for id := range d.Len() {
		if d.dist[id] > r.limit || r.Has(id) {
			continue
		}
		p := r.mover.At.Add(d.offsets[id])
		if !s.inBounds(t, p) {
			continue
		}
		i := s.Index(p)
		if t.over[i]&^r.field.Gone != 0 || r.field.nAdded != 0 && r.groupOf(id).added != r.own {
			if first && (r.known == nil || r.known.hasAt(s.Index(r.mover.At), id)) && s.Standable(p, r.mover.Base, &r.field) && r.roomAt(p) {
				r.rest = append(r.rest, uint16(id))
			}
			continue
		}
		if s.Standable(p, r.mover.Base, &r.field) && (!r.anyHeld || r.roomAt(p)) {
			r.enter(id, how)
		}
	}
	r.leave(g)
}

// roomAt says whether no model is in the way of standing at p.
func (r *Reach) roomAt(p Point) bool {
	s := r.scene
	v, z := s.at(p), s.Height(p, &r.field)
	for i := range r.near[:r.nNear] {
		o := &r.near[i]
		if square(o.at.sub(v)) < int64(o.r)*int64(o.r) && o.low < z+r.mover.Height() && z < o.high {
			return false
		}
	}
	return true
}

// enter makes a destination reached, if its cost is within the allowance.
func (r *Reach) enter(id int, how way) {
	s := r.scene
	steps := r.dist[id]
	if r.jumping && r.jumped[id] < steps {
		steps = r.jumped[id]
		how |= jumping
	}
	if steps > r.limit || r.Has(id) {
		return
	}
	if z := s.Height(r.mover.At.Add(s.disc.offsets[id]), &r.field); z != r.feet || s.options.Climbing && (z != 0 || r.feet != 0) {
		if s.options.Climbing {
			steps += r.climbed(id, how)
		} else { // DUEL-3: the distance in space
			dz := float64(z-r.feet) / float64(s.step)
			steps = max(steps, math.Sqrt(s.disc.dist[id]*s.disc.dist[id]+dz*dz))
		}
		if steps > r.limit {
			return
		}
	}
	r.has[id/64] |= 1 << (id % 64)
	r.cost[id] = r.units(steps)
	r.how[id] = how
}

// units converts steps, rounding up.
func (r *Reach) units(steps float64) uint16 {
	return uint16(math.Ceil((steps - slack) * float64(r.scene.step)))
}
