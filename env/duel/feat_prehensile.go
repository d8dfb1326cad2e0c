package duel

// Prehensile: while the Hero stands, enemies in base contact with it cannot leave it,
// not even by disengaging or by Swift. They may stay, interact, and move where they
// stay in contact (DUEL-90).
func init() {
	skills[featPrehensile] = &skill{
		needs: needsMelee,
		rule: rule{bound: func(s *State, m int8) (set modelSet) {
			for rest := s.bearers[featPrehensile] & s.enemies(s.owner(m)); rest != 0; rest &= rest - 1 {
				if e := first(rest); s.models[e].status == standing && s.inContact(e, m) {
					set |= bit(e)
				}
			}
			return set
		}},
	}
}
