package duel

import "ringer/env"

func init() { runners[taskAim] = runAim }

// A model that takes aim does not move; after the scores are revealed its owner
// may change its own by one, so that 0 and 7 can occur (DUEL-63).
var takeAimRule = rule{
	name: "take_aim",
	on: [points]func(s *State, m int8){
		atActivate: func(s *State, m int8) { s.clear(m, flagAimed) },
		atDuelEnd:  func(s *State, m int8) { s.clear(m, flagAimed) },
		atReveal: func(s *State, m int8) {
			if s.is(m, flagAimed) && has(s.duel.set, m) {
				s.push(taskAim, m, 0, 0)
			}
		},
	},
	offer: func(s *State, m int8) {
		if !s.act.plain() && s.seesEnemy(m) {
			s.allow(s.game.do(doTakeAim))
		}
	},
	acted: func(s *State, m int8, a env.Action) bool {
		if a != s.game.do(doTakeAim) {
			return false
		}
		s.set(m, flagAimed)
		s.plan(m)
		return true
	},
}

func runAim(s *State, t *task) {
	g, m := s.game, t.m
	if t.step == 1 {
		s.pop()
		s.duel.score[m] += uint8(s.answer - g.do(doAimLower)) // 0, 1 or 2 …
		s.duel.score[m]--                                     // … less 1
		return
	}
	t.step = 1
	s.forbidAll()
	for _, x := range []generic{doAimLower, doAimKeep, doAimHigher} {
		s.allow(g.do(x))
	}
	s.ask(nodeAim, s.owner(m), m, nobody)
}

// seesEnemy says whether any enemy in play is in sight.
func (s *State) seesEnemy(m int8) bool {
	for rest := s.enemies(s.owner(m)); rest != 0; rest &= rest - 1 {
		if s.sees(m, first(rest)) {
			return true
		}
	}
	return false
}
