package duel

import "ringer/env"

func init() { runners[taskJam] = runJam }

// Every ranged attack rolled comes with a jam die: a natural 6 (5 or 6 with a
// two-handed weapon) jams the weapon after the shot. To unjam it is a whole
// action, and no Duel follows it (DUEL-53).
var jammingRule = rule{
	name: "jamming",
	on: [points]func(s *State, m int8){
		atAttacked: func(s *State, m int8) {
			if !s.duel.melee {
				s.push(taskJam, m, 0, 0)
			}
		},
	},
	offer: func(s *State, m int8) {
		if s.is(m, flagJammed) {
			s.allow(s.game.do(doUnjam))
		}
	},
	acted: func(s *State, m int8, a env.Action) bool {
		if a != s.game.do(doUnjam) {
			return false
		}
		s.clear(m, flagJammed)
		return true
	},
	// A jammed weapon initiates no Duel. Against it, it is not fired.
	mayEngage: func(s *State, by, _ int8) bool { return !s.is(by, flagJammed) },
}

func runJam(s *State, t *task) {
	if t.step == 0 {
		t.step = 1
		s.chance(chanceDice, 1, t.m)
		return
	}
	jamsOn := 6
	if s.game.config.Armory && s.game.builds[t.m].ranged == twoHanded {
		jamsOn = 5
	}
	if int(s.answer)+1 >= jamsOn {
		s.set(t.m, flagJammed)
	}
	s.pop()
}
