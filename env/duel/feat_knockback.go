package duel

// Knockback: the target of an attack in which the Hero scores hits is shoved back an
// inch for each, straight away from the Hero, always, and after it has gone prone
// (DUEL-85). It works when returning fire too. What stops the target costs it
// nothing. Hits that became something else are none (DUEL-28); the target may have
// sent them to another model, or lost toughness only.
func init() {
	skills[featKnockback] = &skill{rule: rule{on: [points]func(s *State, m int8){
		atApplied: func(s *State, m int8) {
			a := &s.duel.attacks[s.duel.current]
			if s.bears(m, featKnockback) && a.scored > 0 && has(s.inPlay, a.at) {
				s.shove(a.at, m, int(a.scored))
			}
		},
	}}}
}
