package heroes

import (
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Valorous: standing after a Duel in which it returned fire, and not yet activated in
// this round, the Hero may move at once to where it is nearer to an enemy other than
// the one who began the Duel. That is its activation. If it then sees another enemy
// than that one, it initiates a Duel (DUEL-92, DUEL-115).
func valorousFeat() *turn.Skill {
	return &turn.Skill{
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtDuelEnd].Add(func(s *turn.State, by int8) {
				d := &s.Duel
				fired := s.Responders() & d.Set & d.Fight &^ d.Avoiding
				for rest := fired & s.Bearers[turn.FeatValorous] & s.Standing(); rest != 0; {
					m := s.Around(rest, by)
					rest &^= turn.Bit(m)
					if !s.Is(m, turn.FlagActed) {
						s.Trigger(turn.FeatValorous, m, by)
					}
				}
			})
		},
		Triggered: func(s *turn.State, m, about int8) { s.PushSkill(turn.FeatValorous, m).Other = about },
		MayGo: func(s *turn.State, m, about int8, from space.Point) bool {
			scene, at := s.Game.Scene, s.Models[m].At
			for rest := s.Enemies(s.Owner(m)) &^ turn.Bit(about) &^ company(s, about); rest != 0; rest &= rest - 1 {
				if e := s.Models[rest.First()].At; scene.Distance(at, e) < scene.Distance(from, e) {
					return true
				}
			}
			return false
		},
		Run: runValorous,
	}
}

// Steps of the task of Valorous. Its Other is the model that has begun the Duel.
const (
	valorousAsks turn.Step = iota
	valorousGoes
	valorousGone
)

func runValorous(s *turn.State, t *turn.Task) {
	m := t.M
	switch t.Step {
	case valorousAsks:
		far := s.Game.LongMove()
		if s.Models[m].Status != turn.Standing || s.Is(m, turn.FlagActed) || !s.MayActivate(m) || !s.AllowGiven(turn.FeatValorous, m, s.Allowance(m, far), t.Other) {
			s.Pop()
			return
		}
		t.Step = valorousGoes
		s.AskUse(turn.FeatValorous, m, t.Other)
	case valorousGoes:
		if s.Answer != s.Game.Do(turn.DoYes) {
			s.Pop()
			return
		}
		t.Step = valorousGone
		s.Set(m, turn.FlagActed)
		s.Stir(m)
		s.GiveMove(turn.FeatValorous, m, s.Game.LongMove(), true, t.Other)
	default:
		about := t.Other
		s.Pop()
		if s.Models[m].Status != turn.Standing {
			return
		}
		for rest := s.Enemies(s.Owner(m)) &^ turn.Bit(about) &^ company(s, about); rest != 0; rest &= rest - 1 {
			if s.Sees(m, rest.First()) {
				s.Push(turn.TaskDuel, m)
				return
			}
		}
	}
}
