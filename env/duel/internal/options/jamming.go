package options

import (
	"ringer/env"
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Every ranged attack rolled comes with a jam die: a natural 6 (5 or 6 with a
// two-handed weapon) jams the weapon after the shot. To unjam it is a whole
// action, and no Duel follows it (DUEL-53).
var jammingRule = turn.Rule{Name: "jamming", Hook: func(h *turn.Hooks) {
	h.On[turn.AtAttacked].Add(func(s *turn.State, m int8) {
		if !s.Duel.Melee && (m != s.Duel.By || s.Duel.Aimed == 0) {
			s.Push(TaskJam, m)
		}
	})
	h.Offer.Add(func(s *turn.State, m int8) {
		if s.Is(m, turn.FlagJammed) && !s.Act.Second {
			s.Allow(s.Game.Do(turn.DoUnjam))
		}
	})
	h.Acted.Add(func(s *turn.State, m int8, a env.Action) bool {
		if a != s.Game.Do(turn.DoUnjam) {
			return false
		}
		s.Clear(m, turn.FlagJammed)
		return true
	})
	// A jammed weapon initiates no Duel. Against it, it is not fired.
	h.MayEngage.Add(func(s *turn.State, by, _ int8) bool { return !s.Is(by, turn.FlagJammed) })
}}

func runJam(s *turn.State, t *turn.Task) {
	if t.Step == turn.Asking {
		dice := 1
		for _, f := range s.Game.Hooks.JamDice {
			dice += f(s, t.M)
		}
		t.Step, t.Number = turn.Answered, int16(dice)
		s.Chance(turn.ChanceDice, dice, t.M)
		return
	}
	jamsOn := s.Game.Whole(config.JamOn)
	if s.Game.Config.Armory && s.Build(t.M).Ranged == config.TwoHandedWeapon {
		jamsOn = s.Game.Whole(config.JamTwoHandedOn)
	}
	if lowest := turn.Throws(int(t.Number))[s.Answer].Faces[0]; int(lowest) >= jamsOn {
		s.Set(t.M, turn.FlagJammed)
	}
	s.Pop()
}
