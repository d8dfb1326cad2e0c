package turn

import "ringer/env/duel/space"

// A Move that a feat gives, to whomever: it obeys Retaliate (DUEL-30) and ends only
// where the feat lets it (skill.mayGo). It does not use up the Move of the acting
// model.

// GiveMove pushes a Move of so many inches, which the model's owner may decline
// unless it must be made. Without a destination there is none.
func (s *State) GiveMove(id SkillID, m int8, inches float64, must bool) {
	duty := 0
	if must {
		duty = 1
	}
	s.Push(taskGivenMove, m, int(s.Allowance(m, inches)), duty).With = id
}

func runGivenMove(s *State, t *Task) {
	g, m := s.Game, t.M
	const asking, going, gone = 0, 1, 2
	switch t.Step {
	case asking:
		if s.Models[m].Status != Standing || !s.AllowGiven(t.With, m, space.Length(t.A)) {
			s.Pop()
			return
		}
		t.Step = going
		if t.B == 0 {
			s.Allow(g.Do(DoDone))
		}
		s.AskSkill(t.With, NodeWhere, s.Owner(m), m, Nobody)
	case going:
		if s.Answer == g.Do(DoDone) {
			s.Pop()
			return
		}
		t.Step = gone
		far := space.Length(t.A)
		t.A, s.Act.Left = int16(s.Act.Left), far
		s.Travel(m, g.DestOf(s.Models[m].At, s.Answer), GoMove)
	default:
		s.Act.Left = space.Length(t.A)
		s.Pop()
	}
}

// AllowGiven makes the destinations legal that a feat lets a model go to; false
// when there is none.
func (s *State) AllowGiven(id SkillID, m int8, far space.Length) bool {
	g := s.Game
	s.ForbidAll()
	s.allowMoves(m, far, s.Holders(m))
	at := s.Models[m].At
	for a := g.Actions.Dest; a < g.Actions.Edge+space.Edges; a++ {
		if s.Legal[a>>6]>>(a&63)&1 == 0 {
			continue
		}
		if a >= g.Actions.Edge || g.Skills[id].MayGo != nil && !s.mayGo(id, m, g.DestOf(at, a)) {
			s.Forbid(a)
		}
	}
	return s.Allowed()
}

// mayGo asks a feat about a destination, with the model there.
func (s *State) mayGo(id SkillID, m int8, to space.Point) bool {
	x := &s.Models[m]
	at := x.At
	x.At = to
	ok := s.Game.Skills[id].MayGo(s, m, at)
	x.At = at
	return ok
}
