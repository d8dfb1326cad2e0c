package duel

// Juggernaut: in a melee each natural 6 of the Hero's attack counts as two hits, even
// if it would not have hit at all; to avoid it stops both of them or none (DUEL-82,
// DUEL-13).
func init() {
	skills[featJuggernaut] = &skill{
		needs: needsMelee,
		rule: rule{worth: func(s *State, r roll, face uint8, hits bool) int {
			switch {
			case face != 6 || !s.duel.melee || !s.bears(r.by, featJuggernaut):
				return 0
			case hits:
				return 1
			}
			return 2
		}},
	}
}
