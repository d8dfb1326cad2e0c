package heist

// This file moves cards between the deck, hands and the table, and notes what the
// seats see of it. Only draws are hidden: a card leaves a hand face up.

// drawn takes a card from the deck into a hand.
func (s *State) drawn(seat int8, card uint8) {
	s.deck.remove(card)
	s.hand[seat].add(card)
	s.held[seat]++
	s.teller.drew(s, seat, card)
}

// cardIn returns the copy of a kind that leaves a hand: the copy that most other
// seats know of. Then no seat believes in a copy that may be the one that left.
func (s *State) cardIn(seat int8, kind int) uint8 {
	copies := s.hand[seat].and(s.game.deck.kinds[kind].cards)
	best := copies.first()
	if s.game.deck.unique {
		return best
	}
	most := -1
	for !copies.empty() {
		card, knowers := copies.pop(), 0
		for p := range s.game.players {
			if s.known[p][seat].has(card) {
				knowers++
			}
		}
		if knowers > most {
			best, most = card, knowers
		}
	}
	return best
}

// leaves takes a card out of a hand, in sight of all.
func (s *State) leaves(seat int8, card uint8) {
	s.hand[seat].remove(card)
	s.held[seat]--
	s.bars[card] = 0
	for p := range s.game.players {
		s.known[p][seat].remove(card)
	}
}

// arrives puts a card into a hand, in sight of all.
func (s *State) arrives(seat int8, card uint8) {
	s.hand[seat].add(card)
	s.held[seat]++
	s.shows(seat, card)
}

// shows lets all other seats know that a card is in a hand.
func (s *State) shows(seat int8, card uint8) {
	for p := range s.game.players {
		if int8(p) != seat {
			s.known[p][seat].add(card)
		}
	}
}

// discard takes a card from a hand to the discards.
func (s *State) discard(seat int8, card uint8) {
	s.leaves(seat, card)
	s.discards.add(card)
}

// reshuffle makes the discards the deck (HEIST-2). All seats know its cards, because
// the discards lie face up (HEIST-21).
func (s *State) reshuffle() {
	s.deck, s.discards = s.discards, set{}
	s.teller.reshuffled("Heist")
	s.fresh = s.deck
	if s.epoch < 255 {
		s.epoch++
	}
	for cards := s.deck; !cards.empty(); {
		s.drawnIn[cards.pop()] = s.epoch
	}
}

// knownHand returns the cards that p knows to be in the hand of another seat: the
// cards that it has seen and, when only this seat can hold them, the cards that were
// in no deck since the last reshuffle.
func (s *State) knownHand(p, seat int8) set {
	known := s.known[p][seat]
	if s.epoch == 0 || !s.game.deck.unique {
		return known
	}
	old := s.hand[seat].without(known).without(s.fresh)
	if old.empty() {
		return known
	}
	for q := range int8(s.game.players) {
		if q != p && q != seat && !s.hand[q].without(s.known[p][q]).without(s.fresh).empty() {
			return known
		}
	}
	return known.or(old)
}

// elsewhere returns the cards that p knows to be in the other hands without knowing
// in which one.
func (s *State) elsewhere(p int8) set {
	var cards set
	if s.epoch == 0 || !s.game.deck.unique {
		return cards
	}
	holders := 0
	for q := range int8(s.game.players) {
		if q != p {
			if n := s.hand[q].without(s.known[p][q]).without(s.fresh); !n.empty() {
				cards = cards.or(n)
				holders++
			}
		}
	}
	if holders < 2 {
		return set{} // knownHand has them
	}
	return cards
}

// lacked returns, for each skill and then for Reactions, how many cards of a hand that p
// does not know were there when their holder gave an execution up for want of such a
// card (HEIST-25).
func (s *State) lacked(p, seat int8) (counts [skills + 1]int) {
	hidden := s.hand[seat]
	if p != seat {
		hidden = hidden.without(s.known[p][seat])
	}
	for !hidden.empty() {
		bars := s.bars[hidden.pop()]
		for i := range counts {
			counts[i] += int(bars >> i & 1)
		}
	}
	return counts
}
