package options

import (
	"ringer/env"
	"ringer/env/duel/internal/turn"
)

// To exhaust, a model does two of Move, Interact and Unjam and then goes prone; a Move may
// be the way out of a melee. No Duel follows. Under one_and_half_actions one of the two may
// be a long Move or a Skirmish with its Duel (DUEL-47).
var exhaustRule = turn.Rule{Name: "exhaust", Hook: func(h *turn.Hooks) {
	h.Offer.Add(func(s *turn.State, m int8) {
		if !s.Act.Plain() && s.Act.More == 0 && !s.Is(m, turn.FlagFrail) {
			s.Allow(s.Game.Do(turn.DoExhaust))
		}
	})
	h.Acted.Add(func(s *turn.State, m int8, a env.Action) bool {
		if a != s.Game.Do(turn.DoExhaust) {
			return false
		}
		s.Act.Exhausting, s.Act.NoDuel = true, true
		s.Push(turn.TaskProneNow, m)
		s.Push(turn.TaskAct, m)
		s.Push(turn.TaskAct, m)
		return true
	})
}}
