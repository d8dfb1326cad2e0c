package turn

import "ringer/env/duel/space"

// A Walk holds the breadth-first distances on foot from every point of the lattice to a
// goal, for automata, that have to find their way. Models do not count, and terrain is that
// of the map. Lengths are in eighths of a step: 8 straight on, 11 across.
type Walk struct {
	dist  []uint16
	queue [walkRing][]int16 // points by distance, modulo its length
}

const (
	straightOn = 8
	across     = 11
	walkRing   = across + 1
	noWay      = ^uint16(0)
)

// walkSteps are the eight neighbours of a point, counter-clockwise from the east.
var walkSteps = [Directions]space.Offset{{X: 1}, {X: 1, Y: 1}, {Y: 1}, {X: -1, Y: 1}, {X: -1}, {X: -1, Y: -1}, {Y: -1}, {X: 1, Y: -1}}

// A ground says for one base where a step leads: by point, a bit for each of
// walkSteps.
type ground []uint8

// newGround finds where steps lead on a map, for one base.
func newGround(scene *space.Scene, base space.Base) ground {
	var none space.Field
	w := make(ground, scene.Points())
	for i := range w {
		p := scene.PointAt(i)
		if !scene.Standable(p, base, &none) {
			continue
		}
		for d, o := range walkSteps {
			if q := p.Add(o); scene.Standable(q, base, &none) && scene.SweepFree(space.Model{At: p, Base: base}, q, &none, nil) {
				w[i] |= 1 << d
			}
		}
	}
	return w
}

// WalkFrom finds how far it is for a model from all points to the nearest of those
// that goal says.
func (s *State) WalkFrom(m int8, goal func(p space.Point) bool) *Walk {
	g, f := s.Game, s.memory()
	base := s.Spot(m).Base
	w := &f.walk
	w.from(g, g.grounds[base], goal)
	return w
}

// from finds the lengths from all points to the nearest of those that goal says.
func (w *Walk) from(g *Game, over ground, goal func(p space.Point) bool) {
	n := g.Scene.Points()
	if w.dist == nil {
		w.dist = make([]uint16, n)
	}
	left := 0
	for i := range w.dist {
		w.dist[i] = noWay
		if over[i] != 0 && goal(g.Scene.PointAt(i)) {
			w.dist[i] = 0
			w.queue[0] = append(w.queue[0], int16(i))
			left++
		}
	}
	for at := uint16(0); left > 0; at++ {
		slot := &w.queue[at%walkRing]
		for k := 0; k < len(*slot); k++ {
			i := int((*slot)[k])
			left--
			if w.dist[i] != at {
				continue // a shorter way was found
			}
			p := g.Scene.PointAt(i)
			for d, o := range walkSteps {
				if over[i]>>d&1 == 0 {
					continue
				}
				far := at + straightOn
				if d%2 == 1 {
					far = at + across
				}
				if j := g.Scene.Index(p.Add(o)); far < w.dist[j] {
					w.dist[j] = far
					w.queue[far%walkRing] = append(w.queue[far%walkRing], int16(j))
					left++
				}
			}
		}
		*slot = (*slot)[:0]
	}
}

// To returns the length of the way from a point to the goal.
func (w *Walk) To(g *Game, p space.Point) uint16 { return w.dist[g.Scene.Index(p)] }

// Directions are east, northeast and so on, counter-clockwise.
const Directions = space.Directions

// DirectionSteps holds the directions in steps of the lattice.
var DirectionSteps = [Directions][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}
