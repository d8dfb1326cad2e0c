package payday

// This file says which heisters and officers stand at a place.

func (s *State) officer(col, depth, slot int) *officer {
	return &s.cols[col].places[depth].officers[slot]
}

// at returns the officer that a target names.
func (s *State) at(t target) *officer { return s.officer(int(t.col), int(t.depth), int(t.slot)) }

// room returns a free slot at a place, or -1: two rows of three (PAY-12, PAY-32).
func (s *State) room(col, depth int) int {
	for j := range slots {
		if s.officer(col, depth, j).kind == none {
			return j
		}
	}
	return -1
}

// policeAt counts officers and guards at a place, face down ones included.
func (s *State) policeAt(col, depth int) int {
	n := 0
	for j := range slots {
		if s.officer(col, depth, j).kind != none {
			n++
		}
	}
	return n
}

// faceUpAt counts those that can move, fight and be hit.
func (s *State) faceUpAt(col, depth int) int {
	n := 0
	for j := range slots {
		if o := s.officer(col, depth, j); o.kind != none && !o.down {
			n++
		}
	}
	return n
}

// onTable counts the heisters in play.
func (s *State) onTable() int {
	n := 0
	for i := range s.heisters {
		if s.heisters[i].kind != none {
			n++
		}
	}
	return n
}

func (s *State) isOnTable(k uint8) bool {
	for i := range s.heisters {
		if s.heisters[i].kind == k {
			return true
		}
	}
	return false
}

// heistersAt counts the heisters at a column.
func (s *State) heistersAt(col int) int {
	n := 0
	for i := range s.heisters {
		if h := &s.heisters[i]; h.kind != none && int(h.col) == col {
			n++
		}
	}
	return n
}

// hereAt reports whether slot i holds a heister at a column.
func (s *State) hereAt(i, col int) bool {
	return s.heisters[i].kind != none && int(s.heisters[i].col) == col
}

// freeFunding returns a free place for active Funding, or -1 (PAY-30).
func (s *State) freeFunding() int {
	for i := range s.funds {
		if s.funds[i].kind == none {
			return i
		}
	}
	return -1
}

// isTop reports whether a place is the one that heisters of its column are at.
func (s *State) isTop(col, depth int) bool { return int(s.cols[col].top) == depth }

// fightable reports whether both sides are at the top of a column.
func (s *State) fightable(col int) bool {
	return s.heistersAt(col) > 0 && s.faceUpAt(col, int(s.cols[col].top)) > 0
}

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
	if s.kindOf(k).Side == Heist {
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
	if s.kindOf(k).Side == Heist {
		s.ledger.gone++
		return
	}
	z, i := s.zonesOf(k)
	z.hand[i]++
	z.known[i]++
	z.size++
	s.record(event{kind: evIn, seat: int8(s.kindOf(k).Side), value: uint16(k), seen: seenByAll, where: from})
}

// leaveHand takes a card out of a hand, openly.
func (s *State) leaveHand(k uint8) {
	z, i := s.zonesOf(k)
	z.hand[i]--
	z.size--
	if z.known[i] > 0 {
		z.known[i]--
	}
	s.record(event{kind: evOut, seat: int8(s.kindOf(k).Side), value: uint16(k), seen: seenByAll})
}

// toPile shuffles a card into its draw pile.
func (s *State) toPile(k uint8) {
	if k == none {
		return
	}
	z, i := s.zonesOf(k)
	z.pile[i]++
	z.left++
	s.record(event{kind: evBack, seat: int8(s.kindOf(k).Side), value: uint16(k), seen: seenByAll})
}

// refill shuffles the discards of a side into its empty draw pile (PAY-18).
func (s *State) refill(seat int) {
	z := &s.zones[seat]
	base := uint8(s.game.deck.Base[seat])
	for i := range s.game.deck.KindsOf(seat) {
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
		for i := range s.game.deck.KindsOf(seat) {
			z.discards[i] += z.limbo[i]
			z.limbo[i] = 0
		}
	}
}
