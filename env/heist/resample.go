package heist

import "ringer/env"

// ResampleFromInfoState implements env.Resampler (C-8).
//
// Only hands are hidden: cards that were drawn and not shown yet. A card that a seat
// has not seen was in the deck when the deck was last made with that card, and all
// seats know the cards of each deck (HEIST-21). So for each time that the deck was
// made, the unseen cards of that deck are dealt anew: each hand gets as many of them
// as it holds, and the rest is the deck, if it is still that deck. All such worlds
// are equally likely: the choices of others are not weighed.
//
// The other seats then know the cards that took the place of those that they saw.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	w := *s
	w.redeal(int8(p), rng)
	return &w
}

// ResampleFromInfoState implements env.Resampler. The new history leads to the new
// world.
func (r *Recalled) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	w := r.Clone().(*Recalled)
	became := w.redeal(int8(p), rng)
	// Backwards, an entry about a card is about the one in a hand now until that card
	// was drawn; older entries are about an earlier draw of the same card.
	var alive set
	for q := range w.game.players {
		alive = alive.or(r.hand[q])
	}
	for i := len(w.log.entries) - 1; i >= 0; i-- {
		e := &w.log.entries[i]
		if e.card == none || !alive.has(e.card) {
			continue
		}
		if e.node != nodeSee {
			alive.remove(e.card)
			e.act = int16(w.game.deck.kindOf[became[e.card]])
		}
		e.card = became[e.card]
	}
	w.log.sortSeen()
	return w
}

// ApproximateWorlds returns why worlds come with odds of their own, for package envtest.
func (g *Game) ApproximateWorlds() string {
	return "all deals that fit are alike likely: what others chose to play and to keep is not weighed"
}

// maxAttempts bounds the search for a world. The true world is always among those
// that an attempt can find, so reaching the bound is a bug.
const maxAttempts = 1_000_000

// redeal deals the cards that p has not seen anew, and returns the card that took the
// place of each. Two questions show something about the hand of the seat that is
// asked: a seat that has chosen a partner can give something, and a seat that has
// accepted an offer has the Con. Deals in which that is not so are dealt again, and so
// are those in which a card cannot be what an executor's giving up has ruled out.
func (s *State) redeal(p int8, rng env.Rand) [maxCards]uint8 {
	before := *s
	for range maxAttempts {
		became, fits := s.deal(p, rng)
		if fits && s.actor < 0 {
			return became
		}
		if fits {
			s.findOptions() // of a hand that may have changed
			if s.opts != (options{}) {
				return became
			}
		}
		*s = before
	}
	panic("heist: no world fits what a seat knows")
}

// deal makes one attempt of redeal, and returns whether every hand may hold its cards
// (HEIST-25).
func (s *State) deal(p int8, rng env.Rand) (became [maxCards]uint8, fits bool) {
	for i := range became {
		became[i] = uint8(i)
	}
	var unknown [maxSeats]set
	var hidden set
	for q := range int8(s.game.players) {
		if q != p {
			unknown[q] = s.hand[q].without(s.known[p][q])
			hidden = hidden.or(unknown[q])
		}
	}
	hidden = hidden.or(s.deck)
	for !hidden.empty() {
		epoch := s.drawnIn[hidden.first()]
		var from, to [maxCards]uint8
		n := 0
		for cards := hidden; !cards.empty(); {
			if card := cards.pop(); s.drawnIn[card] == epoch {
				to[n] = card
				hidden.remove(card)
				n++
			}
		}
		s.places(epoch, &unknown, from[:0])
		for i := n - 1; i > 0; i-- {
			j := rng.IntN(i + 1)
			to[i], to[j] = to[j], to[i]
		}
		if !s.settle(from[:n], to[:n], rng) {
			return became, false
		}
		for i := range n {
			became[from[i]] = to[i]
		}
	}
	s.deck = mapped(s.deck, &became)
	for q := range int8(s.game.players) {
		if q == p {
			continue
		}
		s.hand[q] = mapped(s.hand[q], &became)
		if !s.game.deck.unique {
			s.drew[q] = mapped(s.drew[q], &became)
		}
		for seer := range s.game.players {
			if int8(seer) != p {
				s.known[seer][q] = mapped(s.known[seer][q], &became)
			}
		}
	}
	if s.game.strict {
		before := s.bars
		for i, card := range became[:s.game.deck.size] {
			s.bars[card] = before[i]
		}
	}
	return became, true
}

// places lists the unseen cards of an epoch by where they are: hand by hand, and then the
// deck. Cards of a hand of which the seats know different things come in the order of that
// knowledge. So worlds that a seat cannot tell apart list their places alike, and the same random
// numbers deal the same cards to them.
func (s *State) places(epoch uint8, unknown *[maxSeats]set, dst []uint8) {
	for q := range int8(s.game.players) {
		first := len(dst)
		for cards := unknown[q]; !cards.empty(); {
			card := cards.pop()
			if s.drawnIn[card] != epoch {
				continue
			}
			dst = append(dst, card)
			for i := len(dst) - 1; i > first && s.kept(q, dst[i]) < s.kept(q, dst[i-1]); i-- {
				dst[i], dst[i-1] = dst[i-1], dst[i]
			}
		}
	}
	for cards := s.deck; !cards.empty(); {
		if card := cards.pop(); s.drawnIn[card] == epoch {
			dst = append(dst, card)
		}
	}
}

// kept tells apart the cards of a hand by what others know of them: what a card cannot be,
// and who has seen it.
func (s *State) kept(q int8, card uint8) uint32 {
	key := uint32(s.bars[card])
	for seer := range s.game.players {
		key <<= 1
		if s.known[seer][q].has(card) {
			key |= 1
		}
	}
	return key
}

// settle swaps each card that cannot be where it was dealt for a random one that can,
// both ways. from holds the cards whose places are dealt, to the cards that were
// dealt there. When one execution was given up, the deals that come out are equally
// likely. It returns false when it finds no swap.
func (s *State) settle(from, to []uint8, rng env.Rand) bool {
	d, n := s.game.deck, len(from)
	if !s.game.strict {
		return true
	}
	may := func(place, card int) bool { return !d.barred(s.bars[from[place]], to[card]) }
	for i := range n {
		for try := 0; !may(i, i); try++ {
			if try == 20*n {
				return false
			}
			if j := rng.IntN(n); may(i, j) && may(j, i) {
				to[i], to[j] = to[j], to[i]
			}
		}
	}
	return true
}

func mapped(cards set, became *[maxCards]uint8) set {
	var out set
	for !cards.empty() {
		out.add(became[cards.pop()])
	}
	return out
}

// This file moves cards between the deck, hands and the table, and notes what the
// seats see of it. Only draws are hidden: a card leaves a hand face up.

// drawn takes a card from the deck into a hand.
func (s *State) drawn(seat int8, card uint8) {
	s.deck.remove(card)
	s.hand[seat].add(card)
	s.held[seat]++
	if !s.game.deck.unique {
		s.drew[seat].add(card)
	}
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
	s.fresh, s.drew = s.deck, [maxSeats]set{}
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

// made returns the cards of which the deck was last made, without those that p has drawn since: they are in
// the deck, in other hands or played. Of a card that others play nobody knows which copy it was, so that a deck
// with copies has this in place of elsewhere.
func (s *State) made(p int8) set {
	if s.epoch == 0 || s.game.deck.unique {
		return set{}
	}
	return s.fresh.without(s.drew[p])
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
