package duel

// Sentry, of a Hero with a shield: every other friendly model in base contact with
// it is in light cover, whatever the attack comes from (DUEL-91). It helps while the
// Hero stands, and not the irresponsible (DUEL-35, DUEL-81).
func init() {
	skills[featSentry] = &skill{
		needs: func(c *Config) string {
			switch {
			case !c.Armory:
				return "armory on, for a shield"
			case c.Cover == CoverOff:
				return "cover on"
			}
			return ""
		},
		suits: func(b *build) string {
			if !b.shield {
				return "a shield"
			}
			return ""
		},
		rule: rule{covered: func(s *State, _, target int8) bool {
			for rest := s.bearers[featSentry] & s.allied(s.owner(target)) & s.inPlay &^ bit(target); rest != 0; rest &= rest - 1 {
				if m := first(rest); s.lends(featSentry, m, target) && s.inContact(m, target) {
					return true
				}
			}
			return false
		}},
	}
}
