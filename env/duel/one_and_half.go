package duel

import "ringer/env"

// Under one_and_half_actions a Move is longer, or a Skirmish: a Move of the
// usual length in two legs with a Duel between them, for which the mover rolls
// one die. If enemies are in sight after the second leg, one more Duel follows
// in which it may only avoid hits (DUEL-37).
var oneAndHalfRule = rule{
	name: "one_and_half_actions",
	offer: func(s *State, _ int8) {
		if !s.act.noDuel || s.act.exhausting && !s.act.long {
			s.allow(s.game.do(doSkirmish))
		}
	},
	acted: func(s *State, m int8, a env.Action) bool {
		if a != s.game.do(doSkirmish) {
			return false
		}
		s.act.left, s.act.moved = s.allowance(m, s.game.config.Move), 0
		if s.act.exhausting {
			s.act.long = true
		} else {
			s.push(taskDuel, m, duelAvoidOnly, 0)
		}
		if s.act.more > 0 { // its Duel is the one of the activation
			s.act.noDuel = true
			s.again(m)
		}
		s.push(taskGo, m, goLastLeg, 0)
		s.push(taskDuel, m, duelOneDie, 0)
		s.push(taskGo, m, goLeg, 0)
		return true
	},
}
