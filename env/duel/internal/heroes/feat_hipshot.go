package heroes

import "ringer/env/duel/internal/turn"

// Hipshot, a Special Attack: a Move in two legs with the Duel between them, like a
// Skirmish, but of full length, with all dice, and without another Duel at the end
// (DUEL-79). A Hero that is fast may do it in either Move (DUEL-75).
func hipshotFeat() *turn.Skill {
	return &turn.Skill{
		Attack: true, Move: true,
		MayUse: func(s *turn.State, m int8) bool { return !s.Act.NoDuel && !s.ForbidsSpecials(m) },
		Use: func(s *turn.State, m int8) {
			s.Act.Left, s.Act.Moved = s.Allowance(m, s.BaseMove()), 0
			if s.Act.More > 0 { // its Duel is the one of the activation
				s.Act.NoDuel = true
				s.Again(m)
			}
			s.Push(turn.TaskGo, m).Move = turn.GoLastLeg
			s.Push(turn.TaskDuel, m).With = turn.FeatHipshot
			s.Push(turn.TaskGo, m).Move = turn.GoLeg
		},
	}
}
