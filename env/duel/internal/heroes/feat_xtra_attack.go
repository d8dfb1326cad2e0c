package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Xtra Attack: the Hero may interrupt the Move of an enemy in its sight and in the reach
// of its weapon, of a melee weapon too, each enemy once a round, with a Duel of one die
// in which the mover may only avoid hits. A mover who goes prone stops there (DUEL-94).
func xtraAttackFeat() *turn.Skill {
	return &turn.Skill{
		Attack: true,
		MayInterrupt: func(s *turn.State, m, mover int8) bool {
			if s.Models[m].Status != turn.Standing || s.Models[m].Struck.Has(mover) || s.ForbidsSpecials(m) || !s.MayInitiate(m) || !s.Sees(m, mover) {
				return false
			}
			return s.Engageable(m, mover) && s.Reaches(m, mover) || atArmsLength(s, m, mover)
		},
		Interrupt: func(s *turn.State, m, mover int8) {
			s.Models[m].Struck |= turn.Bit(mover)
			t := s.Push(turn.TaskDuel, m)
			t.How, t.Other, t.With = turn.DuelOneDie|turn.DuelOnly|turn.DuelDodge, mover, turn.FeatXtraAttack
		},
	}
}

// atArmsLength reports whether a model could strike another with a melee weapon.
func atArmsLength(s *turn.State, m, target int8) bool {
	return s.Game.Config.Melee && s.Build(m).Melee != config.NoWeapon && s.InContact(m, target)
}
