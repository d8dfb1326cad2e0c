package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Absorb Health: whenever the Hero removes another model, it gains a point of
// toughness, also beyond what it began with. The remover is the model that
// rolled the hit, redirected or not (DUEL-68).
func absorbHealthFeat() *turn.Skill {
	return &turn.Skill{Hook: func(h *turn.Hooks) {
		h.On[turn.AtSlain].Add(func(s *turn.State, by int8) {
			if s.Bears(by, turn.FeatAbsorbHealth) {
				s.Models[by].Toughness += uint8(s.Game.Whole(config.AbsorbHealthPoints))
			}
		})
	}}
}
