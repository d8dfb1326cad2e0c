package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Berserker: from when the Hero has recovered for the first time, by whatever
// means, it has +2 on each die in a Duel and moves 2 inches further, 3 under
// one_and_half_actions; its opponents in a Duel have +1 on each die; and it uses
// no Special Attack (DUEL-69). A charge is no Move action.
func berserkerFeat() *turn.Skill {
	return &turn.Skill{
		Far: func(c *config.Config) float64 {
			far := c.Move
			if c.OneAndHalfActions {
				far = max(far, c.LongMove)
			}
			if c.Protection {
				far++
			}
			return far + rage(c)
		},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtRecovered].Add(func(s *turn.State, m int8) {
				if s.Bears(m, turn.FeatBerserker) {
					s.SetMark(m, turn.MarkBerserk, 1)
				}
			})
			h.Modify.Add(func(s *turn.State, r turn.Roll) int {
				bonus := 0
				if berserk(s, r.By) {
					bonus = s.Game.Whole(config.BerserkerStrength)
				}
				for rest := s.Opponents(r); rest != 0; rest &= rest - 1 {
					if berserk(s, rest.First()) {
						return bonus + s.Game.Whole(config.BerserkerWeakness)
					}
				}
				return bonus
			})
			h.Plainly.Add(berserk)
			h.Stride.Add(func(s *turn.State, m int8) float64 {
				if berserk(s, m) {
					return rage(&s.Game.Config)
				}
				return 0
			})
		},
	}
}

// berserk reports whether a model is a Berserker that has recovered once.
func berserk(s *turn.State, m int8) bool {
	return s.Bears(m, turn.FeatBerserker) && s.Mark(m, turn.MarkBerserk) != 0
}

// rage returns the inches that a berserk Hero moves further.
func rage(c *config.Config) float64 {
	if c.OneAndHalfActions {
		return c.Number(config.BerserkerLongMove)
	}
	return c.Number(config.BerserkerMove)
}
