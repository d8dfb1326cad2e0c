package heroes

import "ringer/env/duel/internal/turn"

// Fast: two actions, each a Move or Interact, as to leave a mob is, and one Duel at
// the end. Under one_and_half_actions it may be inside one of them, as a Skirmish.
// Charge, Take aim, Channel and any other action of its own replaces both. A Hero
// that is fast never exhausts (DUEL-75). Animals are fast.
func fastFeat() *turn.Skill {
	return &turn.Skill{Hook: func(h *turn.Hooks) {
		h.On[turn.AtActivate].Add(func(s *turn.State, m int8) {
			if s.Bears(m, turn.FeatFast) {
				s.Act.More = 1
			}
		})
	}}
}
