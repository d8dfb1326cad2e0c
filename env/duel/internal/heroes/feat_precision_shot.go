package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// States of Precision shot: channelled for a Duel that is still to come, then on.
const (
	precisionOn = 1 + iota
	precisionToCome
)

// Precision shot, a Special Attack that is channelled: +2 on the Hero's dice, and +1
// on those rolled against it, in the Duel that follows the channelling at once
// (DUEL-66) and whenever it returns fire until its next activation (DUEL-67). It is
// the one Special Attack of that Duel (DUEL-27).
func precisionShotFeat() *turn.Skill {
	return &turn.Skill{
		Channel: true, Attack: true,
		MayUse: func(s *turn.State, m int8) bool { return !s.ForbidsSpecials(m) },
		Use: func(s *turn.State, m int8) {
			s.Plan(m)
			s.SetMark(m, turn.MarkPrecision, precisionToCome)
		},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtActivate].Add(func(s *turn.State, m int8) { s.SetMark(m, turn.MarkPrecision, 0) })
			h.On[turn.AtEngaged].Add(func(s *turn.State, m int8) {
				if s.Mark(m, turn.MarkPrecision) == precisionToCome && s.Duel.Special == turn.NoSkill && !s.ForbidsSpecials(m) {
					s.Duel.Special = turn.FeatPrecisionShot
					s.SetMark(m, turn.MarkPrecision, precisionOn)
				}
			})
			h.On[turn.AtActivationEnd].Add(func(s *turn.State, m int8) { // there was no Duel, and none is owed
				if s.Mark(m, turn.MarkPrecision) == precisionToCome && s.Models[m].Owed == 0 {
					s.SetMark(m, turn.MarkPrecision, precisionOn)
				}
			})
			h.Modify.Add(func(s *turn.State, r turn.Roll) int {
				x := 0
				if precise(s, r.By) {
					x += s.Game.Whole(config.PrecisionStrength)
				}
				for rest := s.Opponents(r); rest != 0; rest &= rest - 1 {
					if precise(s, rest.First()) {
						return x + s.Game.Whole(config.PrecisionWeakness)
					}
				}
				return x
			})
		},
	}
}

// precise reports whether Precision shot counts for a Hero in the running Duel: also when
// it is on, a Hero who has gone berserk has no use of it (DUEL-69).
func precise(s *turn.State, m int8) bool {
	return s.Mark(m, turn.MarkPrecision) != 0 && !s.ForbidsSpecials(m) && (!s.Initiates(m) || s.Duel.Special == turn.FeatPrecisionShot)
}
