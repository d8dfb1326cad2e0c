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
			if !s.duel.melee && (m != s.duel.by || s.duel.aimed == 0) {
				s.push(taskJam, m, 0, 0)
			}
		},
	},
	offer: func(s *State, m int8) {
		if s.is(m, flagJammed) && !s.act.second {
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
		dice := 1
		for _, f := range s.game.hooks.jamDice {
			dice += f(s, t.m)
		}
		t.step, t.a = 1, int16(dice)
		s.chance(chanceDice, dice, t.m)
		return
	}
	jamsOn := 6
	if s.game.config.Armory && s.build(t.m).ranged == twoHanded {
		jamsOn = 5
	}
	if lowest := throws(int(t.a))[s.answer].faces[0]; int(lowest) >= jamsOn {
		s.set(t.m, flagJammed)
	}
	s.pop()
}
