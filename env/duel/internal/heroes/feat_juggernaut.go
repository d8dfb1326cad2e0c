package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Juggernaut: in a melee each natural 6 of the Hero's attack counts as two hits, even
// if it would not have hit at all; to avoid it stops both of them or none (DUEL-82,
// DUEL-13).
func juggernautFeat() *turn.Skill {
	return &turn.Skill{
		Needs: needsMelee,
		Hook: func(h *turn.Hooks) {
			h.Worth.Add(func(s *turn.State, r turn.Roll, face uint8, hits int) int {
				if face != 6 || !s.Duel.Melee || !s.Bears(r.By, turn.FeatJuggernaut) {
					return hits
				}
				return s.Game.Whole(config.JuggernautHits)
			})
		},
	}
}
