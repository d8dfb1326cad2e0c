package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/scenarios"
	"ringer/env/duel/internal/turn"
)

// Night Vision: the Hero ignores darkness. Its penalty on the dice of the Hero's
// own shots does not count; it still counts for shots at the Hero (DUEL-107).
func nightVisionFeat() *turn.Skill {
	return &turn.Skill{
		Needs: func(c *config.Config) string {
			if !c.Plays(config.AddOnNightRaid) {
				return "night_raid among the add_ons"
			}
			return ""
		},
		Hook: func(h *turn.Hooks) {
			h.Modify.Add(func(s *turn.State, r turn.Roll) int {
				if r.Kind != turn.RollAttack || s.Duel.Melee || !s.Bears(r.By, turn.FeatNightVision) {
					return 0
				}
				return scenarios.Darkness(s, r.By, r.Against)
			})
		},
	}
}
