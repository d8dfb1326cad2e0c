package heroes

import "ringer/env/duel/internal/turn"

// Swift: in base contact with one other model, a friend counting too, the Hero
// moves away as if nobody held it, and nobody retaliates. Feats that bind it hold
// it all the same (DUEL-91).
func swiftFeat() *turn.Skill {
	return &turn.Skill{
		Needs: needsMelee,
		Hook: func(h *turn.Hooks) {
			h.Held.Add(func(s *turn.State, m int8, holders turn.ModelSet) turn.ModelSet {
				if s.Bears(m, turn.FeatSwift) && s.Contacts(m).Count() == 1 {
					return 0
				}
				return holders
			})
		},
	}
}
