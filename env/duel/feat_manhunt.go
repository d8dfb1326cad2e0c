package duel

import "ringer/env/duel/space"

// Manhunt: the Hero declares an enemy Hero its prey. When the prey ends a regular
// activation standing, the Hero may at once, besides its own activation, make a Move
// to where it sees the prey, and then a Duel follows; once a round (DUEL-87,
// DUEL-114). Who cannot be activated at all cannot hunt (DUEL-80).
func init() {
	skills[featManhunt] = &skill{
		designate: enemyHeroes,
		rule: rule{on: [points]func(s *State, m int8){
			atActivationEnd: func(s *State, prey int8) {
				if s.act.given {
					return
				}
				for rest := s.bearers[featManhunt] & s.standing(); rest != 0; rest &= rest - 1 {
					if m := first(rest); s.bond(m, featManhunt) == prey && !s.models[m].spent.has(featManhunt) {
						s.pushSkill(featManhunt, m, int(prey), 0)
					}
				}
			},
		}},
		mayGo: func(s *State, m int8, _ space.Point) bool { return s.sees(m, s.bond(m, featManhunt)) },
		run:   runManhunt,
	}
}

func runManhunt(s *State, t *task) {
	m, prey := t.m, int8(t.a)
	const asking, going, gone = 0, 1, 2
	switch t.step {
	case asking:
		far := s.allowance(m, s.game.longMove())
		if s.models[m].status != standing || s.models[prey].status != standing || !s.mayActivate(m) || !s.allowGiven(featManhunt, m, far) {
			s.pop()
			return
		}
		t.step = going
		s.askUse(featManhunt, m, prey)
	case going:
		if s.answer != s.game.do(doYes) {
			s.pop()
			return
		}
		t.step = gone
		s.models[m].spent |= 1 << featManhunt
		s.giveMove(featManhunt, m, s.game.longMove(), true)
	default:
		s.pop()
		s.push(taskDuel, m, 0, 0)
	}
}
