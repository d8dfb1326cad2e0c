package options

import (
	"ringer/env"
	"ringer/env/duel/internal/turn"
)

// A model that takes aim does not move; after the scores are revealed its owner
// may change its own by one, so that 0 and 7 can occur (DUEL-63).
var takeAimRule = turn.Rule{Name: "take_aim", Hook: func(h *turn.Hooks) {
	h.On[turn.AtActivate].Add(func(s *turn.State, m int8) { s.Clear(m, turn.FlagAimed) })
	h.On[turn.AtDuelEnd].Add(func(s *turn.State, m int8) { s.Clear(m, turn.FlagAimed) })
	h.On[turn.AtAdjust].Add(func(s *turn.State, m int8) {
		if s.Is(m, turn.FlagAimed) && s.Duel.Set.Has(m) {
			s.Push(taskAim, m)
		}
	})
	h.Offer.Add(func(s *turn.State, m int8) {
		if !s.Act.Plain() && seesEnemy(s, m) {
			s.Allow(s.Game.Do(turn.DoTakeAim))
		}
	})
	h.Acted.Add(func(s *turn.State, m int8, a env.Action) bool {
		if a != s.Game.Do(turn.DoTakeAim) {
			return false
		}
		s.Set(m, turn.FlagAimed)
		s.Plan(m)
		return true
	})
}}

func runAim(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	if t.Step == turn.Answered {
		s.Pop()
		s.Duel.Score[m] += uint8(s.Answer - g.Do(turn.DoAimLower)) // 0, 1 or 2 …
		s.Duel.Score[m]--                                          // … less 1
		return
	}
	t.Step = turn.Answered
	s.ForbidAll()
	for _, x := range []turn.Generic{turn.DoAimLower, turn.DoAimKeep, turn.DoAimHigher} {
		s.Allow(g.Do(x))
	}
	s.Ask(turn.NodeAim, s.Owner(m), m, turn.Nobody)
}

// seesEnemy reports whether any enemy in play is in sight.
func seesEnemy(s *turn.State, m int8) bool {
	for rest := s.Enemies(s.Owner(m)); rest != 0; rest &= rest - 1 {
		if s.Sees(m, rest.First()) {
			return true
		}
	}
	return false
}
