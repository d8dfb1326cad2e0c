package space

import "math"

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
