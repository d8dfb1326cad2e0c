package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Leap: on a Move the Hero may go in a straight line over, or onto, a piece of
// terrain that is in the way, if it is no longer, wider or higher than that and there
// is room to stand where the Hero lands. Heights cost nothing (DUEL-86). Protection
// makes no other difference to it (DUEL-60).
func leapFeat() *turn.Skill {
	return &turn.Skill{Hook: func(h *turn.Hooks) {
		h.Way.Add(func(s *turn.State, m int8, move *space.Move) {
			if !s.Bears(m, turn.FeatLeap) {
				return
			}
			move.Leap = space.Inches(s.Game.Number([...]config.Number{config.LeapHeavy, config.LeapMedium, config.LeapLight}[s.Build(m).Protection+1]))
		})
	}}
}
