package duel

import "ringer/env"

// coordinateReach is how near to the Hero those must be that it coordinates, in
// inches.
const coordinateReach = 4

// Coordinate: when the Hero is activated it may first activate X gangers or 2X rookies
// within 4 inches, where X is its trait Follower: own ones, or those of other Heroes of
// the side. Each makes a Move, one after the other. Then its owner chooses an enemy, and
// those who can duel with it do so together: each with a score of its own, the enemy
// with one score and one target. There is no Special Attack in such a Duel, and nobody
// lends eyes for it. Then the Hero goes on (DUEL-72).
func init() {
	skills[featCoordinate] = &skill{
		leads: true,
		rule: rule{on: [points]func(s *State, m int8){
			atActivate: func(s *State, m int8) {
				if s.bears(m, featCoordinate) && s.coordinable(m) != 0 {
					s.pushSkill(featCoordinate, m, gathering, 0)
				}
			},
		}},
		run: runCoordinate,
	}
}

// Stages of Coordinate, in task.a.
const (
	gathering = iota // who is to go
	marching         // task.b is the next to look at
	aiming           // at whom; afterwards in task.to.X
	arming           // shoot or fight
	wavering         // shoot into a melee or not
	drawing          // whom a shot into a melee meets
	dispersing
)

func runCoordinate(s *State, t *task) {
	m, g, asked := t.m, s.game, t.step == 1
	t.step = 0
	switch t.a {
	case gathering:
		if asked {
			e := s.chosen(m)
			if e == nobody {
				t.a = marching
				return
			}
			s.setMark(e, markCoordinated, 1)
			s.set(e, flagActed)
		}
		if set := s.coordinable(m); set != 0 {
			t.step = 1
			s.askWhom(featCoordinate, m, set, true)
			return
		}
		t.a = marching
	case marching:
		rest := s.coordinated() & s.standing() &^ (1<<uint(t.b) - 1)
		if rest == 0 {
			s.act.crossed = 0
			t.a = aiming
			return
		}
		e := first(rest)
		t.b = int16(e) + 1
		s.stir(e)
		s.giveMove(featCoordinate, e, g.longMove(), true)
	case aiming:
		s.coordinateAim(t, asked)
	case arming:
		s.coordinateFire(t, asked && s.answer == g.do(doFight))
	case wavering:
		if s.answer == g.do(doNo) {
			t.a = dispersing
			return
		}
		s.coordinateDraw(t)
	case drawing:
		drawn := int8(s.answer)
		var set modelSet
		for rest := s.coordinated() & s.standing(); rest != 0; rest &= rest - 1 {
			if e := first(rest); s.mayInitiate(e) && s.aimsAt(e, drawn) {
				set |= bit(e)
			}
		}
		t.a = dispersing
		s.duelTogether(set, drawn, false, true)
	default:
		s.pop()
		for e := range int8(g.models) {
			s.setMark(e, markCoordinated, 0)
		}
	}
}

// coordinateAim asks for the enemy, and whether it is shot at or fought where both
// can be.
func (s *State) coordinateAim(t *task, asked bool) {
	g, m := s.game, t.m
	if asked {
		t.to.X = s.chosen(m)
	} else {
		var set modelSet
		for rest := s.enemies(s.owner(m)); rest != 0; rest &= rest - 1 {
			e := first(rest)
			if hand, shot := s.able(s.coordinated(), e); hand|shot != 0 {
				set |= bit(e)
			}
		}
		switch count(set) {
		case 0:
			t.a = dispersing
			return
		case 1:
			t.to.X = first(set)
		default:
			t.step = 1
			s.askWhom(featCoordinate, m, set, false)
			return
		}
	}
	t.a = arming
	if hand, shot := s.able(s.coordinated(), t.to.X); hand != 0 && shot != 0 {
		t.step = 1
		s.forbidAll()
		s.allow(g.do(doShoot))
		s.allow(g.do(doFight))
		s.askSkill(featCoordinate, nodeWeapon, s.owner(m), m, t.to.X)
	}
}

// coordinateFire lets the Duel begin: hand to hand, or with shots, of which one into
// a melee meets anybody in it.
func (s *State) coordinateFire(t *task, fight bool) {
	g, m, e := s.game, t.m, t.to.X
	hand, shot := s.able(s.coordinated(), e)
	if fight || shot == 0 {
		t.a = dispersing
		s.duelTogether(hand, e, true, false)
		return
	}
	group := modelSet(0)
	if g.config.Melee {
		group = s.meleeOf(e)
	}
	switch {
	case group == 0:
		t.a = dispersing
		s.duelTogether(shot, e, false, false)
	case group&s.allied(s.owner(m)) != 0:
		t.a, t.step = wavering, 1
		s.forbidAll()
		s.allow(g.do(doYes))
		s.allow(g.do(doNo))
		s.askSkill(featCoordinate, nodeInto, s.owner(m), m, e)
	default:
		s.coordinateDraw(t)
	}
}

// coordinateDraw draws who of a melee is shot at, of those that somebody could hit.
func (s *State) coordinateDraw(t *task) {
	t.a = drawing
	s.forbidAll()
	for rest := s.meleeOf(t.to.X); rest != 0; rest &= rest - 1 {
		for by := s.coordinated() & s.standing(); by != 0; by &= by - 1 {
			if s.mayInitiate(first(by)) && s.aimsAt(first(by), first(rest)) {
				s.allow(env.Action(first(rest)))
			}
		}
	}
	s.chance(chanceMember, 0, t.to.X)
}

// stir begins the activation of a model within that of another.
func (s *State) stir(m int8) {
	act := s.act
	s.act = activation{m: m, given: true}
	s.reach(atActivate, m)
	s.act = act
	s.act.crossed = 0
}

// aimsAt says whether a model could shoot at another, whichever side that is on.
func (s *State) aimsAt(m, target int8) bool {
	return m != target && s.sees(m, target) && s.reaches(m, target)
}

// coordinated are those who act together under way.
func (s *State) coordinated() (set modelSet) {
	for rest := s.inPlay; rest != 0; rest &= rest - 1 {
		if m := first(rest); s.mark(m, markCoordinated) != 0 {
			set |= bit(m)
		}
	}
	return set
}

// coordinable are those whom a Hero could still add to a coordinated action.
func (s *State) coordinable(hero int8) (set modelSet) {
	chosen := s.coordinated()
	for rest := s.allied(s.owner(hero)) & s.standing() &^ chosen &^ bit(hero); rest != 0; rest &= rest - 1 {
		m := first(rest)
		k := s.models[m].kind
		switch {
		case k != ganger && k != rookie, s.is(m, flagActed), !s.mayActivate(m):
		case chosen != 0 && s.models[first(chosen)].kind != k, count(chosen) >= following(k, s.trait(hero, traitFollower)):
		case s.lends(featCoordinate, hero, m) && s.within(hero, m, coordinateReach):
			set |= bit(m)
		}
	}
	return set
}

// company are those who act together with a model.
func (s *State) company(m int8) modelSet {
	if s.mark(m, markCoordinated) == 0 {
		return 0
	}
	return s.coordinated()
}
