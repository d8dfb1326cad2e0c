package goofspiel

import "ringer/env"

// redrawTwo draws the other seat's bids of all finished rounds, uniformly from
// all that give the announced winners.
//
// In a tied round the other card is known. In every other round it is above or
// below p's card. Go through the cards from the highest to the lowest. Each is
// kept in the hand, or set aside for some round that needs a card above p's (it
// is named when p's card of that round comes by), or given to a round that
// needs a card below p's and whose p's card has come by. How many ways there
// are from a card on depends only on how many cards are set aside and how many
// rounds wait for a low card, so the ways can be counted and drawn from.
func (s *State) redrawTwo(p int, rng env.Rand) {
	var d twoSeatDraw
	d.count(s, p)
	other := 1 - p
	s.hands[other] = s.game.allCards()

	var aside [MaxCards]int8  // cards set aside
	var hungry [MaxCards]int8 // rounds that wait for a low card
	a, h := 0, 0
	for card := s.game.config.Cards - 1; card >= 0; card-- {
		round := d.roundOf[card]
		switch d.kind[card] {
		case tied:
			s.setPast(other, round, int8(card))
			continue
		case above: // take any of the cards set aside
			i := rng.IntN(a)
			s.setPast(other, round, aside[i])
			a--
			aside[i] = aside[a]
		}
		next := h
		if d.kind[card] == below {
			next++
		}
		keep, save, feed := d.waysBelow(card, a, next), d.waysBelow(card, a+1, next), 0.0
		if h > 0 {
			feed = float64(h) * d.waysBelow(card, a, next-1)
		}
		switch u := rng.Float64() * (keep + save + feed); {
		case u < save:
			aside[a] = int8(card)
			a++
		case u < save+feed:
			i := rng.IntN(h)
			s.setPast(other, hungry[i], int8(card))
			h--
			hungry[i] = hungry[h]
		}
		if d.kind[card] == below {
			hungry[h] = round
			h++
		}
	}
}

// How the other seat's bid compares with a card of p that was bid against it.
const (
	unbid = iota // p has not bid the card
	tied         // it was the same card
	above        // it was higher
	below        // it was lower
)

// twoSeatDraw counts the bids that the other of two seats may have made.
type twoSeatDraw struct {
	kind    [MaxCards]uint8 // by p's card
	roundOf [MaxCards]int8  // in which p bid the card

	// ways[card, aside, hungry] is the number of ways to use the cards below card,
	// when aside cards are set aside and hungry rounds wait for a low card after
	// card itself was used. aside and hungry run from 0 to rounds.
	ways   []float64
	rounds int
}

// waysBelow returns one element of ways, or 0 where more cards are set aside and
// rounds wait than there are rounds.
func (d *twoSeatDraw) waysBelow(card, aside, hungry int) float64 {
	if aside+hungry > d.rounds {
		return 0
	}
	return d.ways[d.index(card, aside, hungry)]
}

func (d *twoSeatDraw) index(card, aside, hungry int) int {
	return (card*(d.rounds+1)+aside)*(d.rounds+1) + hungry
}

// count fills d from what p knows.
func (d *twoSeatDraw) count(s *State, p int) {
	for round := range int8(s.round) {
		card := s.bids[p][round]
		d.roundOf[card] = round
		switch s.won[round] {
		case nobody:
			d.kind[card] = tied
		case int8(p):
			d.kind[card] = below
		default:
			d.kind[card] = above
		}
	}
	d.rounds = int(s.round)
	d.ways = make([]float64, s.game.config.Cards*(d.rounds+1)*(d.rounds+1))
	d.ways[0] = 1
	for card := range s.game.config.Cards - 1 {
		for aside := range d.rounds + 1 {
			for hungry := range d.rounds + 1 - aside {
				d.ways[d.index(card+1, aside, hungry)] = d.through(card, aside, hungry)
			}
		}
	}
}

// through counts the ways to use card and all cards below it.
func (d *twoSeatDraw) through(card, aside, hungry int) float64 {
	names := 1.0 // ways to name the card set aside for this card's round
	next := hungry
	switch d.kind[card] {
	case tied:
		return d.waysBelow(card, aside, hungry)
	case above:
		if aside == 0 {
			return 0
		}
		names = float64(aside)
		aside--
	case below:
		next++
	}
	ways := d.waysBelow(card, aside, next) + d.waysBelow(card, aside+1, next) // keep the card, or set it aside
	if hungry > 0 {
		ways += float64(float64(hungry) * d.waysBelow(card, aside, next-1))
	}
	return names * ways
}
