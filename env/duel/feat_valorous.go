package duel

import "ringer/env/duel/space"

// Valorous: standing after a Duel in which it returned fire, and not yet activated in
// this round, the Hero may move at once to where it is nearer to an enemy other than
// the one who began the Duel. That is its activation. If it then sees another enemy
// than that one, it initiates a Duel (DUEL-92, DUEL-115).
func init() {
	skills[featValorous] = &skill{
		rule: rule{on: [points]func(s *State, m int8){
			atDuelEnd: func(s *State, by int8) {
				d := &s.duel
				fired := s.responders() & d.set & d.fight &^ d.avoiding
				for rest := fired & s.bearers[featValorous] & s.standing(); rest != 0; rest &= rest - 1 {
					if m := first(rest); !s.is(m, flagActed) {
						s.trigger(featValorous, m, by)
					}
				}
			},
		}},
		triggered: func(s *State, m, about int8) { s.pushSkill(featValorous, m, int(about), 0) },
		mayGo: func(s *State, m int8, from space.Point) bool {
			scene, at := s.game.scene, s.models[m].at
			about := int8(s.newest(taskSkill, m).a)
			for rest := s.enemies(s.owner(m)) &^ bit(about) &^ s.company(about); rest != 0; rest &= rest - 1 {
				if e := s.models[first(rest)].at; scene.Distance(at, e) < scene.Distance(from, e) {
					return true
				}
			}
			return false
		},
		run: runValorous,
	}
}

func runValorous(s *State, t *task) {
	m := t.m
	const asking, going, gone = 0, 1, 2
	switch t.step {
	case asking:
		far := s.game.longMove()
		if s.models[m].status != standing || s.is(m, flagActed) || !s.mayActivate(m) || !s.allowGiven(featValorous, m, s.allowance(m, far)) {
			s.pop()
			return
		}
		t.step = going
		s.askUse(featValorous, m, int8(t.a))
	case going:
		if s.answer != s.game.do(doYes) {
			s.pop()
			return
		}
		t.step = gone
		s.set(m, flagActed)
		s.giveMove(featValorous, m, s.game.longMove(), true)
	default:
		about := int8(t.a)
		s.pop()
		if s.models[m].status != standing {
			return
		}
		for rest := s.enemies(s.owner(m)) &^ bit(about) &^ s.company(about); rest != 0; rest &= rest - 1 {
			if s.sees(m, first(rest)) {
				s.push(taskDuel, m, 0, 0)
				return
			}
		}
	}
}
