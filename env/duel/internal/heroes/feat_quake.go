package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
)

// Quake: instead of hitting, an attack in a melee may shove all enemies in base
// contact with the Hero back, an inch for each hit. A model that is stopped by terrain or
// by another model takes one hit; the edge of the area only stops (DUEL-85). It works
// when fighting back, too. The Duel goes on with those who were shoved.
func quakeFeat() *turn.Skill {
	return &turn.Skill{
		Needs:      needsMelee,
		MayConvert: func(s *turn.State, _ *turn.Attack) bool { return s.Duel.Melee },
		Convert: func(s *turn.State, a *turn.Attack) {
			var e int8
			for rest := s.ContactsBefore(a.By) & s.Enemies(s.Owner(a.By)); rest != 0; rest &^= turn.Bit(e) {
				if e = s.Around(rest, a.By); options.Shove(s, e, s.Duel.Stood[a.By], int(a.Hits)) {
					options.Hurt(s, e, s.Game.Whole(config.QuakeHits))
				}
			}
		},
	}
}
