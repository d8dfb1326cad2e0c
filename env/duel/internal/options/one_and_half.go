package options

import (
	"ringer/env"
	"ringer/env/duel/internal/turn"
)

// Under one_and_half_actions a Move is longer, or a Skirmish: a Move of the
// usual length in two legs with a Duel between them, for which the mover rolls
// one die. If enemies are in sight after the second leg, one more Duel follows
// in which it may only avoid hits (DUEL-37).
var oneAndHalfRule = turn.Rule{Name: "one_and_half_actions", Hook: func(h *turn.Hooks) {
	h.Offer.Add(func(s *turn.State, _ int8) {
		if !s.Act.NoDuel || s.Act.Exhausting && !s.Act.Long {
			s.Allow(s.Game.Do(turn.DoSkirmish))
		}
	})
	h.Acted.Add(func(s *turn.State, m int8, a env.Action) bool {
		if a != s.Game.Do(turn.DoSkirmish) {
			return false
		}
		s.Act.Left, s.Act.Moved = s.Allowance(m, s.Game.Config.Move), 0
		if s.Act.Exhausting {
			s.Act.Long = true
		} else {
			s.Push(turn.TaskDuel, m).How = turn.DuelAvoidOnly
		}
		if s.Act.More > 0 { // its Duel is the one of the activation
			s.Act.NoDuel = true
			s.Again(m)
		}
		s.Push(turn.TaskGo, m).Move = turn.GoLastLeg
		s.Push(turn.TaskDuel, m).How = turn.DuelOneDie
		s.Push(turn.TaskGo, m).Move = turn.GoLeg
		return true
	})
}}
