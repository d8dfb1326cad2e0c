package heroes

import (
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Tactical movement: still standing after a Duel, the Hero may move at once, to
// where no standing enemy sees it. A Move that it had not finished is over, and it
// may still be activated (DUEL-92, DUEL-115).
func tacticalMovementFeat() *turn.Skill {
	return &turn.Skill{
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtDuelEnd].Add(func(s *turn.State, by int8) {
				d := &s.Duel
				for rest := (d.In | turn.Bit(d.By)) & s.Bearers[turn.FeatTacticalMovement] & s.Standing(); rest != 0; {
					m := s.Around(rest, by)
					rest &^= turn.Bit(m)
					s.Trigger(turn.FeatTacticalMovement, m, turn.Nobody)
				}
			})
		},
		Triggered: func(s *turn.State, m, _ int8) {
			s.EndMove(m)
			s.GiveMove(turn.FeatTacticalMovement, m, s.Game.LongMove(), false, turn.Nobody)
		},
		MayLeave: true, // nobody sees it there
		MayGo: func(s *turn.State, m, _ int8, _ space.Point) bool {
			for rest := s.Enemies(s.Owner(m)) & s.Standing(); rest != 0; rest &= rest - 1 {
				if s.Sees(rest.First(), m) {
					return false
				}
			}
			return true
		},
	}
}
