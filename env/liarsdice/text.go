package liarsdice

import (
	"fmt"
	"math/bits"
	"strconv"

	"ringer/env"
	"ringer/env/scene"
)

// ActionString implements env.State: "roll 4", "2x5" (at least two fives),
// "liar".
func (s *State) ActionString(a env.Action) string {
	g := s.game
	switch {
	case s.actor == env.Chance && a >= 0 && int(a) < g.sides:
		return "roll " + strconv.Itoa(int(a)+1)
	case a < 0 || a > g.liar:
		return fmt.Sprintf("action %d", a)
	case g.Decode(a).Liar:
		return "liar"
	}
	return string(g.appendBid(nil, a))
}

// appendBid appends a bid in the form "2x5".
func (g *Game) appendBid(b []byte, bid env.Action) []byte {
	c := g.Decode(bid)
	b = strconv.AppendInt(b, int64(c.Quantity), 10)
	b = append(b, 'x')
	return strconv.AppendInt(b, int64(c.Face), 10)
}

// appendDice appends faces in ascending order, separated by commas.
func appendDice(b []byte, dice []int8) []byte {
	for i, face := range dice {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(face)+1, 10)
	}
	return b
}

// appendBidding appends every bid and the call.
func (s *State) appendBidding(b []byte) []byte {
	for left := s.bids; left != 0; left &= left - 1 {
		b = s.game.appendBid(append(b, ' '), env.Action(bits.TrailingZeros64(left)))
	}
	if s.actor == env.Terminal {
		b = append(b, " liar"...)
	}
	return b
}

// String implements env.State: the dice of both seats and the bidding, as in
// "3 | 5: 1x3 1x5 liar".
func (s *State) String() string {
	b := appendDice(nil, s.own(0))
	b = append(b, " | "...)
	b = appendDice(b, s.own(1))
	return string(s.appendBidding(append(b, ':')))
}

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }
