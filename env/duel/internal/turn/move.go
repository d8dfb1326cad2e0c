package turn

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// A MoveKind says what sort of Move a model makes.
type MoveKind uint8

const (
	GoMove    MoveKind = iota // a Move, or the rest of one
	GoLeg                     // the first leg of a Move in two
	GoLastLeg                 // the second
	GoFree                    // a Move out of a melee: nobody holds the model
	GoBoost                   // straight on, by an upgrade; the Move is not over
	GoCharge                  // a charge
	GoMirage                  // to where a model is that an attack on its mirage was at
	MoveKinds
)

// runGo asks where the acting model goes with what is left of its Move.
func runGo(s *State, t *Task) {
	m, kind := t.M, t.Move
	if s.Models[m].Status != Standing {
		s.Pop()
		return
	}
	if t.Step == Answered {
		s.Pop()
		for _, f := range s.Game.Hooks.Went {
			if f(s, m, kind, s.Answer) {
				return
			}
		}
		s.Go(m, s.Answer, kind)
		return
	}
	t.Step = Answered
	s.ForbidAll()
	s.allowMoves(m, s.Act.Left, s.HoldersNow(m))
	for _, f := range s.Game.Hooks.Onward {
		f(s, m, kind)
	}
	s.Ask(NodeGo, s.Owner(m), m, Nobody)
}

// Go carries out the answer where a model goes: to a destination, or off the area.
func (s *State) Go(m int8, a env.Action, kind MoveKind) {
	g := s.Game
	if a >= g.Actions.Edge && a < g.Actions.Edge+space.Edges {
		s.leave(m, space.Edge(a-g.Actions.Edge))
		return
	}
	to := g.DestOf(s.Models[m].At, a)
	if kind == GoFree {
		s.lengthen(m, to)
	}
	s.Travel(m, to, kind)
}

// Travel moves a model to a point that it can reach with what is left of the
// Move, by the shortest path (DUEL-24).
func (s *State) Travel(m int8, to space.Point, kind MoveKind) {
	t := s.Push(taskTravel, m)
	t.To, t.Move = to, kind
}

// Steps of taskTravel. Its Number holds the inches that the mover has gone.
const (
	travelSetsOut Step = iota
	travelStopped      // a feat could interrupt the mover, or has done so
)

// runTravel goes as far as the first thing on the path that interrupts it, and
// lets that happen; or to the end.
func runTravel(s *State, t *Task) {
	g, m, kind, to := s.Game, t.M, t.Move, t.To
	x := &s.Models[m]
	switch {
	case x.Status != Standing: // an interruption has stopped it, or a laser
		s.Pop()
		return
	case t.Step == travelSetsOut:
		t.from, s.refused = x.At, 0
	case x.At != t.halt:
		inches := space.Length(t.Number) * space.Inch
		s.Pop()
		s.displaced(m, kind, inches)
		return
	default:
		x.At = t.from
	}
	cost := space.Length(0)
	watched := s.interruptible(m)
	var path []space.Point
	drop := space.Length(0)
	if g.pathMatters || kind == GoLeg || watched || t.Step == travelStopped { // a stopped model may find another at its destination
		var ok bool
		if path, cost, ok = s.pathOf(m, to, kind); !ok { // the way has closed
			inches := space.Length(t.Number) * space.Inch
			if t.Step == travelStopped {
				x.At = t.halt
			}
			s.Pop()
			s.displaced(m, kind, inches)
			return
		}
		stop, stops := s.interrupted(m, path)
		if watched {
			far := g.Scene.Length(path)
			if stops {
				far = stop.After
			}
			if inch, met := s.stopFor(m, path, int(t.Number)+1, far); met {
				t.Step, t.Number, t.halt = travelStopped, int16(inch), x.At
				s.Push(taskInterrupt, m)
				return
			}
		}
		if stops {
			s.Pop()
			s.halt(m, path, stop, to, kind)
			return
		}
		drop = s.dropOf(m, to, kind)
	}
	s.Pop()
	s.Put(m, to)
	s.spend(kind, cost)
	if s.walked(m, path); s.ended {
		return
	}
	switch kind {
	case GoMove, GoLastLeg, GoFree:
		s.Reach(AtMoved, m)
	case GoLeg, GoCharge:
		s.Reach(AtLeg, m)
	}
	if drop > 0 {
		for _, f := range g.Hooks.Dropped {
			f(s, m, drop)
		}
	}
}

