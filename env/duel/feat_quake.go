package duel

// Quake: instead of hitting, an attack in a melee may shove all enemies in base
// contact with the Hero back, an inch for each hit. Who is stopped by terrain or by
// another model takes one hit; the edge of the area only stops (DUEL-85). It works
// when fighting back, too. The Duel goes on with those who were shoved.
func init() {
	skills[featQuake] = &skill{
		needs:      needsMelee,
		mayConvert: func(s *State, _ *attack) bool { return s.duel.melee },
		convert: func(s *State, a *attack) {
			for rest := s.contacts(a.by) & s.enemies(s.owner(a.by)); rest != 0; rest &= rest - 1 {
				if e := first(rest); s.shove(e, a.by, int(a.hits)) {
					s.hurt(e, 1)
				}
			}
		},
	}
}
