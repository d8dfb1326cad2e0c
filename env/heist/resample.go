package heist

import (
	"ringer/env"
)

// ResampleFromInfoState implements env.Resampler (C-8).
//
// The only hidden things are the hands: what was drawn, and not yet shown. Every
// card that a seat has not seen was in the deck when that was last made with the
// card in it, and everyone knows which cards those were (HEIST-21). So for each
// time that the deck was made, the unseen cards of that deck are dealt anew, each
// hand getting as many of them as it holds, and the rest being the deck if it is
// still the same one. All such worlds are equally likely: what others chose is
// not weighed.
//
// What the other seats remember of hands follows the cards that took the place
// of those that they saw.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	w := *s
	w.redeal(int8(p), rng)
	return &w
}

// ResampleFromInfoState implements env.Resampler; the history becomes one that
// leads to the new world.
func (r *Recalled) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	w := r.Clone().(*Recalled)
	became := w.redeal(int8(p), rng)
	// Going back, a card is the one that moved until it was drawn: what was seen
	// or drawn before that was an earlier life of the same card.
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

// maxAttempts guards against a world that cannot be found, which would be a bug:
// the true world is always among those that an attempt can find.
const maxAttempts = 1_000_000

// redeal deals the cards anew that p has not seen, and returns what each card
// became. Two questions show something about the hand of the seat that is asked:
// who has chosen a partner can give something, and who has accepted has the Con.
// Deals in which that is not so are dealt again.
func (s *State) redeal(p int8, rng env.Rand) [maxCards]uint8 {
	before := *s
	for range maxAttempts {
		became := s.deal(p, rng)
		if s.actor < 0 {
			return became
		}
		s.findOptions() // of a hand that may have changed
		if s.opts != (options{}) {
			return became
		}
		*s = before
	}
	panic("heist: no world fits what a seat knows")
}

// deal is one attempt of redeal.
func (s *State) deal(p int8, rng env.Rand) [maxCards]uint8 {
	var became [maxCards]uint8
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
				from[n], to[n] = card, card
				hidden.remove(card)
				n++
			}
		}
		for i := n - 1; i > 0; i-- {
			j := rng.IntN(i + 1)
			to[i], to[j] = to[j], to[i]
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
		for seer := range s.game.players {
			if int8(seer) != p {
				s.known[seer][q] = mapped(s.known[seer][q], &became)
			}
		}
	}
	return became
}

func mapped(cards set, became *[maxCards]uint8) set {
	var out set
	for !cards.empty() {
		out.add(became[cards.pop()])
	}
	return out
}
