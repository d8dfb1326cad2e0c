package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Irresponsible: in each Duel in which the Hero is at least 4 inches away from all
// other models of its warband, its owner may roll for its Duel Score instead of the
// one that was set, when the others' Duel Scores are known, and before Take aim (DUEL-27,
// DUEL-81). No feat passes to or from the Hero: see State.Trusts.
func irresponsibleFeat() *turn.Skill {
	return &turn.Skill{
		Needs: func(c *config.Config) string {
			if c.ModelsPerPlayer < 2 {
				return "models_per_player of 2 or more"
			}
			return ""
		},
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtReveal].Add(func(s *turn.State, _ int8) {
				var astray turn.ModelSet
				for rest := s.Duel.Set & s.Bearers[turn.FeatIrresponsible]; rest != 0; rest &= rest - 1 {
					if m := rest.First(); strays(s, m) {
						astray |= turn.Bit(m)
					}
				}
				s.PushSkillEach(turn.FeatIrresponsible, astray, s.Initiator())
			})
		},
		Run: func(s *turn.State, t *turn.Task) {
			m := t.M
			switch {
			case t.Step == strayAsks:
				t.Step = strayAsked
				s.AskUse(turn.FeatIrresponsible, m, s.Duel.By)
			case t.Step == strayAsked && s.Answer == s.Game.Do(turn.DoYes):
				t.Step = strayRolled
				s.Chance(turn.ChanceDice, 1, m)
			case t.Step == strayRolled:
				s.Duel.Score[m] = uint8(s.Answer) + 1
				fallthrough
			default:
				s.Pop()
			}
		},
	}
}

// Steps of the task of Irresponsible.
const (
	strayAsks turn.Step = iota
	strayAsked
	strayRolled
)

// strays reports whether a model is away from all others of its warband.
func strays(s *turn.State, m int8) bool {
	for rest := s.Own[s.Owner(m)] & s.InPlay &^ turn.Bit(m); rest != 0; rest &= rest - 1 {
		if s.Nearer(m, rest.First(), s.Game.Number(config.IrresponsibleFrom)) {
			return false
		}
	}
	return true
}
