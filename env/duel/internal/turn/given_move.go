package turn

import "ringer/env/duel/space"

// A Move that a feat gives, to any model, obeys Retaliate (DUEL-30) and ends only
// where the feat lets it (Skill.MayGo). It does not use up the Move of the acting
// model.

// GiveMove pushes a Move of this many inches, which the model's owner may decline
// unless it must be made. Without a destination there is none.
//
// Skill.MayGo is told what the Move is about: the model that has begun the Duel before,
// or the prey.
func (s *State) GiveMove(id SkillID, m int8, inches float64, must bool, about int8) {
	t := s.Push(taskGivenMove, m)
	t.With, t.Number, t.Must, t.Other = id, int16(s.Allowance(m, inches)), must, about
}

// Steps of taskGivenMove. Its Number holds the length of the Move until the mover goes,
// then what was left of the acting model's own.
const (
	givenAsks Step = iota
	givenGoes
	givenEnds
)

// runGivenMove asks where a model goes on a Move that a feat gives.
func runGivenMove(s *State, t *Task) {
	g, m := s.Game, t.M
	switch t.Step {
	case givenAsks:
		if s.Models[m].Status != Standing || !s.AllowGiven(t.With, m, space.Length(t.Number), t.Other) {
			s.Pop()
			return
		}
		t.Step = givenGoes
		if !t.Must {
			s.Allow(g.Do(DoDone))
		}
		s.AskSkill(t.With, NodeWhere, s.Owner(m), m, Nobody)
	case givenGoes:
		if s.Answer == g.Do(DoDone) {
			s.Pop()
			return
		}
		t.Step = givenEnds
		far := space.Length(t.Number)
		t.Number, s.Act.Left = int16(s.Act.Left), far
		s.Go(m, s.Answer, GoMove)
	default:
		s.Act.Left = space.Length(t.Number)
		s.Pop()
	}
}

// AllowGiven makes the destinations legal that a feat lets a model go to, and the edges
// where it may leave the area; false when there is none.
func (s *State) AllowGiven(id SkillID, m int8, far space.Length, about int8) bool {
	g := s.Game
	s.ForbidAll()
	s.allowMoves(m, far, s.Holders(m))
	at := s.Models[m].At
	for a := g.Actions.Dest; a < g.Actions.Edge+space.Edges; a++ {
		if s.Legal[a>>6]>>(a&63)&1 == 0 {
			continue
		}
		k := g.Skills[id]
		if a >= g.Actions.Edge {
			if k.MayGo != nil && !k.MayLeave {
				s.Forbid(a)
			}
		} else if k.MayGo != nil && !s.mayGo(id, m, about, g.DestOf(at, a)) {
			s.Forbid(a)
		}
	}
	return s.Allowed()
}

// mayGo asks a feat about a destination, with the model there.
func (s *State) mayGo(id SkillID, m, about int8, to space.Point) bool {
	x := &s.Models[m]
	at := x.At
	x.At = to
	ok := s.Game.Skills[id].MayGo(s, m, about, at)
	x.At = at
	return ok
}
