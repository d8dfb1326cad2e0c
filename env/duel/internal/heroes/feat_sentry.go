package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Sentry, of a Hero with a shield: every other friendly model in base contact with
// it is in light cover, whatever the attack comes from (DUEL-91). It helps while the
// Hero stands, and not the irresponsible (DUEL-35, DUEL-81).
func sentryFeat() *turn.Skill {
	return &turn.Skill{
		Needs: func(c *config.Config) string {
			switch {
			case !c.Armory:
				return "armory on, for a shield"
			case c.Cover == config.CoverOff:
				return "cover on"
			}
			return ""
		},
		Suits: func(b *config.Build) string {
			if !b.Shield {
				return "a shield"
			}
			return ""
		},
		Hook: func(h *turn.Hooks) {
			h.Covered.Add(func(s *turn.State, _, target int8) bool {
				for rest := s.Bearers[turn.FeatSentry] & s.Allied(s.Owner(target)) & s.InPlay &^ turn.Bit(target); rest != 0; rest &= rest - 1 {
					if m := rest.First(); s.Lends(turn.FeatSentry, m, target) && s.InContact(m, target) {
						return true
					}
				}
				return false
			})
		},
	}
}
