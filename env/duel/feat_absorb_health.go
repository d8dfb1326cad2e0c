package duel

// Absorb Health: whenever the Hero removes another model, it gains a point of
// toughness, also beyond what it began with. The remover is whoever rolled the
// hit, redirected or not (DUEL-68).
func init() {
	skills[featAbsorbHealth] = &skill{rule: rule{on: [points]func(s *State, m int8){
		atRemoved: func(s *State, m int8) {
			if by := s.blame; by != nobody && by != m && s.bears(by, featAbsorbHealth) && has(s.inPlay, by) {
				s.models[by].toughness++
			}
		},
	}}}
}
