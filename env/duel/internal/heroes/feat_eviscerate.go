package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
)

// Eviscerate, a Special Attack: instead of hitting, an attack places a die beside
// its target that shows how many hits it would have dealt, or raises the one that
// lies there. In each Upkeep the die rises by 1, to 6 at most; then two dice are
// rolled, and each that comes to 7 or more with it is a hit. A model that is left rolls
// to recover, also when it stands; if both dice say that it does, the die goes
// (DUEL-73). The hits are the attacker's (DUEL-68), but no Duel (DUEL-31).
func eviscerateFeat() *turn.Skill {
	return &turn.Skill{
		Attack:     true,
		MayConvert: func(s *turn.State, a *turn.Attack) bool { return s.Strikes(turn.FeatEviscerate, a) },
		Convert: func(s *turn.State, a *turn.Attack) {
			if s.InPlay.Has(a.At) {
				s.SetMark(a.At, turn.MarkEviscerate, min(s.Mark(a.At, turn.MarkEviscerate)+int(a.Hits), s.Game.Whole(config.EvisceratePips)))
				s.Models[a.At].Bonds[turn.BondEviscerator] = a.By
			}
		},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtUpkeepSeat].Add(func(s *turn.State, seat int8) {
				var dying turn.ModelSet
				for rest := s.Own[seat]; rest != 0; rest &= rest - 1 {
					if m := rest.First(); s.Fielded(m) && s.Mark(m, turn.MarkEviscerate) > 0 {
						dying |= turn.Bit(m)
					}
				}
				s.PushSkillEach(turn.FeatEviscerate, dying, turn.Nobody)
			})
			h.Tested.Add(func(s *turn.State, m int8) bool { return s.Mark(m, turn.MarkEviscerate) > 0 })
			h.RecoveryRolled.Add(func(s *turn.State, m int8, faces []uint8, bonus int) {
				if int(faces[0])+bonus >= s.Game.Config.RecoverOn { // the lower one
					s.SetMark(m, turn.MarkEviscerate, 0)
					s.Models[m].Bonds[turn.BondEviscerator] = turn.Nobody
				}
			})
		},
		Run: func(s *turn.State, t *turn.Task) {
			m := t.M
			if t.Step == turn.Asking {
				t.Step = turn.Answered
				s.SetMark(m, turn.MarkEviscerate, min(s.Mark(m, turn.MarkEviscerate)+1, s.Game.Whole(config.EvisceratePips)))
				s.Chance(turn.ChanceDice, 2, m)
				return
			}
			s.Pop()
			hits := 0
			for _, f := range turn.Throws(2)[s.Answer].Faces[:2] {
				if int(f)+s.Mark(m, turn.MarkEviscerate) >= s.Game.Config.HitOn {
					hits++
				}
			}
			s.Blame = turn.Bit(s.Models[m].Bonds[turn.BondEviscerator])
			options.Hurt(s, m, hits)
			s.Blame = 0
		},
	}
}
