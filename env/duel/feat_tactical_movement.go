package duel

import "ringer/env/duel/space"

// Tactical movement: still standing after a Duel, the Hero may move at once, to
// where no standing enemy sees it. A Move that it had not finished is over, and it
// may still be activated (DUEL-92, DUEL-115).
func init() {
	skills[featTacticalMovement] = &skill{
		rule: rule{on: [points]func(s *State, m int8){
			atDuelEnd: func(s *State, _ int8) {
				d := &s.duel
				for rest := (d.in | bit(d.by)) & s.bearers[featTacticalMovement] & s.standing(); rest != 0; rest &= rest - 1 {
					s.trigger(featTacticalMovement, first(rest), nobody)
				}
			},
		}},
		triggered: func(s *State, m, _ int8) {
			if s.act.m == m {
				s.act.left = 0
			}
			s.giveMove(featTacticalMovement, m, s.game.longMove(), false)
		},
		mayGo: func(s *State, m int8, _ space.Point) bool {
			for rest := s.enemies(s.owner(m)) & s.standing(); rest != 0; rest &= rest - 1 {
				if s.sees(first(rest), m) {
					return false
				}
			}
			return true
		},
	}
}
