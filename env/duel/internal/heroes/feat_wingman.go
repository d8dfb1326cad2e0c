package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Wingman: a Hero whose activation ends without a Duel of its own, for whatever
// reason, may choose up to three friendly models within 4 inches. Until the end of the
// round each rolls one more die in Duels that it initiates in its activation; a
// second Wingman adds nothing to that (DUEL-77). Under bids, where Duels come later,
// it does so when its own turns out to be with nobody.
func wingmanFeat() *turn.Skill {
	offer := func(s *turn.State, m int8) {
		if s.Bears(m, turn.FeatWingman) && wingmen(s, m) != 0 {
			s.PushSkill(turn.FeatWingman, m)
		}
	}
	return &turn.Skill{
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtActivationEnd].Add(func(s *turn.State, m int8) {
				if !s.Act.Duelled && s.Models[m].Owed == 0 {
					offer(s, m)
				}
			})
			h.On[turn.AtPlan].Add(func(s *turn.State, m int8) {
				if s.Act.M == turn.Nobody && !s.CouldDuel(m) {
					offer(s, m)
				}
			})
			h.On[turn.AtRoundEnd].Add(func(s *turn.State, _ int8) {
				for m := range int8(s.Game.Models) {
					s.SetMark(m, turn.MarkWingman, 0)
				}
			})
			h.Plans.Add(func(s *turn.State, m int8) bool { return s.Bears(m, turn.FeatWingman) && wingmen(s, m) != 0 })
			h.Dice.Add(func(s *turn.State, r turn.Roll) int {
				if !s.Initiates(r.By) || s.Act.M != r.By && s.Act.M != turn.Nobody && (!s.Duel.Joint || s.Duel.Leaving) {
					return 0
				}
				return s.Mark(r.By, turn.MarkWingman)
			})
		},
		Run: func(s *turn.State, t *turn.Task) {
			if t.Step == turn.Answered {
				friend := s.Chosen(t.M)
				if friend == turn.Nobody {
					s.Pop()
					return
				}
				s.SetMark(friend, turn.MarkWingman, 1)
				t.Number++
			}
			set := wingmen(s, t.M)
			if int(t.Number) == s.Game.Whole(config.WingmanFriends) || set == 0 {
				s.Pop()
				return
			}
			t.Step = turn.Answered
			s.AskWhom(turn.FeatWingman, t.M, set, true)
		},
	}
}

// wingmen returns the models in play that a Hero could still help.
func wingmen(s *turn.State, m int8) (set turn.ModelSet) {
	for rest := s.Allied(s.Owner(m)) & s.InPlay &^ turn.Bit(m); rest != 0; rest &= rest - 1 {
		if e := rest.First(); s.Mark(e, turn.MarkWingman) == 0 && s.Lends(turn.FeatWingman, m, e) && s.Within(m, e, s.Game.Number(config.WingmanReach)) {
			set |= turn.Bit(e)
		}
	}
	return set
}
