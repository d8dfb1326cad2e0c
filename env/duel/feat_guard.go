package duel

// Guard, channelled: until the Hero's next activation, or until it is prone or
// removed, +1 on each die of the attacks with which it returns fire (DUEL-77). No
// Duel follows the channelling (DUEL-66).
func init() {
	relax := func(s *State, m int8) { s.setMark(m, markGuard, 0) }
	skills[featGuard] = &skill{
		channel: true,
		mayUse:  func(*State, int8) bool { return true },
		use:     func(s *State, m int8) { s.setMark(m, markGuard, 1) },
		rule: rule{
			on: [points]func(s *State, m int8){atActivate: relax, atProne: relax, atRemoved: relax},
			modify: func(s *State, r roll) int {
				if r.kind == rollAttack && !s.initiates(r.by) {
					return s.mark(r.by, markGuard)
				}
				return 0
			},
		},
	}
}
