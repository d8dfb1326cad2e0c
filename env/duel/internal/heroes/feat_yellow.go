package heroes

import "ringer/env/duel/internal/turn"

// Yellow: between its action and the Duel the Hero may throw itself down, stunned or
// merely prone; there is no Duel then (DUEL-94, DUEL-49). Under bids, where the Duel
// comes later, it may do so when its activation ends.
func yellowFeat() *turn.Skill {
	offer := func(s *turn.State, m int8) {
		if s.Bears(m, turn.FeatYellow) && s.Models[m].Status == turn.Standing {
			s.PushSkill(turn.FeatYellow, m)
		}
	}
	return &turn.Skill{
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtPlan].Add(func(s *turn.State, m int8) {
				if s.Act.M == m {
					offer(s, m)
				}
			})
			h.On[turn.AtActivationEnd].Add(func(s *turn.State, m int8) {
				if s.Models[m].Owed > 0 {
					offer(s, m)
				}
			})
		},
		Run: func(s *turn.State, t *turn.Task) {
			m := t.M
			if s.Models[m].Status != turn.Standing { // what came before has put it down
				s.Pop()
				return
			}
			if t.Step == turn.Asking {
				t.Step = turn.Answered
				s.AskUse(turn.FeatYellow, m, turn.Nobody)
				return
			}
			s.Pop()
			if s.Answer == s.Game.Do(turn.DoYes) {
				s.Knock(m)
			}
		},
	}
}
