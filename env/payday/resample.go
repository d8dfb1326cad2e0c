package payday

import "ringer/env"

// ResampleFromInfoState implements env.Resampler (PAY-39, C-8).
//
// Two things are hidden: the other side's cards, and, from the Criminal, what
// lies face down in the heist.
//
// Cards: every card of the other hand that the seat has not seen, and every one
// that the Police discarded in secret, was drawn at some time that the log tells.
// Each of these draws in turn trades its card for one drawn at random among its own, the
// cards of the draws after it and the cards of the pile. As long as nothing was shuffled
// into the pile since, that is a uniform deal of the unseen cards. A trade that the history
// rules out, because the pile did not hold the card at the time, is not made. Draws of
// cards that were seen since stay as they were. The trades begin at a table that is sorted,
// so that they do not follow the true cards.
//
// Heist: kinds of face-down Loot, obstacles and guards are drawn anew: Loot and
// hard obstacles by dealing those that are missing to the face-down places until
// the whole layout is legal (PAY-5), normal obstacles and guards uniformly. Before
// the heist is laid out, the setup is played again at random.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	w := s.Clone().(*State)
	if p == Criminal {
		w.resampleHeist(rng)
	}
	w.resampleCards(1-int(p), rng)
	return w
}

// ApproximateWorlds returns why worlds come with odds of their own, for package envtest.
func (g *Game) ApproximateWorlds() string {
	return "all deals that fit are alike likely: what the other side chose to play and to keep is not weighed"
}

// A drawnCard is a card that is still hidden and the event of its draw.
type drawnCard struct {
	event  int
	card   uint8 // within the deck
	secret int   // event of its secret discard, or -1
}

// resampleCards deals the hidden cards of a side anew.
func (s *State) resampleCards(side int, rng env.Rand) {
	var hands, secrets [2 * maxInHand]drawnCard
	hidden := s.hiddenDraws(side, hands[:0], secrets[:0])
	back := s.lastBack(side)
	z := &s.zones[side]
	kinds := s.game.deck.KindsOf(side)
	s.sortHidden(side, back, hidden)
	for i := range hidden {
		h := &hidden[i]
		// the pile, and this draw and the later ones
		k := rng.IntN(int(z.left) + len(hidden) - i)
		if k < len(hidden)-i {
			if o := &hidden[i+k]; o.card != h.card && s.mayHold(side, back, h.event, o.event, o.card) && s.mayHold(side, back, o.event, h.event, h.card) {
				s.relabel(side, h, o)
			}
			continue
		}
		k -= len(hidden) - i
		for c := range kinds {
			if k < int(z.pile[c]) {
				if uint8(c) != h.card && s.mayHold(side, back, h.event, len(s.log), uint8(c)) {
					z.pile[c]--
					z.pile[h.card]++
					s.setDraw(side, h, uint8(c))
				}
				break
			}
			k -= int(z.pile[c])
		}
	}
}

// sortHidden trades the card of each draw in turn for the first kind that it may be, among
// the cards of the draws after it and of the pile. Trades at random then begin at the same
// table whatever the true cards are, so that the same random numbers lead to the same
// world, unless the history rules trades out.
func (s *State) sortHidden(side, back int, hidden []drawnCard) {
	z := &s.zones[side]
	for i := range hidden {
		h := &hidden[i]
		least, with := h.card, -1
		for k := i + 1; k < len(hidden); k++ {
			o := &hidden[k]
			if o.card < least && s.mayHold(side, back, h.event, o.event, o.card) && s.mayHold(side, back, o.event, h.event, h.card) {
				least, with = o.card, k
			}
		}
		for c := range least {
			if z.pile[c] > 0 && s.mayHold(side, back, h.event, len(s.log), c) {
				z.pile[c]--
				z.pile[h.card]++
				s.setDraw(side, h, c)
				with = -1
				break
			}
		}
		if with >= 0 {
			s.relabel(side, h, &hidden[with])
		}
	}
}

