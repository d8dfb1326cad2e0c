package duel

// Fast: two actions, each a Move or Interact, and one Duel at the end. Under
// one_and_half_actions it may be inside one of them, as a Skirmish. Charge, Take
// aim, Channel and whatever else is an action of its own replaces both. Who is
// fast never exhausts (DUEL-75). Animals are fast.
func init() {
	skills[featFast] = &skill{rule: rule{on: [points]func(s *State, m int8){
		atActivate: func(s *State, m int8) {
			if s.bears(m, featFast) {
				s.act.more = 1
			}
		},
	}}}
}
