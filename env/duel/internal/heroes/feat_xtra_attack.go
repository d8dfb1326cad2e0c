package heroes

import "ringer/env/duel/internal/turn"

// Xtra Attack: the Hero may interrupt the Move of an enemy in its sight and reach,
// each enemy once a round, with a Duel of one die in which the mover may only avoid
// hits. A mover who goes prone stops there (DUEL-94).
func xtraAttackFeat() *turn.Skill {
	return &turn.Skill{
		Attack: true,
		MayInterrupt: func(s *turn.State, m, mover int8) bool {
			return s.Models[m].Status == turn.Standing && !s.Models[m].Struck.Has(mover) && !s.ForbidsSpecials(m) &&
				s.Engageable(m, mover) && s.Sees(m, mover) && s.Reaches(m, mover)
		},
		Interrupt: func(s *turn.State, m, mover int8) {
			s.Models[m].Struck |= turn.Bit(mover)
			t := s.Push(turn.TaskDuel, m)
			t.How, t.Other, t.With = turn.DuelOneDie|turn.DuelOnly|turn.DuelDodge, mover, turn.FeatXtraAttack
		},
	}
}
