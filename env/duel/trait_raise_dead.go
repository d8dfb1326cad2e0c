package duel

import "ringer/env/duel/space"

// raisedAtOnce is how many models a Hero raises with one action.
const raisedAtOnce = 2

// Raise Dead: X times a game the Hero may spend its action to bring back one or two
// models of any side that have been removed and were not raised before, at free points
// in base contact with it. They fight for its owner, at once and later whenever the
// Hero has been activated, with the dice of their kind, hand to hand with a two-handed
// weapon, in heavy protection and without feats; the first hit removes them. They take
// and hold nothing that wins, and go with the Hero (DUEL-97).
func init() {
	skills[traitRaiseDead] = &skill{
		needs: func(c *Config) string {
			switch {
			case !c.Melee:
				return "melee on"
			case c.Respawn:
				return "respawn off"
			}
			return ""
		},
		ready: func(g *Game) {
			b := build{melee: twoHanded, name: "Raised"}
			if g.config.Protection {
				b.protection = -1
			}
			g.kits, g.raised = append(g.kits, b), uint8(len(g.kits))
		},
		mayUse: func(s *State, m int8) bool {
			if s.mark(m, markRaises) >= s.trait(m, traitRaiseDead) {
				return false
			}
			for rest := s.fallen(); rest != 0; rest &= rest - 1 {
				if s.besides(m, first(rest), false) {
					return true
				}
			}
			return false
		},
		use: func(s *State, m int8) {
			s.setMark(m, markRaises, s.mark(m, markRaises)+1)
			s.pushSkill(traitRaiseDead, m, raisingWhom, 0)
		},
		rule: rule{
			on: [points]func(s *State, m int8){
				atActivationEnd: func(s *State, m int8) {
					if s.raisedBy(m)&s.standing() != 0 && s.models[m].status == standing {
						s.pushSkill(traitRaiseDead, m, raisedAct, 0)
					}
				},
				atRemoved: func(s *State, m int8) {
					for rest := s.raisedBy(m) & s.inPlay; rest != 0; rest &= rest - 1 {
						s.remove(first(rest))
					}
				},
			},
			mayActivate: func(s *State, m int8) bool { return s.mark(m, markRaised) == 0 },
			mayEngage:   func(s *State, by, _ int8) bool { return s.mark(by, markRaised) == 0 },
			serves:      func(s *State, m int8) bool { return s.mark(m, markRaised) == 0 },
		},
		run: runRaiseDead,
	}
}

// What a task of Raise Dead is about, in task.a.
const (
	raisingWhom  = iota
	raisingWhere // the model is in task.to.X
	raisedAct
)

// runRaiseDead asks for models and places, task.b being how many have been raised; or
// lets those that a Hero has raised act, task.b being the next one to look at.
func runRaiseDead(s *State, t *task) {
	g, m := s.game, t.m
	asked := t.step == 1
	t.step = 1
	switch {
	case t.a == raisedAct:
		rest := s.raisedBy(m) & s.standing() &^ (1<<uint(t.b) - 1)
		if rest == 0 {
			s.pop()
			return
		}
		t.b = int16(first(rest)) + 1
		s.push(taskActivate, first(rest), activationGiven, 0)
	case t.a == raisingWhom && asked:
		e := s.chosen(m)
		if e == nobody {
			s.pop()
			return
		}
		t.a, t.to.X = raisingWhere, e
		s.forbidAll()
		s.besides(m, e, true)
		s.askSkill(traitRaiseDead, nodeWhere, s.owner(m), m, e)
	case t.a == raisingWhere:
		s.raise(m, t.to.X, g.destOf(s.models[m].at, s.answer))
		t.a, t.step = raisingWhom, 0
		t.b++
	default:
		var set modelSet
		for rest := s.fallen(); rest != 0 && t.b < raisedAtOnce; rest &= rest - 1 {
			if e := first(rest); s.besides(m, e, false) {
				set |= bit(e)
			}
		}
		if set == 0 {
			s.pop()
			return
		}
		s.askWhom(traitRaiseDead, m, set, t.b > 0)
	}
}

// fallen are the models that could be raised, had they a place.
func (s *State) fallen() (set modelSet) {
	for m := range int8(s.game.models) {
		if s.models[m].status == gone && !s.unfielded(m) && s.mark(m, markRaised) == 0 {
			set |= bit(m)
		}
	}
	return set
}

// besides says whether there are free points in contact with a Hero for another
// model; it may make them legal.
func (s *State) besides(hero, m int8, allow bool) bool {
	var room [maxModels]space.Model
	var free [64]space.Point
	found := false
	for _, p := range s.game.scene.ContactPoints(s.spot(hero), s.base(m), &s.land, s.others(nobody, &room), free[:0]) {
		if a := s.game.destID(s.models[hero].at, p); a != absent {
			if found = true; allow {
				s.allow(a)
			}
		}
	}
	return found
}

// raise brings a model back on the side of a Hero.
func (s *State) raise(hero, m int8, at space.Point) {
	x := &s.models[m]
	s.own[x.seat] &^= bit(m)
	x.seat = s.models[hero].seat
	s.own[x.seat] |= bit(m)
	s.strip(m)
	x.valour = noValour()
	x.leader, x.kit = hero, s.game.raised
	x.flags, x.facing, x.upgrade, x.climbed = flagFrail|flagActed|flagRested, -1, 0, 0
	s.setMark(m, markRaised, 1)
	s.enter(m, at)
}

// raisedBy are the models that a Hero has raised.
func (s *State) raisedBy(hero int8) (set modelSet) {
	for rest := s.inPlay; rest != 0; rest &= rest - 1 {
		if m := first(rest); s.mark(m, markRaised) != 0 && s.models[m].leader == hero {
			set |= bit(m)
		}
	}
	return set
}
