package heroes

import "ringer/env/duel/internal/turn"

// Guard, channelled: until the Hero's next activation, or until it is prone or
// removed, +1 on each die of the attacks with which it returns fire (DUEL-77). No
// Duel follows the channelling (DUEL-66).
func guardFeat() *turn.Skill {
	relax := func(s *turn.State, m int8) { s.SetMark(m, turn.MarkGuard, 0) }
	return &turn.Skill{
		Channel: true,
		MayUse:  func(*turn.State, int8) bool { return true },
		Use:     func(s *turn.State, m int8) { s.SetMark(m, turn.MarkGuard, 1) },
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtActivate].Add(relax)
			h.On[turn.AtProne].Add(relax)
			h.On[turn.AtRemoved].Add(relax)
			h.Modify.Add(func(s *turn.State, r turn.Roll) int {
				if r.Kind == turn.RollAttack && !s.Initiates(r.By) {
					return s.Mark(r.By, turn.MarkGuard)
				}
				return 0
			})
		},
	}
}
