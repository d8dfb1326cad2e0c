package liarsdice

import (
	"fmt"

	"ringer/env"
)

// LegalActions implements env.State: every higher bid, and liar once there is
// a bid. Chance may roll every face.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	g := s.game
	switch {
	case s.actor >= 0 && s.bid == noBid:
		return append(dst, g.actions[:g.liar]...)
	case s.actor >= 0:
		return append(dst, g.actions[s.bid+1:]...)
	case s.actor == env.Chance:
		return append(dst, g.actions[:g.sides]...)
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
		e.Reason = fmt.Sprintf("a roll is from 0 to %d", s.game.sides-1)
	case a == s.game.liar:
		e.Reason = "there is no bid to doubt"
	case a < 0 || a > s.game.liar:
		e.Reason = fmt.Sprintf("want a bid (0 to %d) or liar (%d)", s.game.liar-1, s.game.liar)
	default:
		e.Reason = "a bid must be higher than " + string(s.game.appendBid(nil, env.Action(s.bid)))
	}
	return e
}
