package duel

import (
	"ringer/env/duel/space"
)

func init() {
	runners[taskGo] = runGo
	runners[taskTravel] = runTravel
}

// Kinds of Moves, in task.a of taskGo and taskTravel.
const (
	goMove    = iota // a Move, or the rest of one
	goLeg            // the first leg of a Move in two
	goLastLeg        // the second
	goFree           // a Move out of a melee: nobody holds the model
	goBoost          // straight on, by an upgrade; the Move is not over
	goCharge         // a charge
)

// runGo asks where the acting model goes with what is left of its Move.
func runGo(s *State, t *task) {
	g, m, kind := s.game, t.m, int(t.a)
	if s.models[m].status != standing {
		s.pop()
		return
	}
	if t.step == 1 {
		s.pop()
		if a := s.answer; a >= g.actions.edge && a < g.actions.edge+space.Edges {
			s.leave(m, space.Edge(a-g.actions.edge))
			return
		}
		s.travel(m, g.destOf(s.models[m].at, s.answer), kind)
		return
	}
	t.step = 1
	s.forbidAll()
	held := s.holders(m)
	if kind == goFree {
		held = 0
	}
	s.allowMoves(m, s.act.left, held)
	s.ask(nodeGo, s.owner(m), m, nobody)
}

// travel moves a model to a point that it can reach with what is left of the
// Move, by the shortest path (DUEL-24).
func (s *State) travel(m int8, to space.Point, kind int) {
	t := s.push(taskTravel, m, kind, 0)
	t.to = to
}

// runTravel goes as far as the first thing on the path that interrupts it, and
// lets that happen; or to the end.
func runTravel(s *State, t *task) {
	g, m, kind, to := s.game, t.m, int(t.a), t.to
	x := &s.models[m]
	switch {
	case t.b == 0:
		t.from, s.refused = x.at, 0
	case x.status != standing: // an interruption has stopped it
		s.pop()
		return
	case x.at != t.halt:
		inches := space.Length(t.b) * space.Inch
		s.pop()
		s.displaced(m, kind, inches)
		return
	default:
		x.at = t.from
	}
	if to != x.at {
		x.flags &^= flagClimbing
		x.climbed = 0
	}
	cost := space.Length(0)
	watched := s.interruptible(m)
	var path []space.Point
	if g.pathMatters || kind == goLeg || watched || t.b > 0 { // who was stopped may find somebody where it was going
		var ok bool
		if path, cost, ok = s.pathOf(m, to, kind); !ok { // the way has closed
			inches := space.Length(t.b) * space.Inch
			if t.b > 0 {
				x.at = t.halt
			}
			s.pop()
			s.displaced(m, kind, inches)
			return
		}
		stop, stops := s.interrupted(m, path)
		if watched {
			far := g.scene.Length(path)
			if stops {
				far = stop.after
			}
			if inch, met := s.stopFor(m, path, int(t.b)+1, far); met {
				t.b, t.halt = int16(inch), x.at
				s.push(taskInterrupt, m, 0, 0)
				return
			}
		}
		if stops {
			s.pop()
			s.halt(m, path, stop, to, kind)
			return
		}
	}
	s.pop()
	x.at = to
	s.act.left = max(0, s.act.left-cost)
	s.act.moved += cost
	if s.walked(m, path); s.ended {
		return
	}
	switch kind {
	case goMove, goLastLeg, goFree:
		s.reach(atMoved, m)
	case goLeg, goCharge:
		s.reach(atLeg, m)
	}
}

// displaced goes on with a Move whose mover was moved by force in the middle of
// it, after so many inches: it is planned anew, and a charge has failed (DUEL-43).
func (s *State) displaced(m int8, kind int, gone space.Length) {
	s.act.left = max(0, s.act.left-gone)
	s.act.moved += gone
	switch kind {
	case goCharge:
		s.failCharge(m)
	case goBoost: // it ends there, and the Move goes on
	default:
		s.push(taskGo, m, kind, 0)
	}
}

