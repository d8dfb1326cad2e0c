package heroes

import "ringer/env/duel/internal/turn"

// Unity: every model in base contact with the Hero, friend or foe, has +1 on each
// die that it rolls in a Duel (DUEL-35).
func unityFeat() *turn.Skill {
	return &turn.Skill{Hook: func(h *turn.Hooks) {
		h.Modify.Add(func(s *turn.State, r turn.Roll) int {
			n := 0
			for rest := s.Bearers[turn.FeatUnity] & s.Standing() &^ turn.Bit(r.By); rest != 0; rest &= rest - 1 {
				if hero := rest.First(); s.Lends(turn.FeatUnity, hero, r.By) && s.InContact(hero, r.By) {
					n++
				}
			}
			return n
		})
	}}
}
