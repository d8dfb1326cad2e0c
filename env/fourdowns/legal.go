package fourdowns

import (
	"math/bits"

	"ringer/env"
)

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	g := s.game
	switch s.node {
	case nodeDealer:
		for i := range g.players {
			dst = append(dst, env.Action(i))
		}
	case nodeDeal:
		dst = appendCards(dst, s.hand.deck)
	case nodeOpen, nodeFollow:
		dst = appendCards(dst, s.playable())
	case nodeWindow:
		if s.mayKnock() {
			dst = append(dst, g.knock)
		}
		dst = append(dst, g.pass)
	case nodeAnswer:
		if s.mayKnock() {
			dst = append(dst, g.knock)
		}
		dst = append(dst, g.call, g.fold)
	}
	return dst
}

// appendCards appends the cards of a set, ascending.
func appendCards(dst []env.Action, set cards) []env.Action {
	for ; set != 0; set &= set - 1 {
		dst = append(dst, env.Action(bits.TrailingZeros64(set)))
	}
	return dst
}

// isLegal reports whether an action is one of LegalActions.
func (s *State) isLegal(a env.Action) bool {
	g := s.game
	in := func(set cards) bool { return a >= 0 && int(a) < len(g.kinds) && set>>a&1 != 0 }
	switch s.node {
	case nodeDealer:
		return a >= 0 && int(a) < g.players
	case nodeDeal:
		return in(s.hand.deck)
	case nodeOpen, nodeFollow:
		return in(s.playable())
	case nodeWindow:
		return a == g.pass || a == g.knock && s.mayKnock()
	case nodeAnswer:
		return a == g.call || a == g.fold || a == g.knock && s.mayKnock()
	}
	return false
}

// playable returns the set of cards that the actor may play (FD-1).
func (s *State) playable() cards {
	h := &s.hand
	held := h.held[s.actor]
	if s.node == nodeOpen {
		return held
	}
	return s.game.Playable(held, int(h.lead))
}

// mayKnock reports whether the actor may raise the stake (FD-3, FD-9).
func (s *State) mayKnock() bool {
	return int(s.hand.stake) <= s.game.knocks && s.hand.knocker != int8(s.actor)
}
