package duel

import "ringer/env"

// To exhaust, a model does two of Move, Interact and Unjam and then goes prone;
// no Duel follows. Under one_and_half_actions one of the two may be a long Move
// or a Skirmish with its Duel (DUEL-47).
var exhaustRule = rule{
	name: "exhaust",
	offer: func(s *State, m int8) {
		if !s.act.plain() && s.act.more == 0 && !s.is(m, flagFrail) {
			s.allow(s.game.do(doExhaust))
		}
	},
	acted: func(s *State, m int8, a env.Action) bool {
		if a != s.game.do(doExhaust) {
			return false
		}
		s.act.exhausting, s.act.noDuel = true, true
		s.push(taskProneNow, m, 0, 0)
		s.push(taskAct, m, 0, 0)
		s.push(taskAct, m, 0, 0)
		return true
	},
}
