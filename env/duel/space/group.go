package space

import (
	"math"
	"math/bits"
)

// A group is a set of destinations whose ways avoid the same pieces.
type group struct {
	over  uint64 // pieces of the map that bases at the ends overlap
	added uint32 // the same of added pieces
	feet  Length // of a model there
	low   Length // heights that the way passes
	high  Length
}

// groundGroup returns the group of destinations on free ground.
func (r *Reach) groundGroup() group {
	return group{over: r.table.over[r.scene.Index(r.mover.At)] &^ r.field.Gone, added: r.own, low: 0, high: r.feet + r.mover.Height()}
}

// noGroup marks a destination of Reach.rest whose group has been searched.
const noGroup = math.MaxUint16

// block returns the set of pieces that ways of the group keep off.
func (r *Reach) block(g group, avoiding bool) uint64 {
	b := r.scene.blocking
	if avoiding {
		b |= r.scene.avoid
	}
	return b &^ g.over &^ r.field.Gone
}

// complete reports whether all standable points on the ground and all edges have
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
	g := r.groups[k]
	left := r.members[:0]
	for j := k; j < len(r.rest); j++ {
		if id := r.rest[j]; id != noGroup && r.groups[j] == g {
			left = append(left, id)
			r.rest[j] = noGroup
		}
	}
	if left = r.asTaught(g, left); len(left) == 0 {
		return
	}
	r.members = left
	limit := r.limit - r.leastClimb(g)
	for _, how := range [2]way{avoiding, wading} {
		block := r.block(g, how == avoiding)
		if how == wading && block == r.past {
			break
		}
		if r.known != nil && r.known.turns != nil {
			r.face(g, block)
			for _, id := range left {
				r.dist[id] = r.seek(id, limit)
			}
		} else {
			r.solveFor(g, block, left, limit)
		}
		n := 0
		for _, id := range left {
			if r.enter(int(id), how); !r.Has(int(id)) {
				left[n] = id
				n++
			} else if r.lesson != nil {
				r.note(int(id))
			}
		}
		if left = left[:n]; n == 0 {
			break
		}
	}
}

// together returns the destinations of a group that findGroup has searched
// together for that kind of way, in its order.
func (r *Reach) together(g group, how way) []uint16 {
	list := r.members[:0]
	for id := range r.scene.disc.Len() {
		if how&wading != 0 && r.Has(id) && r.how[id]&wading == 0 {
			continue // found before
		}
		if r.inTerrain(id) && r.groupOf(id) == g {
			list = append(list, uint16(id))
		}
	}
	r.members = list
	return list
}

// inTerrain reports whether an offset within the limit leads to where the mover
// could stand on or in terrain.
func (r *Reach) inTerrain(id int) bool {
	p := r.mover.At.Add(r.scene.disc.offsets[id])
	return r.scene.disc.dist[id] <= r.limit && r.scene.inBounds(r.table, p) && r.overTerrain(id, p) && r.mayStand(id, p)
}

// overTerrain reports whether the base would overlap terrain at an offset that
// leads to p, or other added pieces than it does now.
func (r *Reach) overTerrain(id int, p Point) bool {
	return r.table.over[r.scene.Index(p)]&^r.field.Gone != 0 || r.field.nAdded != 0 && r.onOthers(id)
}

// onOthers reports whether the base would overlap other added pieces than it does
// now.
func (r *Reach) onOthers(id int) bool { return r.groupOf(id).added != r.own }

// mayStand reports whether the mover has room to stand at p, the end of an offset,
// and the precomputed Moves do not exclude that offset.
func (r *Reach) mayStand(id int, p Point) bool {
	s := r.scene
	return (r.known == nil || r.known.hasAt(s.Index(r.mover.At), id)) && s.Standable(p, r.mover.Base, &r.field) && r.roomAt(p)
}

