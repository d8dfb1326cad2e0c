package turn

import "ringer/env/duel/space"

// A Walk holds the breadth-first distances on foot from every point of the lattice to a
// goal, for automata, that have to find their way. Models do not count, and terrain is as
// on the map. Lengths are in eighths of a step: 8 straight on, 11 across.
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

// A Move that a feat gives, to any model, obeys Retaliate (DUEL-30) and ends only
// where the feat lets it (Skill.MayGo). It does not use up the Move of the acting
// model.

// GiveMove pushes a Move of this many inches, which the model's owner may decline
// unless it must be made. Without a destination there is none.
//
// Skill.MayGo is told what the Move is about: the model that has begun the Duel before,
// or the prey.
func (s *State) GiveMove(id SkillID, m int8, inches float64, must bool, about int8) {
	t := s.Push(taskGivenMove, m)
	t.With, t.Number, t.Must, t.Other = id, int16(s.Allowance(m, inches)), must, about
}

// Steps of taskGivenMove. Its Number holds the length of the Move until the mover goes,
// then what was left of the acting model's own.
const (
	givenAsks Step = iota
	givenGoes
	givenEnds
)

// runGivenMove asks where a model goes on a Move that a feat gives.
func runGivenMove(s *State, t *Task) {
	g, m := s.Game, t.M
	switch t.Step {
	case givenAsks:
		if s.Models[m].Status != Standing || !s.AllowGiven(t.With, m, space.Length(t.Number), t.Other) {
			s.Pop()
			return
		}
		t.Step = givenGoes
		if !t.Must {
			s.Allow(g.Do(DoDone))
		}
		s.AskSkill(t.With, NodeWhere, s.Owner(m), m, Nobody)
	case givenGoes:
		if s.Answer == g.Do(DoDone) {
			s.Pop()
			return
		}
		t.Step = givenEnds
		far := space.Length(t.Number)
		t.Number, s.Act.Left = int16(s.Act.Left), far
		s.Go(m, s.Answer, GoMove)
	default:
		s.Act.Left = space.Length(t.Number)
		s.Pop()
	}
}

// AllowGiven makes the destinations legal that a feat lets a model go to, and the edges
// where it may leave the area; false when there is none.
func (s *State) AllowGiven(id SkillID, m int8, far space.Length, about int8) bool {
	g := s.Game
	s.ForbidAll()
	s.findMoves(m, far, s.Holders(m))
	at := s.Models[m].At
	for a := g.Actions.Dest; a < g.Actions.Edge+space.Edges; a++ {
		if !s.legal.has(a) {
			continue
		}
		k := g.Skills[id]
		if a >= g.Actions.Edge {
			if k.MayGo != nil && !k.MayLeave {
				s.Forbid(a)
			}
		} else if k.MayGo != nil && !s.mayGo(id, m, about, g.DestOf(at, a)) {
			s.Forbid(a)
		}
	}
	return s.Allowed()
}

// mayGo asks a feat about a destination, with the model there.
func (s *State) mayGo(id SkillID, m, about int8, to space.Point) bool {
	x := &s.Models[m]
	at := x.At
	x.At = to
	ok := s.Game.Skills[id].MayGo(s, m, about, at)
	x.At = at
	return ok
}
