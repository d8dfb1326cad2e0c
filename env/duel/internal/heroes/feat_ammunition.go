package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Ammunition: the Hero, and every model in base contact with it, friend or foe,
// rolls two dice to see whether its weapon jams; both must (DUEL-35, DUEL-53). Two
// Heroes with it do no more than one.
func ammunitionFeat() *turn.Skill {
	return &turn.Skill{
		Needs: func(c *config.Config) string {
			if !c.Jamming {
				return "jamming on"
			}
			return ""
		},
		Hook: func(h *turn.Hooks) {
			h.JamDice.Add(func(s *turn.State, m int8) int {
				for rest := s.Bearers[turn.FeatAmmunition] & s.InPlay; rest != 0; rest &= rest - 1 {
					if hero := rest.First(); hero == m || s.Lends(turn.FeatAmmunition, hero, m) && s.InContact(hero, m) {
						return 1
					}
				}
				return 0
			})
		},
	}
}
