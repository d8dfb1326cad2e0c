package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Zealous: the Hero gives its activation, once a round, to another allied model
// within 8 inches that stands: that one has a whole activation, even if it had one
// before (DUEL-95). If it had none, this is its own. A Hero who has been given an
// activation so does not give it on (DUEL-114).
func zealousFeat() *turn.Skill {
	return &turn.Skill{
		MayUse: func(s *turn.State, m int8) bool { return mayGive(s, turn.FeatZealous, m) && zealousFor(s, m) != 0 },
		Use: func(s *turn.State, m int8) {
			s.Models[m].Spent |= 1 << turn.FeatZealous
			s.Models[m].Used |= 1 << turn.FeatZealous
		},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtActivationEnd].Add(func(s *turn.State, m int8) {
				if s.Bears(m, turn.FeatZealous) && s.Models[m].Used.Has(turn.FeatZealous) {
					s.PushSkill(turn.FeatZealous, m)
				}
			})
		},
		Run: func(s *turn.State, t *turn.Task) {
			m := t.M
			if t.Step == turn.Answered {
				s.Pop()
				s.Push(turn.TaskActivate, s.Chosen(m)).Step = turn.ActivationGiven
				return
			}
			set := zealousFor(s, m)
			if t.Step = turn.Answered; set == 0 {
				s.Pop()
				return
			}
			s.AskWhom(turn.FeatZealous, m, set, false)
		},
	}
}

// mayGive reports whether a Hero may still let others have an activation in this round:
// once, and not in an activation that was itself given (DUEL-114).
func mayGive(s *turn.State, id turn.SkillID, m int8) bool {
	return s.Act.M == m && !s.Act.Given && !s.Models[m].Spent.Has(id)
}

// zealousFor returns the models that could have a Hero's activation.
func zealousFor(s *turn.State, m int8) (set turn.ModelSet) {
	for rest := s.Allied(s.Owner(m)) & s.Standing() &^ turn.Bit(m); rest != 0; rest &= rest - 1 {
		if e := rest.First(); s.Lends(turn.FeatZealous, m, e) && s.MayActivate(e) && s.Within(m, e, s.Game.Number(config.ZealousReach)) {
			set |= turn.Bit(e)
		}
	}
	return set
}
