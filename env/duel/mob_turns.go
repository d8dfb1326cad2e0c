package duel

import (
	"math"

	"ringer/env"
	"ringer/env/duel/space"
)

func init() {
	runners[taskMobPlace] = runMobPlace
	runners[taskMobStroll] = runMobStroll
	runners[taskMobReturn] = runMobReturn
	runners[taskMobRecover] = runMobRecover
	runners[taskMobLeave] = runMobLeave
}

// runMobPlace puts a mob into a random square that has room for it; where there is
// none, the mob is left out (DUEL-59, DUEL-118).
func runMobPlace(s *State, t *task) {
	i := int(t.a)
	if t.step == 1 {
		s.pop()
		c := s.mob(i)
		c.at, c.civilians = s.mobSquare(i, int(s.answer)), civilians
		s.discs()
		return
	}
	t.step = 1
	s.forbidAll()
	for square := range squares * squares {
		if s.mobSquare(i, square) != space.Nowhere {
			s.allow(env.Action(square))
		}
	}
	if !s.allowed() {
		s.pop()
		return
	}
	s.chance(chancePoint, 0, nobody)
}

// mobSquare is the point nearest to the centre of a square where a disc has room,
// off the places where fighters come into play, those that are, and what they
// fight about.
func (s *State) mobSquare(i, square int) space.Point {
	g := s.game
	return g.nearestInSquare(square, func(p space.Point) bool {
		for _, corner := range g.corners {
			if g.scene.Distance(p, corner) < g.config.PlaceWithin+g.mobRadius.Inches() {
				return false
			}
		}
		for rest := s.inPlay; rest != 0; rest &= rest - 1 {
			if x := s.spot(first(rest)); g.scene.Distance(p, x.At) < (x.Base.Radius() + g.mobRadius).Inches() {
				return false
			}
		}
		return !s.onPrize(p) && s.mobFits(i, p)
	})
}

// onPrize says whether a disc would keep fighters off what the scenario is about.
func (s *State) onPrize(p space.Point) bool {
	g := s.game
	near := g.mobRadius.Inches() + 2*space.Normal.Radius().Inches()
	for k := range g.hooks.things {
		switch x := &g.hooks.things[k]; x.kind {
		case thingTreasure, thingHill, thingCounter, thingFlag:
			for i := range x.count {
				if t := x.show(s, i); t.there && g.scene.Distance(p, t.at) < near {
					return true
				}
			}
		}
	}
	return false
}

// runMobStroll lets one mob after the other move at the beginning of a round: on a
// die of 2 to 5 so many inches, one of eight ways, which the seat with most fighters
// in it chooses, else chance. It stays when that would take it out of the area, and
// stops at terrain and other mobs. Who is in its way becomes part of it (DUEL-103).
func runMobStroll(s *State, t *task) {
	g := s.game
	const next, rolled, sent = 0, 1, 2
	i := int(t.a)
	switch t.step {
	case rolled:
		die := int(s.answer) + 1
		if t.step = next; die == 1 || die == 6 {
			t.a++
			break
		}
		t.step, t.b = sent, int16(die)
		seat := s.guide(i)
		if seat < 0 {
			s.chance(chanceWay, directions, nobody)
			s.origin = s.mob(i).at
			return
		}
		s.forbidAll()
		for d := range env.Action(directions) {
			s.allow(g.actions.direction + d)
		}
		s.origin = s.mob(i).at
		s.ask(nodeMobWay, seat, first(s.mob(i).members&s.own[seat]), nobody)
		return
	case sent:
		way := s.answer
		if s.guide(i) >= 0 {
			way -= g.actions.direction
		}
		s.stroll(i, int(way), float64(t.b))
		t.a++
		t.step = next
	}
	for ; int(t.a) < len(s.street.crowds); t.a++ {
		if s.mob(int(t.a)).size() > 0 {
			t.step = rolled
			s.chance(chanceDice, 1, nobody)
			return
		}
	}
	s.pop()
}

// stroll moves a mob one of eight ways.
func (s *State) stroll(i, way int, inches float64) {
	g := s.game
	dx, dy := float64(directionSteps[way][0]), float64(directionSteps[way][1])
	length, r := math.Hypot(dx, dy), g.mobRadius.Inches()
	x := float64(s.mob(i).at.X)*g.step.Inches() + inches*dx/length
	y := float64(s.mob(i).at.Y)*g.step.Inches() + inches*dy/length
	if b := g.config.Board; x < r || y < r || x > b.Width-r || y > b.Depth-r {
		return
	}
	s.slide(i, dx, dy, inches, nobody, func(m int8) { s.join(m, i) })
}

// runMobReturn puts everybody who has melted with the crowd onto a mob's disc, as
// the owner chooses; without mobs, near the corner (DUEL-104).
func runMobReturn(s *State, t *task) {
	g := s.game
	if t.step == 1 {
		t.step = 0
		s.street.melted &^= bit(int8(t.a))
		s.join(int8(t.a), int(s.answer-g.actions.mob))
	}
	for s.street.melted != 0 {
		m := first(s.street.melted)
		s.forbidAll()
		for i := range s.street.crowds {
			if s.mob(i).size() > 0 {
				s.allow(g.actions.mob + env.Action(i))
			}
		}
		if s.allowed() {
			t.step, t.a = 1, int16(m)
			s.ask(nodeMob, s.owner(m), m, nobody)
			return
		}
		p := s.nearestFree(m, g.corners[s.corner[s.owner(m)]])
		if p == space.Nowhere {
			break // it waits (DUEL-121)
		}
		s.street.melted &^= bit(m)
		s.comeOut(m, p)
	}
	s.pop()
}

// comeOut puts a model back on its feet on a point.
func (s *State) comeOut(m int8, p space.Point) {
	x := &s.models[m]
	x.at, x.status = p, standing
	s.inPlay |= bit(m)
	s.reach(atPlaced, m)
}

// runMobRecover rolls whether a prone member of a mob gets up.
func runMobRecover(s *State, t *task) {
	m := t.m
	if t.step == 0 {
		t.step = 1
		s.chance(chanceDice, recoverDice, m)
		return
	}
	s.pop()
	bonus := 0
	if s.is(m, flagRested) {
		bonus = s.game.config.RecoverBonus
	}
	if int(throws(recoverDice)[s.answer].faces[recoverDice-1])+bonus >= s.game.config.RecoverOn {
		s.street.lying &^= bit(m)
		s.models[m].hits = 0
	}
}

// runMobLeave asks a member that is activated where it leaves the disc, a Duel
// following, or whether it melts with the crowd: it drops what it carries, and is
// back at the beginning of the next round (DUEL-104).
func runMobLeave(s *State, t *task) {
	g, m := s.game, t.m
	i := s.mobOf(m)
	if t.step == 0 {
		t.step = 1
		s.allowBeside(m, i)
		s.allow(g.doMelt())
		s.ask(nodeCrowd, s.owner(m), m, nobody)
		return
	}
	s.pop()
	if s.answer == g.doMelt() {
		s.letFall(m)
		s.part(m)
		s.models[m].status = melted
		s.street.melted |= bit(m)
		return
	}
	p := g.destOf(s.mob(i).at, s.answer)
	s.part(m)
	s.plan(m)
	s.comeOut(m, p)
}

// doMelt is the id of melting with the crowd; it follows the mobs.
func (g *Game) doMelt() env.Action { return g.actions.mob + space.MaxMobs }
