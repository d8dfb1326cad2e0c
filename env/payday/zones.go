package payday

// This file moves cash and cards from one zone to another.

// pay takes cash from a seat; earn gives it.
func (s *State) pay(seat, n int) {
	s.cash[seat] -= int16(n)
	s.ledger.spent[seat] += int32(n)
}

func (s *State) earn(seat, n int) {
	n = min(n, maxCash-int(s.cash[seat]))
	s.cash[seat] += int16(n)
	s.ledger.earned[seat] += int32(n)
}

// discardCard discards a card: it reaches the discard pile at the end of the turn
// or combat (PAY-43). A guard leaves the game (PAY-31).
func (s *State) discardCard(k uint8) {
	if k == none {
		return
	}
	if s.kindOf(k).side == Heist {
		s.ledger.gone++
		return
	}
	z, i := s.zonesOf(k)
	z.limbo[i]++
}

// Where a card comes from that returns to its hand: event.where of evIn.
const (
	fromTable  uint8 = iota // or from the open discards
	fromSecret              // from the secret discards
)

// toHand returns a card from the table to its hand, openly.
func (s *State) toHand(k uint8) { s.toHandFrom(k, fromTable) }

func (s *State) toHandFrom(k, from uint8) {
	if k == none {
		return
	}
	if s.kindOf(k).side == Heist {
		s.ledger.gone++
		return
	}
	z, i := s.zonesOf(k)
	z.hand[i]++
	z.known[i]++
	z.size++
	s.record(event{kind: evIn, seat: int8(s.kindOf(k).side), value: uint16(k), seen: seenByAll, where: from})
}

// leaveHand takes a card out of a hand, openly.
func (s *State) leaveHand(k uint8) {
	z, i := s.zonesOf(k)
	z.hand[i]--
	z.size--
	if z.known[i] > 0 {
		z.known[i]--
	}
	s.record(event{kind: evOut, seat: int8(s.kindOf(k).side), value: uint16(k), seen: seenByAll})
}

// toPile shuffles a card into its draw pile.
func (s *State) toPile(k uint8) {
	if k == none {
		return
	}
	z, i := s.zonesOf(k)
	z.pile[i]++
	z.left++
	s.record(event{kind: evBack, seat: int8(s.kindOf(k).side), value: uint16(k), seen: seenByAll})
}

// refill shuffles the discards of a side into its empty draw pile (PAY-18).
func (s *State) refill(seat int) {
	z := &s.zones[seat]
	base := uint8(s.game.deck.base[seat])
	for i := range s.game.deck.kindsOf(seat) {
		for range z.secret[i] {
			s.record(event{kind: evBack, seat: int8(seat), value: uint16(base + uint8(i)), seen: 1 << seat})
		}
		for range z.discards[i] {
			s.record(event{kind: evBack, seat: int8(seat), value: uint16(base + uint8(i)), seen: seenByAll})
		}
		n := z.discards[i] + z.secret[i]
		z.pile[i] += n
		z.left += n
		z.discards[i], z.secret[i] = 0, 0
	}
}

// settleLimbo puts the cards played in a turn or a combat on the discard piles
// (PAY-43).
func (s *State) settleLimbo() {
	for seat := range s.zones {
		z := &s.zones[seat]
		for i := range s.game.deck.kindsOf(seat) {
			z.discards[i] += z.limbo[i]
			z.limbo[i] = 0
		}
	}
}
