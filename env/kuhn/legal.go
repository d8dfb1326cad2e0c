package kuhn

import (
	"math/bits"

	"ringer/env"
)

var bettingActions = [...]env.Action{Pass, Bet}

// LegalActions implements env.State. Chance may deal every card left.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	switch {
	case s.actor >= 0:
		return append(dst, bettingActions[:]...)
	case s.actor == env.Chance:
		for left := s.deck; left != 0; left &= left - 1 {
			dst = append(dst, env.Action(bits.TrailingZeros8(left)))
		}
	}
	return dst
}

// illegal explains why an action is refused.
func (s *State) illegal(a env.Action) error {
	e := &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a}
	switch {
	case s.actor == env.Terminal:
		e.Reason = "the episode is over"
	case s.actor == env.Chance:
		e.Reason = "no such card is left"
	default:
		e.Reason = "want pass (0) or bet (1)"
	}
	return e
}
