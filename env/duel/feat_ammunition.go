package duel

// Ammunition: the Hero, and every model in base contact with it, friend or foe,
// rolls two dice to see whether its weapon jams; both must (DUEL-35, DUEL-53). Two
// Heroes with it do no more than one.
func init() {
	skills[featAmmunition] = &skill{
		needs: func(c *Config) string {
			if !c.Jamming {
				return "jamming on"
			}
			return ""
		},
		rule: rule{jamDice: func(s *State, m int8) int {
			for rest := s.bearers[featAmmunition] & s.inPlay; rest != 0; rest &= rest - 1 {
				if hero := first(rest); hero == m || s.lends(featAmmunition, hero, m) && s.inContact(hero, m) {
					return 1
				}
			}
			return 0
		}},
	}
}
