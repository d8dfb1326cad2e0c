package duel

// Underdog: +1 on each die in a Duel that the Hero initiates in sight of more than
// one standing enemy (DUEL-77).
func init() {
	skills[featUnderdog] = &skill{rule: rule{modify: func(s *State, r roll) int {
		if !s.initiates(r.by) || !s.bears(r.by, featUnderdog) {
			return 0
		}
		seen := 0
		for rest := s.enemies(s.owner(r.by)) & s.standing(); rest != 0; rest &= rest - 1 {
			if s.sees(first(rest), r.by) {
				seen++
			}
		}
		return int(oneIf(seen > 1))
	}}}
}
