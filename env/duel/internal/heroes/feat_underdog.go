package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Underdog: +1 on each die in a Duel that the Hero initiates in sight of more than
// one standing enemy (DUEL-77).
func underdogFeat() *turn.Skill {
	return &turn.Skill{Hook: func(h *turn.Hooks) {
		h.Modify.Add(func(s *turn.State, r turn.Roll) int {
			if !s.Initiates(r.By) || !s.Bears(r.By, turn.FeatUnderdog) {
				return 0
			}
			seen := 0
			for rest := s.Enemies(s.Owner(r.By)) & s.Standing(); rest != 0; rest &= rest - 1 {
				if s.Sees(rest.First(), r.By) {
					seen++
				}
			}
			if seen >= s.Game.Whole(config.UnderdogEnemies) {
				return s.Game.Whole(config.UnderdogStrength)
			}
			return 0
		})
	}}
}
