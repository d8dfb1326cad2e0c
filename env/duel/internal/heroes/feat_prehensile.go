package heroes

import "ringer/env/duel/internal/turn"

// Prehensile: while the Hero stands, enemies in base contact with it cannot leave it,
// not even by disengaging or by Swift. They may stay, interact, and move where they
// stay in contact (DUEL-90).
func prehensileFeat() *turn.Skill {
	return &turn.Skill{
		Needs: needsMelee,
		Hook: func(h *turn.Hooks) {
			h.Bound.Add(func(s *turn.State, m int8) (set turn.ModelSet) {
				for rest := s.Bearers[turn.FeatPrehensile] & s.Enemies(s.Owner(m)); rest != 0; rest &= rest - 1 {
					if e := rest.First(); s.Models[e].Status == turn.Standing && s.InContact(e, m) {
						set |= turn.Bit(e)
					}
				}
				return set
			})
		},
	}
}
