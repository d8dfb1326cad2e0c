package heroes

import "ringer/env/duel/internal/turn"

// Thrall: any of the Hero's followers may be made its thralls before the first round,
// in the open. A thrall does nothing that wins: it takes, touches and holds no token,
// and a side that has only thralls left is out. It initiates no Duel, returns no fire,
// and may only avoid hits. When it ends a Move in contact with the Hero, its owner may
// spend it: a Hero who is prone recovers, one below its first toughness has a point
// of it back; the thrall is removed for good (DUEL-91, DUEL-61).
func thrallFeat() *turn.Skill {
	return &turn.Skill{
		Needs: needsAvoidHits,
		Leads: true,
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtSetup].Add(func(s *turn.State, _ int8) {
				var masters turn.ModelSet
				for m := range int8(s.Game.Models) {
					if ever(s, m, turn.FeatThrall) > 0 && recruits(s, m) != 0 {
						masters |= turn.Bit(m)
					}
				}
				s.PushSkillEach(turn.FeatThrall, masters, turn.Nobody)
			})
			h.On[turn.AtMoved].Add(func(s *turn.State, m int8) {
				if hero := s.Models[m].Leader; s.Mark(m, turn.MarkThrall) != 0 && s.Bears(hero, turn.FeatThrall) && (recoverable(s, hero) || tougher(s, hero)) && s.InContact(m, hero) {
					s.PushSkill(turn.FeatThrall, m).Step = thrallRecovers
				}
			})
			h.Serves.Add(func(s *turn.State, m int8) bool { return s.Mark(m, turn.MarkThrall) == 0 })
			h.MayInitiate.Add(func(s *turn.State, m int8) bool { return s.Mark(m, turn.MarkThrall) == 0 })
			h.MayFight.Add(func(s *turn.State, m, _ int8) bool { return s.Mark(m, turn.MarkThrall) == 0 })
			h.Held.Add(func(s *turn.State, _ int8, holders turn.ModelSet) turn.ModelSet {
				for rest := holders; rest != 0; rest &= rest - 1 {
					if m := rest.First(); s.Mark(m, turn.MarkThrall) != 0 {
						holders &^= turn.Bit(m)
					}
				}
				return holders
			})
		},
		Run: runThrall,
	}
}

// Steps of the task of Thrall: thralls are chosen, or a thrall serves its Hero.
const (
	thrallAsks turn.Step = iota // of a Hero
	thrallChosen
	thrallRecovers // of a thrall: whether the Hero gets up
	thrallRecovered
	thrallToughens // of a thrall: whether the Hero has a point of toughness back
	thrallToughened
)

func runThrall(s *turn.State, t *turn.Task) {
	m := t.M
	hero := s.Models[m].Leader
	switch t.Step {
	case thrallAsks, thrallChosen:
		chooseThralls(s, t)
	case thrallRecovers:
		if !recoverable(s, hero) {
			t.Step = thrallToughens
			return
		}
		t.Step = thrallRecovered
		s.AskUse(turn.FeatThrall, m, hero)
	case thrallRecovered:
		if s.Answer != s.Game.Do(turn.DoYes) {
			t.Step = thrallToughens
			return
		}
		s.Pop()
		s.Recover(hero)
		spend(s, m)
	case thrallToughens:
		if !tougher(s, hero) {
			s.Pop()
			return
		}
		t.Step = thrallToughened
		s.ForbidAll()
		s.AllowNumbers(0, 1)
		s.AskSkill(turn.FeatThrall, turn.NodeHow, s.Owner(m), m, hero)
	default:
		s.Pop()
		if s.DoHow() == 1 {
			s.Models[hero].Toughness++
			spend(s, m)
		}
	}
}

// chooseThralls asks which followers of a Hero are thralls, one after the other.
func chooseThralls(s *turn.State, t *turn.Task) {
	m := t.M
	if t.Step == thrallChosen {
		e := s.Chosen(m)
		if e == turn.Nobody {
			s.Pop()
			return
		}
		s.SetMark(e, turn.MarkThrall, 1)
	}
	set := recruits(s, m)
	if set == 0 {
		s.Pop()
		return
	}
	t.Step = thrallChosen
	s.AskWhom(turn.FeatThrall, m, set, true)
}

// recruits returns the followers of a Hero that are no thralls.
func recruits(s *turn.State, hero int8) (set turn.ModelSet) {
	for rest := s.Own[s.Owner(hero)]; rest != 0; rest &= rest - 1 {
		if m := rest.First(); s.Models[m].Leader == hero && s.Mark(m, turn.MarkThrall) == 0 {
			set |= turn.Bit(m)
		}
	}
	return set
}

// recoverable and tougher say what a thrall can do for a Hero.
func recoverable(s *turn.State, hero int8) bool { return s.Models[hero].Status == turn.Prone }

func tougher(s *turn.State, hero int8) bool {
	return s.InPlay.Has(hero) && int(s.Models[hero].Toughness) < s.Trait(hero, turn.TraitToughness)
}

// spend removes a thrall, which does not respawn.
func spend(s *turn.State, m int8) {
	s.Remove(m)
	s.Models[m].Status = turn.Gone
}
