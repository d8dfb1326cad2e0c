package heroes

import (
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Manhunt: the Hero declares an enemy Hero its prey. When the prey ends a regular
// activation standing, the Hero may at once, besides its own activation, make a Move
// to where it sees the prey, and then a Duel follows; once a round (DUEL-87,
// DUEL-114). A Hero that cannot be activated at all cannot hunt (DUEL-80).
func manhuntFeat() *turn.Skill {
	return &turn.Skill{
		Designate: enemyHeroes,
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtActivationEnd].Add(func(s *turn.State, prey int8) {
				if s.Act.Given {
					return
				}
				var hunters turn.ModelSet
				for rest := s.Bearers[turn.FeatManhunt] & s.Standing(); rest != 0; rest &= rest - 1 {
					if m := rest.First(); s.Bond(m, turn.FeatManhunt) == prey && !s.Models[m].Spent.Has(turn.FeatManhunt) {
						hunters |= turn.Bit(m)
					}
				}
				s.PushEach(turn.Task{Kind: turn.TaskSkill, With: turn.FeatManhunt, Other: prey}, hunters, prey)
			})
		},
		MayGo: func(s *turn.State, m, _ int8, _ space.Point) bool { return s.Sees(m, s.Bond(m, turn.FeatManhunt)) },
		Run:   runManhunt,
	}
}

// Steps of the task of Manhunt. Its Other is the prey.
const (
	manhuntAsks turn.Step = iota
	manhuntGoes
	manhuntGone
)

func runManhunt(s *turn.State, t *turn.Task) {
	m, prey := t.M, t.Other
	switch t.Step {
	case manhuntAsks:
		far := s.Allowance(m, s.Game.LongMove())
		if s.Models[m].Status != turn.Standing || s.Models[prey].Status != turn.Standing || !s.MayActivate(m) || !s.AllowGiven(turn.FeatManhunt, m, far, prey) {
			s.Pop()
			return
		}
		t.Step = manhuntGoes
		s.AskUse(turn.FeatManhunt, m, prey)
	case manhuntGoes:
		if s.Answer != s.Game.Do(turn.DoYes) {
			s.Pop()
			return
		}
		t.Step = manhuntGone
		s.Models[m].Spent |= 1 << turn.FeatManhunt
		s.Stir(m)
		s.GiveMove(turn.FeatManhunt, m, s.Game.LongMove(), true, prey)
	default:
		s.Pop()
		s.Push(turn.TaskDuel, m)
	}
}
