package options

import "ringer/env/duel/internal/turn"

// With weapon_range a shot carries as far as its weapon (DUEL-65). A Duel needs
// one of the two in the other's reach; a model with nobody in reach may only
// avoid.
var weaponRangeRule = turn.Rule{Name: "weapon_range", Hook: func(h *turn.Hooks) {
	h.Reaches.Add(func(s *turn.State, m, target int8) bool {
		return s.Within(m, target, s.Game.Ranges[s.Build(m).Ranged])
	})
}}