// failCharge lets a charger who did not arrive only avoid hits.
func (s *State) failCharge(m int8) {
	for i := range s.tasks[:s.taskCount] {
		if t := &s.tasks[i]; t.kind == taskDuel && t.m == m {
			t.a |= duelAvoidOnly
		}
	}
}

// pathOf is the path of a model to a point, and its cost; false when there is
// none any more.
func (s *State) pathOf(m int8, to space.Point, kind int) (path []space.Point, cost space.Length, ok bool) {
	g, at := s.game, s.models[m].at
	if kind == goBoost || kind == goCharge { // straight on, if nobody has come into the way and the model is not elsewhere
		var room [maxModels]space.Model
		s.path = append(s.path[:0], at, to)
		cost = space.Inches(g.scene.Distance(at, to))
		open := s.free(m, to) && g.scene.SweepFree(s.spot(m), to, &s.land, s.others(m, &room))
		return s.path, cost, open && (kind == goBoost || cost <= s.act.left+1)
	}
	r := s.find(m, s.act.left)
	id := g.scene.Disc().ID(to.Sub(at))
	if id < 0 || !r.Has(id) {
		return nil, 0, false
	}
	s.path = r.Path(id, s.path[:0])
	return s.path, r.Cost(id), true
}

// A stop is something on a path that interrupts it.
type stop struct {
	after float64 // inches
	kind  taskKind
	what  int // token or piece
}

// interrupted finds the first thing on a path that interrupts it.
func (s *State) interrupted(m int8, path []space.Point) (first stop, found bool) {
	g := s.game
	if g.config.Upgrades {
		for i := range s.tokens {
			t := &s.tokens[i]
			if t.taken != 0 || s.overToken(m, t.at) {
				continue
			}
			if after, ok := g.scene.Swept(path, s.base(m), t.at, space.Inches(tokenRadius)); ok && (!found || after < first.after) {
				first, found = stop{after, taskUpgrade, i}, true
			}
		}
	}
	for rest := g.lasers &^ s.land.Gone; rest != 0; rest &= rest - 1 {
		i := lowest(rest)
		if s.act.crossed>>i&1 != 0 {
			continue
		}
		if after, ok := g.scene.Crossed(path, s.base(m), i); ok && (!found || after < first.after) {
			first, found = stop{after, taskLaserHit, i}, true
		}
	}
	return first, found
}

// overToken says whether a model already stands over a token: it does not move
// over it once more.
func (s *State) overToken(m int8, at space.Point) bool {
	_, ok := s.game.scene.Swept([]space.Point{s.models[m].at}, s.base(m), at, space.Inches(tokenRadius))
	return ok
}

// walked tells the rules which way a model has gone, where that matters.
func (s *State) walked(m int8, way []space.Point) {
	if len(way) == 0 {
		return
	}
	for _, f := range s.game.hooks.passed {
		if f(s, m, way); s.ended {
			return
		}
	}
}

// cut shortens a way in place to its first inches, and ends it at a point.
func (g *Game) cut(way []space.Point, after float64, end space.Point) []space.Point {
	for i := 1; i < len(way); i++ {
		leg := g.scene.Distance(way[i-1], way[i])
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
func (s *State) halt(m int8, path []space.Point, at stop, to space.Point, kind int) {
	g := s.game
	var room [maxModels]space.Model
	where := g.scene.Along(path, at.after, s.spot(m), &s.land, s.others(m, &room))
	gone := space.Inches(at.after)
	s.models[m].at = where
	s.act.left = max(0, s.act.left-gone)
	s.act.moved += gone
	if at.kind == taskLaserHit {
		s.act.crossed |= 1 << at.what
	}
	if s.walked(m, g.cut(path, at.after, where)); s.ended {
		return
	}
	switch kind {
	case goBoost: // the boost ends at what it touches; the Move goes on
	case goCharge:
		s.push(taskTravel, m, kind, 0).to = to
	default:
		s.push(taskGo, m, kind, 0)
	}
	s.push(at.kind, m, at.what, 0)
}
