package options

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// The least range of a shot is part of the core; dead_zone exempts thrown
// weapons from it, short of base contact (DUEL-46).
var deadZoneRule = turn.Rule{Name: "dead_zone", Hook: func(h *turn.Hooks) {
	h.PointBlank.Add(func(s *turn.State, m, target int8) bool {
		return s.Build(m).Ranged == config.ThrownWeapon && !s.InContact(m, target)
	})
}}
