package heroes

import "ringer/env/duel/internal/turn"

// Regenerate: a prone Hero gets up in Upkeep without a roll.
func regenerateFeat() *turn.Skill {
	return &turn.Skill{Rule: turn.Rule{
		Recovers: func(s *turn.State, m int8) bool { return s.Bears(m, turn.FeatRegenerate) },
	}}
}
