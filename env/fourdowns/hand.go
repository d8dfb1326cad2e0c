package fourdowns

import (
	"math/bits"

	"ringer/env"
)

// beginHand starts the deal. Two players left get more cards each (FD-4).
func (s *State) beginHand() {
	h := &s.hand
	h.clear()
	s.handAt[s.hands] = uint16(len(s.log))
	h.deck = s.game.all
	h.in = s.in
	h.rounds = int8(s.game.config.dealt(s.in.count()))
	for i := range s.game.players {
		if h.in.has(i) {
			h.accepted[i] = 1 // FD-7
		}
	}
	h.opener = int8(s.after(int(s.dealer), h.in))
	s.node, s.actor = nodeDeal, env.Chance
}

// receiver is the seat that gets the next card of the deal.
func (s *State) receiver() int {
	h := &s.hand
	seat := int(h.opener)
	for range int(h.dealt) % h.in.count() {
		seat = s.after(seat, h.in)
	}
	return seat
}

// deal gives the next card of the deck.
func (s *State) deal(card uint8) {
	h := &s.hand
	seat := s.receiver()
	h.deck &^= 1 << card
	h.held[seat] |= 1 << card
	h.dealt++
	s.note(evDeal, seat, card)
	if int(h.dealt) == int(h.rounds)*h.in.count() {
		s.beginRound()
	}
}

// beginRound opens the window before a round, if there is bidding (FD-3, FD-8).
func (s *State) beginRound() {
	h := &s.hand
	h.leader, h.lead, h.best = nobody, none, none
	for i := range h.table {
		h.table[i] = none
	}
	h.spoken = 0
	if s.game.knocks == 0 {
		s.openRound()
		return
	}
	h.waiting = h.in
	s.ask(nodeWindow, int(h.opener))
}

// lose takes a seat back by its part of the stake; who has gone back far enough
// is out of the game (FD-2).
func (s *State) lose(seat int, stake uint8) {
	s.yards[seat] += int16(int(stake) * s.game.config.Yards)
	if int(s.yards[seat]) >= s.game.config.OutAt {
		s.in &^= 1 << seat
	}
}

// endHand pays for the stake and goes on to the next hand or the end (FD-2,
// FD-10).
func (s *State) endHand(winner int) {
	h := &s.hand
	for i := range s.game.players {
		if h.in.has(i) && i != winner {
			s.lose(i, h.stake)
		}
	}
	s.taken[winner]++
	s.dealer = int8(winner)
	s.hands++
	s.handAt[s.hands] = uint16(len(s.log))
	if s.in.count() == 1 || s.game.config.Hands > 0 && int(s.hands) == s.game.config.Hands {
		s.finish()
		return
	}
	s.beginHand()
}

// finish finds the winners: the last player in the game or, when the hands are
// used up, whoever has gone back least.
func (s *State) finish() {
	s.node, s.actor = nodeOver, env.Terminal
	if s.in.count() == 1 {
		s.won = s.in
		return
	}
	least := s.yards[s.in.lowest()]
	for i := range s.game.players {
		if s.in.has(i) {
			least = min(least, s.yards[i])
		}
	}
	s.won = 0
	for i := range s.game.players {
		if s.in.has(i) && s.yards[i] == least {
			s.won |= 1 << i
		}
	}
}

// cardCount is the number of cards in a set.
func cardCount(set cards) int { return bits.OnesCount64(set) }

// lowestCard is the card of a set with the smallest id.
func lowestCard(set cards) uint8 { return uint8(bits.TrailingZeros64(set)) }
