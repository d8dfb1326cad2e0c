package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Mark: instead of hitting, an attack may place a die beside its target that shows
// how many hits it would have dealt. Until the next Upkeep all dice rolled against
// the marked model gain as much, whoever rolls them. Of two marks the higher stays
// (DUEL-80). It works when returning fire too.
func markFeat() *turn.Skill {
	return &turn.Skill{
		MayConvert: func(*turn.State, *turn.Attack) bool { return true },
		Convert: func(s *turn.State, a *turn.Attack) {
			if s.InPlay.Has(a.At) {
				s.SetMark(a.At, turn.MarkMark, max(s.Mark(a.At, turn.MarkMark), min(int(a.Hits), s.Game.Whole(config.MarkPips))))
			}
		},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtUpkeep].Add(func(s *turn.State, _ int8) {
				for m := range int8(s.Game.Models) {
					s.SetMark(m, turn.MarkMark, 0)
				}
			})
			h.Modify.Add(func(s *turn.State, r turn.Roll) int {
				most := 0
				for rest := s.Opponents(r); rest != 0; rest &= rest - 1 {
					most = max(most, s.Mark(rest.First(), turn.MarkMark))
				}
				return most
			})
		},
	}
}
