package goofspiel

import (
	"math/bits"

	"ringer/env"
)

// worldSearch looks for bids of several hidden seats that give the announced
// winners, one bid after the other, always for the seat and round with the
// fewest cards possible, in random order, going back where nothing is left.
type worldSearch struct {
	state *State // its bids and hands are being filled in
	p     int
	known [MaxPlayers][MaxCards]bool // bids filled in, and all bids of p
	open  int                        // bids not filled in
	steps int                        // left before a fresh start
	rng   env.Rand
}

// freshStart is the number of tries after which a search that has gone astray
// begins anew. A search that does not go astray needs one try for each bid.
const freshStart = 2000

// redrawMany draws the bids of all finished rounds of all seats but p.
func (s *State) redrawMany(p int, rng env.Rand) {
	for {
		w := worldSearch{state: s, p: p, steps: freshStart, rng: rng}
		for seat := range s.game.config.Players {
			if seat != p {
				s.hands[seat] = s.game.allCards()
				w.open += int(s.round)
				continue
			}
			for round := range int(s.round) {
				w.known[p][round] = true
			}
		}
		if w.fill() {
			return
		}
	}
}

// fill fills in all open bids, or returns false and leaves none changed.
func (w *worldSearch) fill() bool {
	if w.open == 0 {
		return true
	}
	if w.steps--; w.steps < 0 {
		return false
	}
	seat, round, cards := w.narrowest()
	for cards != 0 {
		card := nthCard(cards, w.rng)
		cards &^= 1 << card
		w.state.setPast(seat, int8(round), card)
		w.known[seat][round] = true
		w.open--
		if w.fill() {
			return true
		}
		w.open++
		w.known[seat][round] = false
		w.state.hands[seat] |= 1 << card
	}
	return false
}

// narrowest returns the open bid with the fewest possible cards, and those cards.
func (w *worldSearch) narrowest() (seat, round int, cards uint16) {
	fewest := MaxCards + 1
	for r := range int(w.state.round) {
		for q := range w.state.game.config.Players {
			if w.known[q][r] {
				continue
			}
			possible := w.state.hands[q] & w.allowed(q, r)
			if count := bits.OnesCount16(possible); count < fewest {
				seat, round, cards, fewest = q, r, possible, count
			}
		}
	}
	return seat, round, cards
}

// allowed returns the set of cards that seat q can have bid in a round, given the
// winner and the other bids that are known. With all others known it is exact.
func (w *worldSearch) allowed(q, round int) uint16 {
	high, atHigh, others := int8(noCard), 0, 0 // of the known bids
	for seat := range w.state.game.config.Players {
		if !w.known[seat][round] {
			others++ // q is one of them
			continue
		}
		switch bid := w.state.bids[seat][round]; {
		case bid > high:
			high, atHigh = bid, 1
		case bid == high:
			atHigh++
		}
	}
	switch winner := int(w.state.won[round]); {
	case winner == q:
		return w.state.game.allCards() &^ upTo(high)
	case winner != nobody && w.known[winner][round]:
		return upTo(w.state.bids[winner][round] - 1)
	case winner != nobody:
		return upTo(int8(w.state.game.config.Cards - 2)) // some card must be higher
	case others > 1:
		return w.state.game.allCards()
	case atHigh > 1:
		return upTo(high)
	default:
		return 1 << high
	}
}

// upTo returns the set of all cards that are not above card.
func upTo(card int8) uint16 { return 1<<(card+1) - 1 }
