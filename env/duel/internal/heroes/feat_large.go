package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Large: the Hero has a large base, and +1 on each die in a melee with a model on
// a smaller one (DUEL-82, DUEL-110).
func largeFeat() *turn.Skill {
	return &turn.Skill{
		Needs:   needsMelee,
		Fielded: func(s *turn.State, m int8) { s.Models[m].Base = space.Large },
		Hook: func(h *turn.Hooks) {
			h.Modify.Add(func(s *turn.State, r turn.Roll) int {
				if !s.Duel.Melee || !s.Bears(r.By, turn.FeatLarge) {
					return 0
				}
				for rest := s.Opponents(r); rest != 0; rest &= rest - 1 {
					if s.Base(rest.First()) < s.Base(r.By) {
						return s.Game.Whole(config.LargeStrength)
					}
				}
				return 0
			})
		},
	}
}

// needsMelee returns the need of skills that do nothing without melee.
func needsMelee(c *config.Config) string {
	if !c.Melee {
		return "melee on"
	}
	return ""
}
