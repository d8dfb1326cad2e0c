package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Maneuver: while the Hero is in play, its owner rolls X more dice for Initiative, and
// says before whether for a high result or a low one: the highest die counts, or the
// lowest. The seats say so in order, from the one that was first in the round before; what two Heroes give adds up (DUEL-96).
func maneuverTrait() *turn.Skill {
	return &turn.Skill{
		Needs: func(c *config.Config) string {
			if c.BidInitiative != config.BidOff {
				return "bid_initiative off"
			}
			return ""
		},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtRound].Add(func(s *turn.State, _ int8) {
				s.High = 0
				var first turn.ModelSet
				for seat := range s.Game.Seats {
					if set := maneuvering(s, seat); set != 0 {
						first |= turn.Bit(set.First())
					}
				}
				s.PushSkillEach(turn.TraitManeuver, first, turn.Nobody)
			})
			h.Initiative.Add(func(s *turn.State, seat int) (dice int) {
				for rest := maneuvering(s, seat); rest != 0; rest &= rest - 1 {
					dice += s.Trait(rest.First(), turn.TraitManeuver)
				}
				return dice
			})
		},
		Run: func(s *turn.State, t *turn.Task) {
			g, seat := s.Game, s.Owner(t.M)
			if t.Step == turn.Answered {
				s.Pop()
				if s.Answer == g.Do(turn.DoAimHigher) {
					s.High |= 1 << seat
				}
				return
			}
			t.Step = turn.Answered
			s.ForbidAll()
			s.Allow(g.Do(turn.DoAimLower))
			s.Allow(g.Do(turn.DoAimHigher))
			s.AskSkill(turn.TraitManeuver, turn.NodeHow, seat, t.M, turn.Nobody)
		},
	}
}

// maneuvering returns the Heroes of a seat that give it dice for Initiative.
func maneuvering(s *turn.State, seat int) turn.ModelSet {
	return s.Bearers[turn.TraitManeuver] & s.Own[seat] & s.InPlay
}
