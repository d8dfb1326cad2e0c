package heroes

import "ringer/env/duel/internal/turn"

// Reanimate: when the Hero ends a Move in base contact with prone friends, they get
// up at once, with no hit, and may be activated in this round if they have not been
// (DUEL-91).
func reanimateFeat() *turn.Skill {
	return &turn.Skill{Hook: func(h *turn.Hooks) {
		h.On[turn.AtMoved].Add(func(s *turn.State, m int8) {
			if !s.Bears(m, turn.FeatReanimate) {
				return
			}
			for rest := s.Contacts(m) & s.Allied(s.Owner(m)); rest != 0; rest &= rest - 1 {
				if friend := rest.First(); s.Models[friend].Status == turn.Prone && s.Lends(turn.FeatReanimate, m, friend) {
					s.Recover(friend)
				}
			}
		})
	}}
}
