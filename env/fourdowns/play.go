package fourdowns

import (
	"math/bits"

	"ringer/env"
)

// openRound asks the opener for a card. The next player in the hand replaces an
// opener that has folded (FD-6).
func (s *State) openRound() {
	h := &s.hand
	if !h.in.has(int(h.opener)) {
		h.opener = int8(s.after(int(h.opener), h.in))
	}
	h.waiting = h.in
	s.ask(nodeOpen, int(h.opener))
}

// goOn asks for the next card of the round after a window: the opener's, or the next
// follower's.
func (s *State) goOn() {
	h := &s.hand
	if h.lead == none {
		s.openRound()
		return
	}
	if h.waiting = s.toPlay(); h.waiting == 0 { // the last followers have folded
		s.endRound()
		return
	}
	s.ask(nodeFollow, s.after(int(h.opener), h.waiting))
}

// toPlay returns the seats that have not played in this round.
func (s *State) toPlay() seats {
	h := &s.hand
	left := h.in
	for seat, card := range h.table[:s.game.players] {
		if card != none {
			left &^= 1 << seat
		}
	}
	return left
}

// findLeader finds the leader of a round anew after a fold: the card that opened
// still says what takes the lead, but only players in the hand can have it. When no
// card of theirs takes it and the opener has folded, the next player leads (FD-11).
func (s *State) findLeader() {
	h := &s.hand
	if h.lead == none || h.in.has(int(h.leader)) {
		return
	}
	h.best, h.leader = h.lead, h.opener
	if !h.in.has(int(h.opener)) {
		h.leader = int8(s.after(int(h.opener), h.in))
	}
	for seat, card := range h.table[:s.game.players] {
		if card != none && h.in.has(seat) && s.game.takes(h.lead, h.best, card) {
			h.best, h.leader = card, int8(seat)
		}
	}
}

// play puts a card on the table (FD-1).
func (s *State) play(card uint8) {
	h := &s.hand
	seat := int(s.actor)
	if s.node == nodeOpen {
		s.note(evOpen, seat, card)
		h.lead, h.best, h.leader = card, card, int8(seat)
	} else {
		s.note(evFollow, seat, card)
		h.void[seat] |= s.game.shown(h.lead, card)
		if s.game.takes(h.lead, h.best, card) {
			h.best, h.leader = card, int8(seat)
		}
	}
	h.held[seat] &^= 1 << card
	h.played[seat] |= 1 << card
	h.table[seat] = card
	h.when[card] = uint8(h.round) + 1
	h.waiting &^= 1 << seat
	switch {
	case h.waiting == 0:
		s.endRound()
	case s.game.anyTime() && int(h.stake) <= s.game.knocks: // FD-11
		next := s.after(seat, h.waiting)
		h.waiting, h.spoken = h.in, 0
		s.ask(nodeWindow, next)
	default:
		s.ask(nodeFollow, s.after(seat, h.waiting))
	}
}

// endRound makes the leader the next opener, or the winner of the hand.
func (s *State) endRound() {
	h := &s.hand
	h.led |= 1 << h.lead
	h.opener = h.leader
	if h.round+1 == h.rounds {
		s.endHand(int(h.leader))
		return
	}
	h.round++
	s.beginRound()
}

// takes reports whether a card takes the lead of a round from the best card so
// far: it must be of the lead's colour and the opposite side, at least as strong
// as the card that opened, and stronger than a follower that leads already.
func (g *Game) takes(lead, best, card uint8) bool {
	if g.beats[lead]>>card&1 == 0 {
		return false
	}
	return best == lead || g.kinds[card].strength > g.kinds[best].strength
}

// shown returns the classes that a follower is shown to lack by what it plays.
func (g *Game) shown(lead, card uint8) uint8 {
	l, class := &g.kinds[lead], g.kinds[card].class
	switch class {
	case l.answer:
		return 0
	case l.class:
		return 1 << l.answer
	}
	return 1<<l.answer | 1<<l.class
}

// nobody stands for no seat.
const nobody int8 = -1

// seats is a set of seats, as bits.
type seats uint8

func (m seats) has(seat int) bool { return m>>seat&1 != 0 }
func (m seats) count() int        { return bits.OnesCount8(uint8(m)) }
func (m seats) lowest() int       { return bits.TrailingZeros8(uint8(m)) }

// after returns the next seat clockwise that is in the set.
func (s *State) after(seat int, of seats) int {
	for {
		if seat++; seat >= s.game.players {
			seat = 0
		}
		if of.has(seat) {
			return seat
		}
	}
}

// ask makes the state wait for a seat's decision.
func (s *State) ask(n node, seat int) { s.node, s.actor = n, env.Player(seat) }
