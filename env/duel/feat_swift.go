package duel

// Swift: in base contact with one other model, a friend counting too, the Hero moves
// away as if nobody held it, and nobody retaliates. What binds it holds it all the
// same (DUEL-91).
func init() {
	skills[featSwift] = &skill{
		needs: needsMelee,
		rule: rule{held: func(s *State, m int8, holders modelSet) modelSet {
			if s.bears(m, featSwift) && count(s.contacts(m)) == 1 {
				return 0
			}
			return holders
		}},
	}
}
