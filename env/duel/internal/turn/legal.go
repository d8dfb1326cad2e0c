package turn

import (
	"math/bits"

	"ringer/env"
	"ringer/env/duel/space"
)

// This file keeps the set of answers that are legal, and of chance the outcomes.

// An answers is a set of answers, or of outcomes, a bit each.
type answers [maxActions / 64]uint64

// An offer is a Move whose destinations are legal, or to come into play. They are worked out
// when somebody asks what is legal: those who only look where a turn leads, such as a search,
// do not.
type offer struct {
	open   bool
	comes  bool // into play, at a free point …
	m      int8
	around space.Point // … near this one
	far    space.Length
	held   ModelSet // who hold the model in a melee
}

// known returns the legal set, complete. Until the next question it may be changed.
func (s *State) known() *answers {
	if o := s.offered; o.open {
		s.offered = offer{}
		if o.comes {
			s.AllowFree(o.m, o.around, o.far)
		} else {
			s.findMoves(o.m, o.far, o.held)
		}
	}
	return &s.legal
}

// Legal returns the legal set, a bit for each answer or outcome. The slice belongs to the state.
func (s *State) Legal() []uint64 { return s.known()[:] }

// LegalActions appends the legal answers to what the state waits for to dst, ascending.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	if only, ok := s.settled(); ok {
		return append(dst, only)
	}
	switch {
	case s.Actor == env.Chance:
		n := int(s.Chances)
		if s.Node == ChanceDice {
			n = len(Throws(n))
		}
		if s.listed() {
			return s.AppendSet(dst)
		}
		for a := range env.Action(n) {
			dst = append(dst, a)
		}
	case s.Actor >= 0:
		return s.AppendSet(dst)
	}
	return dst
}

// AppendSet appends the legal set to dst, ascending.
func (s *State) AppendSet(dst []env.Action) []env.Action {
	words := (max(int(s.Game.Actions.Size), s.Game.maxSet) + 63) / 64
	for w, set := range s.known()[:words] {
		for ; set != 0; set &= set - 1 {
			dst = append(dst, env.Action(w*64+bits.TrailingZeros64(set)))
		}
	}
	return dst
}

// IsLegal reports whether an answer, or an outcome of chance, is legal.
func (s *State) IsLegal(a env.Action) bool {
	if only, ok := s.settled(); ok {
		return a == only
	}
	switch {
	case a < 0 || a >= maxActions || s.Node == NodeOver:
		return false
	case s.Node == ChanceDice:
		return int(a) < len(Throws(int(s.Chances)))
	case s.Actor == env.Chance && !s.listed():
		return int(a) < int(s.Chances)
	}
	return s.known().has(a)
}

// ChanceOutcomes appends the outcomes of a chance node to dst, with their probabilities.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.Actor != env.Chance {
		return dst
	}
	if only, ok := s.settled(); ok {
		return append(dst, env.Outcome{Action: only, Prob: 1})
	}
	switch {
	case s.Node == ChanceDice:
		for i, t := range Throws(int(s.Chances)) {
			dst = append(dst, env.Outcome{Action: env.Action(i), Prob: t.prob})
		}
	case s.listed():
		n := 0
		for _, set := range s.known() {
			n += bits.OnesCount64(set)
		}
		for w, set := range s.known() {
			for ; set != 0; set &= set - 1 {
				dst = append(dst, env.Outcome{Action: env.Action(w*64 + bits.TrailingZeros64(set)), Prob: 1 / float64(n)})
			}
		}
	default:
		for a := range env.Action(s.Chances) {
			dst = append(dst, env.Outcome{Action: a, Prob: 1 / float64(s.Chances)})
		}
	}
	return dst
}

// has reports whether an answer is in the set.
func (l *answers) has(a env.Action) bool { return l[a>>6]>>(a&63)&1 != 0 }

// listed reports whether the outcomes of the chance node are the legal set: the outcomes of
// a draw, or the equally good answers of an automaton.
func (s *State) listed() bool {
	return s.Node == ChancePoint || s.Node == ChanceMember || s.Node == ChanceBuy || s.Node < NodeDecisions
}

// ForbidAll empties the legal set before a question.
func (s *State) ForbidAll() {
	s.legal, s.offered = answers{}, offer{}
}

// Allow makes an action legal; absent ones are left out.
func (s *State) Allow(a env.Action) {
	if a >= 0 {
		s.legal[a>>6] |= 1 << (a & 63)
	}
}

// Allowed reports whether any answer is legal.
func (s *State) Allowed() bool {
	for _, w := range s.known() {
		if w != 0 {
			return true
		}
	}
	return false
}

// Sole returns the only legal action, when there is just one.
func (s *State) Sole() (env.Action, bool) {
	only := Absent
	for w, set := range s.known() {
		if set == 0 {
			continue
		}
		if set&(set-1) != 0 || only != Absent {
			return Absent, false
		}
		only = env.Action(w*64 + bits.TrailingZeros64(set))
	}
	return only, only != Absent
}
