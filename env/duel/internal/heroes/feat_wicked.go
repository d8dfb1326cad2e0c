package heroes

import "ringer/env/duel/internal/turn"

// Wicked, a Special Attack: when the scores are revealed the Hero takes X hits, at
// most one more than its toughness, which nothing redirects or stops; for this Duel it
// has +X on each die. It fights on where a hit would place it prone. But prone when
// the Duel is over, by whatever hit, it is removed (DUEL-93), unless Killer Instinct keeps
// it on its feet: then its hits are summed with the others (DUEL-84).
func wickedFeat() *turn.Skill {
	wicked := func(s *turn.State, m int8) bool { return s.Initiates(m) && s.Duel.Special == turn.FeatWicked }
	return &turn.Skill{
		Attack:  true,
		Special: func(*turn.State, int8) {},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtScored].Add(func(s *turn.State, m int8) {
				if wicked(s, m) && s.Models[m].Status == turn.Standing {
					s.PushSkill(turn.FeatWicked, m)
				}
			})
			h.On[turn.AtDuelEnd].Add(func(s *turn.State, m int8) {
				x := &s.Models[m]
				if wicked(s, m) && (x.Status == turn.Prone || x.Status == turn.Standing && x.Hits > 0) && !s.Upright(m) {
					s.Remove(m)
				}
			})
			h.Modify.Add(func(s *turn.State, r turn.Roll) int {
				if !wicked(s, r.By) {
					return 0
				}
				return int(s.Duel.Much)
			})
		},
		Run: func(s *turn.State, t *turn.Task) {
			m := t.M
			x := &s.Models[m]
			if t.Step == turn.Asking {
				t.Step = turn.Answered
				s.ForbidAll()
				s.AllowNumbers(0, int(x.Toughness)+int(s.HitsOf(m))-1)
				s.AskSkill(turn.FeatWicked, turn.NodeHow, s.Owner(m), m, turn.Nobody)
				return
			}
			hits := s.DoHow()
			s.Pop()
			s.Duel.Much = uint8(hits)
			if hits == 0 {
				return
			}
			s.Reach(turn.AtHurt, m)
			if s.Absorbs(m, hits) {
				return
			}
			lost := min(hits, int(x.Toughness))
			x.Toughness -= uint8(lost)
			if x.Hits += uint8(hits - lost); hits == lost {
				s.Reach(turn.AtTough, m)
			}
		},
	}
}
