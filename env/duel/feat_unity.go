package duel

// Unity: every model in base contact with the Hero, friend or foe, has +1 on each
// die that it rolls in a Duel (DUEL-35).
func init() {
	skills[featUnity] = &skill{rule: rule{modify: func(s *State, r roll) int {
		n := 0
		for rest := s.bearers[featUnity] & s.standing() &^ bit(r.by); rest != 0; rest &= rest - 1 {
			if hero := first(rest); s.lends(featUnity, hero, r.by) && s.inContact(hero, r.by) {
				n++
			}
		}
		return n
	}}}
}
