package goofspiel

import (
	"math/bits"

	"ringer/env"
)

// LegalActions implements env.State: any card of the hand. Chance may reveal
// every prize left.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	var cards uint16
	switch {
	case s.actor >= 0:
		cards = s.hands[s.actor]
	case s.actor == env.Chance:
		cards = s.left
	}
	for ; cards != 0; cards &= cards - 1 {
		dst = append(dst, env.Action(bits.TrailingZeros16(cards)))
	}
	return dst
}

// illegal explains why an action is refused.
func (s *State) illegal(a env.Action) error {
	e := &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a}
	switch s.actor {
	case env.Terminal:
		e.Reason = "the episode is over"
	case env.Chance:
		e.Reason = "the prizes left are " + cardList(s.left)
	default:
		e.Reason = "the hand is " + cardList(s.hands[s.actor])
	}
	return e
}
