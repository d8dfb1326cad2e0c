package liarsdice

import (
	"strconv"

	"ringer/env"
)

// InformationState implements env.InfoStater: the seat, its dice and the
// bidding, as in "1:5 1x3 1x5". During the rolls the number of dice rolled
// stands for the bidding; after a call the other seat's dice follow.
func (s *State) InformationState(p env.Player) string {
	var stack [256]byte
	b := append(stack[:0], '0'+byte(p), ':')
	b = appendDice(b, s.own(int(p)))
	switch s.actor {
	case env.Chance:
		b = append(b, " rolled "...)
		b = strconv.AppendInt(b, int64(s.rolled), 10)
	case env.Terminal:
		b = s.appendBidding(b)
		b = append(b, " | "...)
		b = appendDice(b, s.own(1-int(p)))
	default:
		b = s.appendBidding(b)
	}
	return string(b)
}
