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
	case a == g.liar:
		return "liar"
	case a >= 0 && a < g.liar:
		return string(g.appendBid(nil, int(a)))
	}
	return fmt.Sprintf("action %d", a)
}

// appendBid appends a bid in the form "2x5".
func (g *Game) appendBid(b []byte, bid int) []byte {
	b = strconv.AppendInt(b, int64(bid/g.sides+1), 10)
	b = append(b, 'x')
	return strconv.AppendInt(b, int64(bid%g.sides+1), 10)
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
		b = s.game.appendBid(append(b, ' '), bits.TrailingZeros64(left))
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
			bids = append(bids, fmt.Sprintf("seat %d %s", bidder(len(bids)), g.appendBid(nil, bits.TrailingZeros64(left))))
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
		fmt.Fprintf(&b, "\nThe bid %s %s: seat %d wins.", g.appendBid(nil, int(s.bid)), verdict, s.winner())
	}
	return b.String()
}

func (s *State) textOrCall() string {
	if s.bid == noBid {
		return ""
	}
	return " or to call liar"
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
		e.Reason = "a bid must be higher than " + string(s.game.appendBid(nil, int(s.bid)))
	}
	return e
}

// Conservation implements env.Conserver: every seat keeps its dice, in order,
// each with a face that exists.
func (s *State) Conservation() error {
	if got := len(s.own(0)) + len(s.own(1)); got != int(s.rolled) || got > players*s.game.dice {
		return fmt.Errorf("liarsdice: %d dice with the seats, %d rolled", got, s.rolled)
	}
	for seat := range players {
		dice := s.own(seat)
		for i, face := range dice {
			if face < 0 || int(face) >= s.game.sides || i > 0 && dice[i-1] > face {
				return fmt.Errorf("liarsdice: seat %d has the dice %s", seat, appendDice(nil, dice))
			}
		}
	}
	return nil
}
