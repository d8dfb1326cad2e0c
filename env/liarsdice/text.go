package liarsdice

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"ringer/env"
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
func (s *State) Text(p env.Player) string {
	g := s.game
	var b strings.Builder
	dice := "dice"
	if g.dice == 1 {
		dice = "die"
	}
	fmt.Fprintf(&b, "Liar's dice, %d %s of %d sides each, %d is wild. You are seat %d", g.dice, dice, g.sides, g.sides, p)
	if own := s.own(int(p)); len(own) > 0 {
		fmt.Fprintf(&b, " and rolled %s", appendDice(nil, own))
	}
	b.WriteByte('.')
	if made := s.made(); made > 0 {
		bids := make([]string, 0, made)
		for left := s.bids; left != 0; left &= left - 1 {
			bids = append(bids, fmt.Sprintf("seat %d %s", bidder(len(bids)), g.appendBid(nil, env.Action(bits.TrailingZeros64(left)))))
		}
		fmt.Fprintf(&b, "\nBids: %s.", strings.Join(bids, ", "))
	}
	switch {
	case s.actor == env.Chance:
		fmt.Fprintf(&b, "\nSeat %d rolls a die.", int(s.rolled)/g.dice)
	case s.actor == p:
		fmt.Fprintf(&b, "\nYou are to bid%s.", s.textOrCall())
	case s.actor >= 0:
		fmt.Fprintf(&b, "\nSeat %d is to bid%s.", s.actor, s.textOrCall())
	default:
		fmt.Fprintf(&b, "\nSeat %d calls liar. Seat 0 rolled %s, seat 1 %s.", s.caller, appendDice(nil, s.own(0)), appendDice(nil, s.own(1)))
		verdict := "does not hold"
		if s.bidHolds() {
			verdict = "holds"
		}
		fmt.Fprintf(&b, "\nThe bid %s %s: seat %d wins.", g.appendBid(nil, env.Action(s.bid)), verdict, s.winner())
	}
	return b.String()
}

func (s *State) textOrCall() string {
	if s.bid == noBid {
		return ""
	}
	return " or to call liar"
}
