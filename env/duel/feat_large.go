package duel

import "ringer/env/duel/space"

// Large: the Hero has a large base, and +1 on each die in a melee with a model on
// a smaller one (DUEL-82, DUEL-110).
func init() {
	skills[featLarge] = &skill{
		needs:   needsMelee,
		fielded: func(s *State, m int8) { s.models[m].base = space.Large },
		rule: rule{modify: func(s *State, r roll) int {
			if !s.duel.melee || !s.bears(r.by, featLarge) {
				return 0
			}
			for rest := s.opponents(r); rest != 0; rest &= rest - 1 {
				if s.base(first(rest)) < s.base(r.by) {
					return 1
				}
			}
			return 0
		}},
	}
}

// needsMelee is what skills say that do nothing without the rules of melee.
func needsMelee(c *Config) string {
	if !c.Melee {
		return "melee on"
	}
	return ""
}
