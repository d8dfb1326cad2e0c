package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Extreme reaction: when an enemy ganger or rookie has initiated a Duel with the
// Hero, it may move up to 1 inch at once, before the scores, whoever is in contact
// with it, once in a Duel. Then the models that the initiator can duel with are looked
// up anew (DUEL-74, DUEL-30).
func extremeReactionFeat() *turn.Skill {
	return &turn.Skill{
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtEngaged].Add(func(s *turn.State, by int8) {
				if k := s.Models[by].Kind; k != turn.Ganger && k != turn.Rookie {
					return
				}
				d := &s.Duel
				set := s.Responders() & s.Bearers[turn.FeatExtremeReaction] & s.Enemies(s.Owner(by)) &^ d.Reacted
				d.Reacted |= set
				s.PushSkillEach(turn.FeatExtremeReaction, set, by)
			})
		},
		Run: runExtremeReaction,
	}
}

func runExtremeReaction(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	at := s.Models[m].At
	if t.Step == turn.Answered {
		s.Pop()
		if s.Answer != g.Do(turn.DoDone) {
			options.Displace(s, m, g.DestOf(at, s.Answer), space.Inches(g.Number(config.ExtremeReactionMove)))
			s.MeetAnew()
		}
		return
	}
	s.ForbidAll()
	if s.Responders().Has(m) && s.Duel.In != 0 && s.Models[m].Status == turn.Standing {
		s.AllowReach(m, s.Find(m, space.Inches(g.Number(config.ExtremeReactionMove))))
		s.Forbid(g.DestID(at, at))
	}
	if !s.Allowed() {
		s.Pop()
		return
	}
	t.Step = turn.Answered
	s.Allow(g.Do(turn.DoDone))
	s.AskSkill(turn.FeatExtremeReaction, turn.NodeWhere, s.Owner(m), m, s.Initiator())
}