// dropOf returns the height of the fall at the end of a Move.
func (s *State) dropOf(m int8, to space.Point, kind MoveKind) space.Length {
	if kind == GoBoost || kind == GoCharge || s.Feet(m) == 0 {
		return 0
	}
	return s.Find(m, s.Act.Left).Drop(s.Game.Scene.Disc().ID(to.Sub(s.Models[m].At)))
}

// spend takes what has been gone from the Move under way; a Boost is no part of it.
func (s *State) spend(kind MoveKind, gone space.Length) {
	if kind != GoBoost {
		s.Act.Left = max(0, s.Act.Left-gone)
		s.Act.Moved += gone
	}
}

// displaced goes on with a Move whose mover was moved by force in the middle of
// it, after this many inches: it is planned anew, and a charge has failed (DUEL-43).
func (s *State) displaced(m int8, kind MoveKind, gone space.Length) {
	s.spend(kind, gone)
	switch kind {
	case GoCharge:
		s.Act.failed = true
	case GoBoost: // it ends there, and the Move goes on
	default:
		s.Push(TaskGo, m).Move = kind
	}
}

// pathOf returns the path of a model to a point, and its cost; false when there is
// none any more.
func (s *State) pathOf(m int8, to space.Point, kind MoveKind) (path []space.Point, cost space.Length, ok bool) {
	g, at := s.Game, s.Models[m].At
	if kind == GoBoost || kind == GoCharge { // straight on, if nobody has come into the way and the model is not elsewhere
		var room [MaxModels]space.Model
		s.path = append(s.path[:0], at, to)
		cost = s.memory().reach.Straight(s.Spot(m), to, s.straightOn(m, s.Act.Left), &s.Land)
		open := s.Free(m, to) && g.Scene.SweepFree(s.Spot(m), to, &s.Land, s.Others(m, &room))
		return s.path, cost, open && (kind == GoBoost || cost <= s.Act.Left+1)
	}
	r := s.Find(m, s.Act.Left)
	id := g.Scene.Disc().ID(to.Sub(at))
	if id < 0 || !r.Has(id) {
		return nil, 0, false
	}
	s.path = r.Path(id, s.path[:0])
	return s.path, r.Cost(id), true
}

// A Stop is something on a path that interrupts it: what task it brings, about
// which token or piece.
type Stop struct {
	After float64 // inches
	Kind  TaskKind
	What  int
}

// interrupted finds the first thing on a path that interrupts it.
func (s *State) interrupted(m int8, path []space.Point) (first Stop, found bool) {
	for _, f := range s.Game.Hooks.Stops {
		if x, ok := f(s, m, path); ok && (!found || x.After < first.After) {
			first, found = x, true
		}
	}
	return first, found
}

// walked tells the rules which way a model has gone, where that matters.
func (s *State) walked(m int8, way []space.Point) {
	if len(way) == 0 {
		return
	}
	for _, f := range s.Game.Hooks.Passed {
		if f(s, m, way); s.ended {
			return
		}
	}
}

// cut shortens a way in place to its first inches, and ends it at a point.
func (g *Game) cut(way []space.Point, after float64, end space.Point) []space.Point {
	for i := 1; i < len(way); i++ {
		leg := g.Scene.Distance(way[i-1], way[i])
		if after <= leg {
			way[i] = end
			return way[:i+1]
		}
		after -= leg
	}
	return way
}

// halt moves a model along a path to where it is interrupted, at the nearest
// free point of the lattice, lets the interruption happen, and then the Move goes
// on: to the same end past a laser, anew after a token (DUEL-52, DUEL-64).
func (s *State) halt(m int8, path []space.Point, at Stop, to space.Point, kind MoveKind) {
	g := s.Game
	var room [MaxModels]space.Model
	where := g.Scene.Along(path, at.After, s.Spot(m), &s.Land, s.Others(m, &room))
	gone := space.Inches(at.After)
	s.Put(m, where)
	s.spend(kind, gone)
	if s.walked(m, g.cut(path, at.After, where)); s.ended {
		return
	}
	switch kind {
	case GoBoost: // the boost ends at what it touches; the Move goes on
	case GoCharge:
		s.Travel(m, to, kind)
	default:
		s.Push(TaskGo, m).Move = kind
	}
	s.Push(at.Kind, m).Thing = int8(at.What)
}
