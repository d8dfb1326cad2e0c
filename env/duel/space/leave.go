package space

import "math"

// leave computes the cost of walking off each edge (DUEL-32).
func (r *Reach) leave(g group) {
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
