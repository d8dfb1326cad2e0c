package heroes

import (
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Manhunt: the Hero declares an enemy Hero its prey. When the prey ends a regular
// activation standing, the Hero may at once, besides its own activation, make a Move
// to where it sees the prey, and then a Duel follows; once a round (DUEL-87,
// DUEL-114). Who cannot be activated at all cannot hunt (DUEL-80).
func manhuntFeat() *turn.Skill {
	return &turn.Skill{
		Designate: enemyHeroes,
		Rule: turn.Rule{On: [turn.Moments]func(s *turn.State, m int8){
			turn.AtActivationEnd: func(s *turn.State, prey int8) {
				if s.Act.Given {
					return
				}
				for rest := s.Bearers[turn.FeatManhunt] & s.Standing(); rest != 0; rest &= rest - 1 {
					if m := rest.First(); s.Bond(m, turn.FeatManhunt) == prey && !s.Models[m].Spent.Has(turn.FeatManhunt) {
						s.PushSkill(turn.FeatManhunt, m, int(prey), 0)
					}
				}
			},
		}},
		MayGo: func(s *turn.State, m int8, _ space.Point) bool { return s.Sees(m, s.Bond(m, turn.FeatManhunt)) },
		Run:   runManhunt,
	}
}

func runManhunt(s *turn.State, t *turn.Task) {
	m, prey := t.M, int8(t.A)
	const asking, going, gone = 0, 1, 2
	switch t.Step {
	case asking:
		far := s.Allowance(m, s.Game.LongMove())
		if s.Models[m].Status != turn.Standing || s.Models[prey].Status != turn.Standing || !s.MayActivate(m) || !s.AllowGiven(turn.FeatManhunt, m, far) {
			s.Pop()
			return
		}
		t.Step = going
		s.AskUse(turn.FeatManhunt, m, prey)
	case going:
		if s.Answer != s.Game.Do(turn.DoYes) {
			s.Pop()
			return
		}
		t.Step = gone
		s.Models[m].Spent |= 1 << turn.FeatManhunt
		s.GiveMove(turn.FeatManhunt, m, s.Game.LongMove(), true)
	default:
		s.Pop()
		s.Push(turn.TaskDuel, m, 0, 0)
	}
}
