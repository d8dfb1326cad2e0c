package heroes

import (
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
)

// Grudge: when the Hero attacks the enemy Hero it has designated, its owner may have
// every die that misses rolled again once, before other rerolls (DUEL-36).
func grudgeFeat() *turn.Skill {
	return &turn.Skill{
		Designate: enemyHeroes,
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtRolled].Add(func(s *turn.State, m int8) {
				if s.Bears(m, turn.FeatGrudge) && options.TargetOf(s, m) == s.Bond(m, turn.FeatGrudge) {
					s.PushSkill(turn.FeatGrudge, m)
				}
			})
		},
		Run: runGrudge,
	}
}

// Steps of the task of Grudge.
const (
	grudgeAsks turn.Step = iota
	grudgeChosen
	grudgeRolled
)

// runGrudge asks for the dice to roll again, one by one, and rolls them together.
func runGrudge(s *turn.State, t *turn.Task) {
	g, d := s.Game, &s.Duel
	switch t.Step {
	case grudgeRolled:
		s.BringBack()
		s.Pop()
		return
	case grudgeChosen:
		if s.Answer != g.Do(turn.DoDone) {
			s.SetAside(uint8(s.Answer-g.Actions.Die) + 1)
		}
	}
	if t.Step == grudgeAsks || s.Answer != g.Do(turn.DoDone) {
		s.ForbidAll()
		for _, f := range d.Faces[:d.Rolled] {
			if s.Scores(f) == 0 {
				s.Allow(g.DieID(f))
			}
		}
		if s.Allowed() {
			t.Step = grudgeChosen
			s.Allow(g.Do(turn.DoDone))
			s.AskSkill(turn.FeatGrudge, turn.NodeReroll, s.Owner(t.M), t.M, options.TargetOf(s, t.M))
			return
		}
	}
	if d.Aside == 0 {
		s.Pop()
		return
	}
	t.Step = grudgeRolled
	s.Chance(turn.ChanceDice, int(d.Aside), t.M)
}
