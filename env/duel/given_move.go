package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

func init() { runners[taskGivenMove] = runGivenMove }

// A Move that a feat gives, to whomever: it obeys Retaliate (DUEL-30) and ends only
// where the feat lets it (skill.mayGo). It does not use up the Move of the acting
// model.

// giveMove pushes a Move of so many inches, which the model's owner may decline
// unless it must be made. Without a destination there is none.
func (s *State) giveMove(id skillID, m int8, inches float64, must bool) {
	s.push(taskGivenMove, m, int(s.allowance(m, inches)), int(oneIf(must))).with = id
}

func runGivenMove(s *State, t *task) {
	g, m := s.game, t.m
	const asking, going, gone = 0, 1, 2
	switch t.step {
	case asking:
		if s.models[m].status != standing || !s.allowGiven(t.with, m, space.Length(t.a)) {
			s.pop()
			return
		}
		t.step = going
		if t.b == 0 {
			s.allow(g.do(doDone))
		}
		s.askSkill(t.with, nodeWhere, s.owner(m), m, nobody)
	case going:
		if s.answer == g.do(doDone) {
			s.pop()
			return
		}
		t.step = gone
		far := space.Length(t.a)
		t.a, s.act.left = int16(s.act.left), far
		s.travel(m, g.destOf(s.models[m].at, s.answer), goMove)
	default:
		s.act.left = space.Length(t.a)
		s.pop()
	}
}

// allowGiven makes the destinations legal that a feat lets a model go to; false
// when there is none.
func (s *State) allowGiven(id skillID, m int8, far space.Length) bool {
	g := s.game
	s.forbidAll()
	s.allowMoves(m, far, s.holders(m))
	at := s.models[m].at
	for a := g.actions.dest; a < g.actions.edge+space.Edges; a++ {
		if s.legal[a>>6]>>(a&63)&1 == 0 {
			continue
		}
		if a >= g.actions.edge || skills[id].mayGo != nil && !s.mayGo(id, m, g.destOf(at, a)) {
			s.forbid(a)
		}
	}
	return s.allowed()
}

// mayGo asks a feat about a destination, with the model there.
func (s *State) mayGo(id skillID, m int8, to space.Point) bool {
	x := &s.models[m]
	at := x.at
	x.at = to
	ok := skills[id].mayGo(s, m, at)
	x.at = at
	return ok
}

// doHow is the answer to a question how much.
func (s *State) doHow() int { return int(s.answer - s.game.actions.number) }

// forbid makes an action illegal again.
func (s *State) forbid(a env.Action) { s.legal[a>>6] &^= 1 << (a & 63) }

// allowNumbers makes the numbers of a range legal.
func (s *State) allowNumbers(from, to int) {
	for n := from; n <= min(to, maxNumber); n++ {
		s.allow(s.game.actions.number + env.Action(n))
	}
}
