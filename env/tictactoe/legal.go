package tictactoe

import (
	"fmt"
	"math/bits"

	"ringer/env"
)

// LegalActions implements env.State: every empty cell.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	if s.actor == env.Terminal {
		return dst
	}
	for free := s.free(); free != 0; free &= free - 1 {
		dst = append(dst, env.Action(bits.TrailingZeros16(free)))
	}
	return dst
}

// illegal explains why an action is refused.
func (s *State) illegal(a env.Action) error {
	e := &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a}
	switch {
	case s.actor == env.Terminal:
		e.Reason = "the episode is over"
	case a < 0 || a >= cells:
		e.Reason = fmt.Sprintf("cells are 0 to %d", cells-1)
	default:
		e.Reason = "the cell " + s.ActionString(a) + " is taken"
	}
	return e
}
