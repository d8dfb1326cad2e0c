package heroes

import "ringer/env/duel/internal/turn"

// Regenerate: a prone Hero gets up in Upkeep without a roll.
func regenerateFeat() *turn.Skill {
	return &turn.Skill{Hook: func(h *turn.Hooks) {
		h.Recovers.Add(func(s *turn.State, m int8) bool { return s.Bears(m, turn.FeatRegenerate) })
	}}
}
