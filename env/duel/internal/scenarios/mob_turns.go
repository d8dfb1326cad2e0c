package scenarios

import (
	"math"

	"ringer/env"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// runMobPlace puts a mob into a random square that has room for it; where there is
// none, the mob is left out (DUEL-59, DUEL-118).
func runMobPlace(s *turn.State, t *turn.Task) {
	i := int(t.Thing)
	if t.Step == turn.Answered {
		s.Pop()
		c := Mob(s, i)
		c.At, c.Civilians = mobSquare(s, i, int(s.Answer)), civilians
		discs(s)
		return
	}
	t.Step = turn.Answered
	s.ForbidAll()
	for square := range turn.Squares * turn.Squares {
		if mobSquare(s, i, square) != space.Nowhere {
			s.Allow(env.Action(square))
		}
	}
	if !s.Allowed() {
		s.Pop()
		return
	}
	s.Chance(turn.ChancePoint, 0, turn.Nobody)
}

// mobSquare returns the point nearest to the centre of a square where a disc has room,
// off the places where fighters come into play, those that are, and what they
// fight about.
func mobSquare(s *turn.State, i, square int) space.Point {
	g := s.Game
	return options.NearestInSquare(g, square, func(p space.Point) bool {
		for _, corner := range g.Corners {
			if g.Scene.Distance(p, corner) < g.Config.PlaceWithin+g.MobRadius.Inches() {
				return false
			}
		}
		for rest := s.InPlay; rest != 0; rest &= rest - 1 {
			if x := s.Spot(rest.First()); g.Scene.Distance(p, x.At) < (x.Base.Radius() + g.MobRadius).Inches() {
				return false
			}
		}
		return !onPrize(s, p) && mobFits(s, i, p)
	})
}

// onPrize reports whether a disc would keep fighters off what the scenario is about.
func onPrize(s *turn.State, p space.Point) bool {
	g := s.Game
	near := g.MobRadius.Inches() + 2*space.Normal.Radius().Inches()
	for k := range g.Hooks.Things {
		switch x := &g.Hooks.Things[k]; x.Kind {
		case turn.ThingTreasure, turn.ThingHill, turn.ThingCounter, turn.ThingFlag:
			for i := range x.Count {
				if t := x.Show(s, i); t.There && g.Scene.Distance(p, t.At) < near {
					return true
				}
			}
		}
	}
	return false
}

// Steps of taskMobStroll. Its Thing is the mob, its Number the inches that it goes.
const (
	strollNext turn.Step = iota
	strollRolled
	strollSent // whoever chooses has said which way
)

// longestStroll is the most that a mob goes, in inches.
const longestStroll = 5

// strolling returns the mob whose way is asked for and how many inches it goes; 0 inches
// when none is.
func strolling(s *turn.State) (mob int, inches float32) {
	if stack := s.Stack(); len(stack) > 0 {
		if t := &stack[len(stack)-1]; t.Kind == taskMobStroll && t.Step == strollSent {
			return int(t.Thing), float32(t.Number)
		}
	}
	return 0, 0
}

// runMobStroll lets one mob after the other move at the beginning of a round: on a
// die of 2 to 5 that many inches, one of eight ways, which the seat with most fighters
// in it chooses, else chance. It stays when that would take it out of the area, and
// stops at terrain and other mobs. A fighter in its way becomes part of it (DUEL-103).
func runMobStroll(s *turn.State, t *turn.Task) {
	g := s.Game
	i := int(t.Thing)
	switch t.Step {
	case strollRolled:
		die := int(s.Answer) + 1
		if t.Step = strollNext; die == 1 || die == 6 {
			t.Thing++
			break
		}
		t.Step, t.Number = strollSent, int16(die)
		seat := guide(s, i)
		if seat < 0 {
			s.Chance(turn.ChanceWay, turn.Directions, turn.Nobody)
			s.Origin = Mob(s, i).At
			return
		}
		s.ForbidAll()
		for d := range env.Action(turn.Directions) {
			s.Allow(g.Actions.Direction + d)
		}
		s.Origin = Mob(s, i).At
		s.Ask(turn.NodeMobWay, seat, (Mob(s, i).Members & s.Own[seat]).First(), turn.Nobody)
		return
	case strollSent:
		way := s.Answer
		if guide(s, i) >= 0 {
			way -= g.Actions.Direction
		}
		stroll(s, i, int(way), float64(t.Number))
		t.Thing++
		t.Step = strollNext
	}
	for ; int(t.Thing) < len(s.Street.Crowds); t.Thing++ {
		if Mob(s, int(t.Thing)).Size() > 0 {
			t.Step = strollRolled
			s.Chance(turn.ChanceDice, 1, turn.Nobody)
			return
		}
	}
	s.Pop()
}

// stroll moves a mob one of eight ways.
func stroll(s *turn.State, i, way int, inches float64) {
	g := s.Game
	dx, dy := float64(turn.DirectionSteps[way][0]), float64(turn.DirectionSteps[way][1])
	length, r := math.Hypot(dx, dy), g.MobRadius.Inches()
	x := float64(float64(Mob(s, i).At.X)*g.Step.Inches()) + inches*dx/length
	y := float64(float64(Mob(s, i).At.Y)*g.Step.Inches()) + inches*dy/length
	if b := g.Config.Board; x < r || y < r || x > b.Width-r || y > b.Depth-r {
		return
	}
	slide(s, i, dx, dy, inches, turn.Nobody, func(m int8) { join(s, m, i) })
}

// runMobReturn puts each model that has melted with the crowd onto a mob's disc,
// as the owner chooses; without mobs, near the corner (DUEL-104).
func runMobReturn(s *turn.State, t *turn.Task) {
	g := s.Game
	if t.Step == turn.Answered {
		t.Step = turn.Asking
		s.Street.Melted &^= turn.Bit(t.Other)
		join(s, t.Other, int(s.Answer-g.Actions.Mob))
	}
	for s.Street.Melted != 0 {
		m := s.Around(s.Street.Melted, turn.Nobody)
		s.ForbidAll()
		for i := range s.Street.Crowds {
			if Mob(s, i).Size() > 0 {
				s.Allow(g.Actions.Mob + env.Action(i))
			}
		}
		if s.Allowed() {
			t.Step, t.Other = turn.Answered, m
			s.Ask(turn.NodeMob, s.Owner(m), m, turn.Nobody)
			return
		}
		p := s.NearestFree(m, g.Corners[s.Corner[s.Owner(m)]])
		if p == space.Nowhere {
			break // it waits (DUEL-121)
		}
		s.Street.Melted &^= turn.Bit(m)
		comeOut(s, m, p)
	}
	s.Pop()
}

// comeOut puts a model back on its feet on a point.
func comeOut(s *turn.State, m int8, p space.Point) {
	x := &s.Models[m]
	x.At, x.Status = p, turn.Standing
	s.InPlay |= turn.Bit(m)
	s.Reach(turn.AtPlaced, m)
}

// runMobLeave asks a member that is activated where it leaves the disc, a Duel
// following, or whether it melts with the crowd: it drops what it carries, and is
// back at the beginning of the next round (DUEL-104).
func runMobLeave(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	i := mobOf(s, m)
	if t.Step == turn.Asking {
		t.Step = turn.Answered
		allowBeside(s, m, i)
		s.Allow(DoMelt(g))
		s.Ask(turn.NodeCrowd, s.Owner(m), m, turn.Nobody)
		return
	}
	s.Pop()
	if s.Answer == DoMelt(g) {
		s.LetFall(m)
		part(s, m)
		s.Models[m].Status = turn.Melted
		s.Street.Melted |= turn.Bit(m)
		return
	}
	p := g.DestOf(Mob(s, i).At, s.Answer)
	part(s, m)
	s.Plan(m)
	comeOut(s, m, p)
}

// DoMelt returns the id of melting with the crowd; it follows the mobs.
func DoMelt(g *turn.Game) env.Action { return g.Actions.Mob + space.MaxMobs }