// found returns the length of the shortest way of the last solve to an offset, in
// steps.
func (r *Reach) found(id int, how way) float64 {
	if how&jumping != 0 {
		return r.jumped[id]
	}
	return r.dist[id]
}

// leastClimb returns a lower bound of the allowance that the heights of any way to
// the group cost, in steps.
func (r *Reach) leastClimb(g group) float64 {
	if !r.scene.options.Climbing {
		return 0
	}
	rise := g.feet - r.feet
	if r.move.JumpWidth > 0 {
		rise = max(0, rise-r.move.JumpRise)
	}
	least := 2 * math.Abs(float64(rise)) / float64(r.scene.step)
	if g.over&r.scene.aids != 0 {
		least /= 2
	}
	return least
}

// groupOf returns the group of a destination.
func (r *Reach) groupOf(id int) group {
	s := r.scene
	p := r.mover.At.Add(s.disc.offsets[id])
	z := s.Height(p, &r.field)
	g := group{
		feet: z, over: (r.table.over[s.Index(r.mover.At)] | r.table.over[s.Index(p)]) &^ r.field.Gone, added: r.own,
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

// settleGround enters the destinations on free ground that the last solve reached,
// and appends those on or in terrain to r.rest.
func (r *Reach) settleGround(g group, how way) {
	if r.known != nil {
		r.settleKnown(how)
		r.leave(g)
		return
	}
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
		if r.overTerrain(id, p) {
			if first && r.mayStand(id, p) {
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

// settleKnown does so where the Moves on the table without models are known: the
// destinations are among theirs.
func (r *Reach) settleKnown(how way) {
	s, d, t, k := r.scene, r.scene.disc, r.table, r.known
	here := s.Index(r.mover.At)
	first := len(r.rest) == 0
	level := r.feet == 0 && !r.jumping // then a way costs its length
	for i, w := range k.has[here*len(r.has):][:len(r.has)] {
		for w &^= r.has[i]; w != 0; w &= w - 1 {
			id := i*64 + bits.TrailingZeros64(w)
			if d.dist[id] > r.limit {
				continue
			}
			if t.over[here+int(s.steps[id])]&^r.field.Gone != 0 {
				if first && r.roomAt(r.mover.At.Add(d.offsets[id])) {
					r.rest = append(r.rest, uint16(id))
				}
				continue
			}
			if r.anyHeld && !r.roomAt(r.mover.At.Add(d.offsets[id])) {
				continue
			}
			if !level {
				r.enter(id, how)
			} else if x := r.dist[id]; x <= r.limit {
				r.has[i] |= w & -w
				r.cost[id], r.how[id] = r.units(x), how
			}
		}
	}
}

// roomAt reports whether no model is in the way of standing at p.
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

// enter marks a destination as reached if its cost is within the allowance.
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
	walked, z := steps, s.Height(r.mover.At.Add(s.disc.offsets[id]), &r.field)
	if z != r.feet || s.options.Climbing && (z != 0 || r.feet != 0) {
		if s.options.Climbing {
			steps += r.climbed(id, how, 0)
		} else { // DUEL-3: the distance in space
			dz := float64(z-r.feet) / float64(s.step)
			steps = max(steps, math.Sqrt(float64(s.disc.dist[id]*s.disc.dist[id])+float64(dz*dz)))
		}
		if steps > r.limit {
			if !r.move.Drop || how&jumping != 0 || r.dropped(id, how) == 0 {
				return
			}
			steps, how = r.limit, how|dropping
		}
	}
	r.has[id/64] |= 1 << (id % 64)
	r.cost[id] = r.units(steps)
	r.how[id] = how
	if r.edges && how&dropping == 0 && (z != 0 || r.feet != 0) {
		r.leaveBy(id, how, walked)
	}
}

// units converts steps to units of Length, rounding up.
func (r *Reach) units(steps float64) uint16 {
	return uint16(math.Ceil((steps - slack) * float64(r.scene.step)))
}
