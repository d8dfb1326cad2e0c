package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Immobilize, a Special Attack that is channelled: instead of hitting, the attack of
// the Duel that follows places a die beside its target that shows how many hits it
// would have dealt; of two dice the higher stays. In each Upkeep it falls by 1. While
// it lies there the model has no activation of any kind, but takes part in Duels
// (DUEL-66, DUEL-80).
func immobilizeFeat() *turn.Skill {
	over := func(s *turn.State, m int8) {
		if s.Models[m].Owed == 0 { // under bids its Duel is still to come
			s.SetMark(m, turn.MarkImmobilizing, 0)
		}
	}
	return &turn.Skill{
		Channel: true, Attack: true,
		MayUse: func(s *turn.State, m int8) bool { return !s.ForbidsSpecials(m) },
		Use: func(s *turn.State, m int8) {
			s.Plan(m)
			s.SetMark(m, turn.MarkImmobilizing, 1)
		},
		MayConvert: func(s *turn.State, a *turn.Attack) bool {
			return s.Duel.Special == turn.FeatImmobilize && a.By == s.Duel.By
		},
		Convert: func(s *turn.State, a *turn.Attack) {
			if s.InPlay.Has(a.At) {
				s.SetMark(a.At, turn.MarkImmobilize, max(s.Mark(a.At, turn.MarkImmobilize), min(int(a.Hits), s.Game.Whole(config.ImmobilizeRounds))))
			}
		},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtActivate].Add(func(s *turn.State, m int8) { s.SetMark(m, turn.MarkImmobilizing, 0) })
			h.On[turn.AtActivationEnd].Add(over)
			h.On[turn.AtEngaged].Add(func(s *turn.State, m int8) {
				if s.Mark(m, turn.MarkImmobilizing) != 0 && s.Duel.Special == turn.NoSkill && !s.ForbidsSpecials(m) {
					s.Duel.Special = turn.FeatImmobilize
					s.SetMark(m, turn.MarkImmobilizing, 0)
				}
			})
			h.On[turn.AtUpkeep].Add(func(s *turn.State, _ int8) {
				for m := range int8(s.Game.Models) {
					s.SetMark(m, turn.MarkImmobilize, max(0, s.Mark(m, turn.MarkImmobilize)-1))
					s.SetMark(m, turn.MarkImmobilizing, 0)
				}
			})
			h.MayActivate.Add(func(s *turn.State, m int8) bool { return !immobilized(s, m) })
		},
	}
}

// immobilized reports whether an Immobilize die lies beside a model: it has no activation
// of any kind.
func immobilized(s *turn.State, m int8) bool { return s.Mark(m, turn.MarkImmobilize) != 0 }
