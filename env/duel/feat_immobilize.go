package duel

// immobilizeMost is what an Immobilize die can show, like any die.
const immobilizeMost = 6

// Immobilize, a Special Attack that is channelled: instead of hitting, the attack of
// the Duel that follows places a die beside its target that shows how many hits it
// would have dealt; of two dice the higher stays. In each Upkeep it falls by 1. While
// it lies there the model has no activation of any kind, but takes part in Duels
// (DUEL-66, DUEL-80).
func init() {
	over := func(s *State, m int8) {
		if !s.is(m, flagOwesDuel) { // under bids its Duel is still to come
			s.setMark(m, markImmobilizing, 0)
		}
	}
	skills[featImmobilize] = &skill{
		channel: true, attack: true,
		mayUse: func(s *State, m int8) bool { return !s.forbidsSpecials(m) },
		use: func(s *State, m int8) {
			s.plan(m)
			s.setMark(m, markImmobilizing, 1)
		},
		mayConvert: func(s *State, a *attack) bool { return s.duel.special == featImmobilize && a.by == s.duel.by },
		convert: func(s *State, a *attack) {
			if has(s.inPlay, a.at) {
				s.setMark(a.at, markImmobilize, max(s.mark(a.at, markImmobilize), min(int(a.hits), immobilizeMost)))
			}
		},
		rule: rule{
			on: [points]func(s *State, m int8){
				atActivate:      func(s *State, m int8) { s.setMark(m, markImmobilizing, 0) },
				atActivationEnd: over,
				atEngaged: func(s *State, m int8) {
					if s.mark(m, markImmobilizing) != 0 && s.duel.special == noSkill {
						s.duel.special = featImmobilize
						s.setMark(m, markImmobilizing, 0)
					}
				},
				atUpkeep: func(s *State, _ int8) {
					for m := range int8(s.game.models) {
						s.setMark(m, markImmobilize, max(0, s.mark(m, markImmobilize)-1))
						s.setMark(m, markImmobilizing, 0)
					}
				},
			},
			mayActivate: func(s *State, m int8) bool { return s.mark(m, markImmobilize) == 0 },
		},
	}
}
