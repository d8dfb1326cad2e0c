package heroes

import (
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
)

// Knockback: the target of an attack in which the Hero scores hits is shoved back an
// inch for each, straight away from the Hero, always, and after it has gone prone
// (DUEL-85). It works when returning fire too. Being stopped costs the target
// nothing. Hits that became something else are none (DUEL-28); the target may have
// sent them to another model, or lost toughness only.
func knockbackFeat() *turn.Skill {
	return &turn.Skill{Hook: func(h *turn.Hooks) {
		h.On[turn.AtApplied].Add(func(s *turn.State, m int8) {
			a := &s.Duel.Attacks[s.Duel.Current]
			if s.Bears(m, turn.FeatKnockback) && a.Scored > 0 && s.InPlay.Has(a.At) {
				options.Shove(s, a.At, s.Duel.Stood[m], int(a.Scored))
			}
		})
	}}
}
