package duel

import (
	"math/bits"

	"ringer/env"
)

// This file keeps the set of answers that are legal, and of chance the outcomes.

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	if only, ok := s.settled(); ok {
		return append(dst, only)
	}
	switch {
	case s.actor == env.Chance:
		n := int(s.chances)
		if s.node == chanceDice {
			n = len(throws(n))
		}
		if s.listed() {
			return s.appendSet(dst)
		}
		for a := range env.Action(n) {
			dst = append(dst, a)
		}
	case s.actor >= 0:
		return s.appendSet(dst)
	}
	return dst
}

func (s *State) appendSet(dst []env.Action) []env.Action {
	words := (max(int(s.game.actions.size), s.game.maxSet) + 63) / 64
	for w, set := range s.legal[:words] {
		for ; set != 0; set &= set - 1 {
			dst = append(dst, env.Action(w*64+bits.TrailingZeros64(set)))
		}
	}
	return dst
}

func (s *State) isLegal(a env.Action) bool {
	if only, ok := s.settled(); ok {
		return a == only
	}
	switch {
	case a < 0 || a >= maxActions || s.node == nodeOver:
		return false
	case s.node == chanceDice:
		return int(a) < len(throws(int(s.chances)))
	case s.actor == env.Chance && !s.listed():
		return int(a) < int(s.chances)
	}
	return s.legal[a>>6]>>(a&63)&1 != 0
}

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	if only, ok := s.settled(); ok {
		return append(dst, env.Outcome{Action: only, Prob: 1})
	}
	switch {
	case s.node == chanceDice:
		for i, t := range throws(int(s.chances)) {
			dst = append(dst, env.Outcome{Action: env.Action(i), Prob: t.prob})
		}
	case s.listed():
		n := 0
		for _, set := range s.legal {
			n += bits.OnesCount64(set)
		}
		for w, set := range s.legal {
			for ; set != 0; set &= set - 1 {
				dst = append(dst, env.Outcome{Action: env.Action(w*64 + bits.TrailingZeros64(set)), Prob: 1 / float64(n)})
			}
		}
	default:
		for a := range env.Action(s.chances) {
			dst = append(dst, env.Outcome{Action: a, Prob: 1 / float64(s.chances)})
		}
	}
	return dst
}

// listed says whether the outcomes of the chance node are the legal set: those
// of a draw, or the equally good answers of an automaton.
func (s *State) listed() bool {
	return s.node == chancePoint || s.node == chanceMember || s.node == chanceBuy || s.node < nodeDecisions
}

// forbidAll empties the legal set before a question.
func (s *State) forbidAll() { clear(s.legal[:]) }

// allow makes an action legal; absent ones are left out.
func (s *State) allow(a env.Action) {
	if a >= 0 {
		s.legal[a>>6] |= 1 << (a & 63)
	}
}

func (s *State) allowed() bool {
	for _, w := range s.legal {
		if w != 0 {
			return true
		}
	}
	return false
}

// sole is the only legal action, when there is just one.
func (s *State) sole() (env.Action, bool) {
	only := absent
	for w, set := range s.legal {
		if set == 0 {
			continue
		}
		if set&(set-1) != 0 || only != absent {
			return absent, false
		}
		only = env.Action(w*64 + bits.TrailingZeros64(set))
	}
	return only, only != absent
}
