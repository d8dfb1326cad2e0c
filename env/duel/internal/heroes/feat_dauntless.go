package heroes

import "ringer/env/duel/internal/turn"

// Dauntless: no ally of an attacker supports an attack on the Hero in a melee
// (DUEL-55).
func dauntlessFeat() *turn.Skill {
	return &turn.Skill{
		Needs: needsMelee,
		Hook: func(h *turn.Hooks) {
			h.Supported.Add(func(s *turn.State, _, target int8) bool { return !s.Bears(target, turn.FeatDauntless) })
		},
	}
}