// relabel trades the cards of two draws.
func (s *State) relabel(side int, a, b *drawnCard) {
	x, y := a.card, b.card
	s.setDraw(side, a, y)
	s.setDraw(side, b, x)
}

// setDraw makes a hidden draw have drawn another card; the card that it had is
// for the caller to put somewhere.
func (s *State) setDraw(side int, d *drawnCard, card uint8) {
	z := &s.zones[side]
	value := uint16(s.game.deck.Base[side]) + uint16(card)
	s.log[d.event].value = value
	if d.secret >= 0 {
		z.secret[d.card]--
		z.secret[card]++
		s.log[d.secret].value = value
	} else {
		z.hand[d.card]--
		z.hand[card]++
	}
	d.card = card
}

// mayHold reports whether the pile of a side held a card at every moment from one
// event to another, the first excluded: then it might have been drawn at the
// first. With the events the other way round there is nothing to ask. back is the
// last event that put a card into the pile: since then it has only got smaller.
func (s *State) mayHold(side, back, from, to int, card uint8) bool {
	z := &s.zones[side]
	if from >= to || from >= back && z.pile[card] > 0 {
		return true
	}
	value := uint16(s.game.deck.Base[side]) + uint16(card)
	n := int(z.pile[card]) // now; going back from here
	for i := len(s.log) - 1; i > from; i-- {
		if i < to && n < 1 {
			return false
		}
		if e := &s.log[i]; int(e.seat) == side && e.value == value {
			switch e.kind {
			case evDraw:
				n++
			case evBack:
				n--
			}
		}
	}
	return n >= 1
}

// lastBack returns the last event that put a card into the pile of a side, or -1.
func (s *State) lastBack(side int) int {
	for i := len(s.log) - 1; i >= 0; i-- {
		if e := &s.log[i]; e.kind == evBack && int(e.seat) == side {
			return i
		}
	}
	return -1
}

// hiddenDraws follows the log to find the draws whose cards the other side has not
// seen: still in hand, or discarded in secret and not shuffled since. hand and
// secret are empty, for their memory.
func (s *State) hiddenDraws(side int, hand, secret []drawnCard) []drawnCard {
	base := uint16(s.game.deck.Base[side])
	take := func(card uint8) drawnCard {
		// A card that leaves openly is one that was known, then the oldest.
		for i := range hand {
			if hand[i].card == card {
				d := hand[i]
				hand = append(hand[:i], hand[i+1:]...)
				return d
			}
		}
		return drawnCard{event: -1}
	}
	var known [maxKinds]uint8
	for i, e := range s.log {
		if int(e.seat) != side {
			continue
		}
		card := uint8(e.value - base)
		switch e.kind {
		case evDraw:
			hand = append(hand, drawnCard{i, card, -1})
		case evIn:
			known[card]++
			if e.where == fromSecret { // everybody knows now which one that was
				secret = without(secret, card)
			}
		case evOut:
			if known[card] > 0 {
				known[card]--
			} else {
				take(card)
			}
		case evSecret:
			d := take(card)
			d.secret = i
			secret = append(secret, d)
		case evShow:
			// The whole hand is shown, one event a card; those known already come first.
			if k := s.shownBefore(i, side, e.value); k >= int(known[card]) {
				take(card)
				known[card]++
			}
		case evBack:
			if e.seen != seenByAll { // a secret discard goes back into the pile
				secret = without(secret, card)
			}
		}
	}
	return append(hand, secret...)
}

// without removes the first draw of a card from a list.
func without(list []drawnCard, card uint8) []drawnCard {
	for i := range list {
		if list[i].card == card {
			return append(list[:i], list[i+1:]...)
		}
	}
	return list
}

// shownBefore counts the earlier events of one look that show the same card.
func (s *State) shownBefore(i, side int, value uint16) int {
	n := 0
	for i--; i >= 0; i-- {
		e := &s.log[i]
		if e.kind != evShow || int(e.seat) != side {
			break
		}
		if e.value == value {
			n++
		}
	}
	return n
}
