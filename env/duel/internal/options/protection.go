package options

import "ringer/env/duel/internal/turn"

// Light protection adds 1 to a model's dice, to dice against it and to the
// inches of its Moves; heavy protection takes 1 off (DUEL-60).
var protectionRule = turn.Rule{Name: "protection", Hook: func(h *turn.Hooks) {
	h.Modify.Add(func(s *turn.State, r turn.Roll) int {
		x := int(s.Build(r.By).Protection)
		if r.Kind == turn.RollAttack {
			x += int(s.Build(r.Against).Protection)
		}
		return x
	})
	h.Allowance.Add(func(s *turn.State, m int8) float64 { return float64(s.Build(m).Protection) })
}}
