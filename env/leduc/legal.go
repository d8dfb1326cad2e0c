package leduc

import (
	"math/bits"

	"ringer/env"
)

var (
	checkOrRaise    = [...]env.Action{Call, Raise}
	foldCallOrRaise = [...]env.Action{Fold, Call, Raise}
	foldOrCall      = foldCallOrRaise[:2]
	onlyCheck       = foldCallOrRaise[1:2]
	bettingOfFlags  = [2][2][]env.Action{{onlyCheck, checkOrRaise[:]}, {foldOrCall, foldCallOrRaise[:]}}
)

// LegalActions implements env.State: a seat may fold when there is something to
// call and raise while the round has had fewer than two raises. Chance may deal
// every card left.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	switch {
	case s.actor >= 0:
		facing, open := 0, 0
		if s.stake > s.paid[s.actor] {
			facing = 1
		}
		if s.raises < maxRaises {
			open = 1
		}
		return append(dst, bettingOfFlags[facing][open]...)
	case s.actor == env.Chance:
		for left := s.deck; left != 0; left &= left - 1 {
			dst = append(dst, env.Action(bits.TrailingZeros16(left)))
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
	case a == Fold:
		e.Reason = "there is nothing to call"
	case a == Raise:
		e.Reason = "the round has had its two raises"
	default:
		e.Reason = "want fold (0), call (1) or raise (2)"
	}
	return e
}
