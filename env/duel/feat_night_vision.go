package duel

// Night Vision: the Hero ignores darkness. What it takes off the dice of the Hero's
// own shots does not count; it still counts for shots at the Hero (DUEL-107).
func init() {
	skills[featNightVision] = &skill{
		needs: func(c *Config) string {
			if !c.plays(AddOnNightRaid) {
				return "night_raid among the add_ons"
			}
			return ""
		},
		rule: rule{modify: func(s *State, r roll) int {
			if r.kind != rollAttack || s.duel.melee || !s.bears(r.by, featNightVision) {
				return 0
			}
			return s.darkness(r.by, r.against)
		}},
	}
}
