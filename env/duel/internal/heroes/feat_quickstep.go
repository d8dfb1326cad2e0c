package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Quickstep: to avoid hits, every die that is no defense is rolled again once.
func quickstepFeat() *turn.Skill {
	return &turn.Skill{
		Needs: needsAvoidHits,
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtDefended].Add(func(s *turn.State, m int8) {
				if s.Bears(m, turn.FeatQuickstep) {
					s.PushSkill(turn.FeatQuickstep, m)
				}
			})
		},
		Run: runMissesAgain,
	}
}

// runMissesAgain rolls all dice of the roll under way again that fail.
func runMissesAgain(s *turn.State, t *turn.Task) {
	d := &s.Duel
	if t.Step == turn.Answered {
		s.BringBack()
		s.Pop()
		return
	}
	t.Step = turn.Answered
	for d.Rolled > 0 && s.Scores(d.Faces[0]) == 0 { // the lowest fail first
		s.SetAside(d.Faces[0])
	}
	if d.Aside == 0 {
		s.Pop()
		return
	}
	s.Chance(turn.ChanceDice, int(d.Aside), t.M)
}

// needsAvoidHits returns the need of skills that do nothing where nobody avoids hits.
func needsAvoidHits(c *config.Config) string {
	if !c.AvoidHits {
		return "avoid_hits on"
	}
	return ""
}
