package heroes

import "ringer/env/duel/internal/turn"

// Volley, a Special Attack against more than one enemy: when the Hero's turn to attack
// comes, each of its dice is given a target before any is rolled. Everything else that
// happens to an attack happens for each target by itself; but there is one jam die, and one
// reroll of a two-handed weapon (DUEL-93, DUEL-53, DUEL-39).
func volleyFeat() *turn.Skill {
	return &turn.Skill{
		Attack:     true,
		MaySpecial: func(s *turn.State, _ int8) bool { return s.Targets().Count() > 1 },
		Special:    func(*turn.State, int8) {},
		Hook: func(h *turn.Hooks) {
			h.Aims.Add(func(s *turn.State, by int8) bool {
				if s.Duel.Special != turn.FeatVolley {
					return false
				}
				s.PushSkill(turn.FeatVolley, by)
				return true
			})
		},
		Run: func(s *turn.State, t *turn.Task) {
			d, g, m := &s.Duel, s.Game, t.M
			seat, set := s.Owner(m), s.Targets()
			if t.Step == turn.Asking {
				t.Step = turn.Answered
				dice, _ := s.DiceOf(turn.Roll{By: m, Against: set.First(), Kind: turn.RollAttack})
				t.Number = int16(dice)
			} else {
				d.Aims[d.Aimed] = g.ModelOf(seat, s.Answer)
				d.Aimed++
			}
			if int16(d.Aimed) == t.Number {
				s.Pop()
				return
			}
			s.ForbidAll()
			for ; set != 0; set &= set - 1 {
				s.Allow(g.ModelID(seat, set.First()))
			}
			s.AskSkill(turn.FeatVolley, turn.NodeTarget, seat, m, turn.Nobody)
		},
	}
}
