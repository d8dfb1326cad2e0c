package kuhn

import (
	"math/bits"

	"ringer/env"
)

// fields lays out the observation for n seats. Observe calls their writers in
// this order.
func fields(n int) []env.Field {
	return []env.Field{
		{Name: "seat", Shape: []int{n}, Max: 1, Doc: "one-hot: the seat that observes"},
		{Name: "card", Shape: []int{n + 1}, Max: 1, Doc: "one-hot: its card, lowest first; zero before the deal"},
		{Name: "betting", Shape: []int{maxBets(n), 2}, Max: 1, Doc: "[i, pass or bet] is 1 for the i-th betting action, which is seat i mod the number of seats; zero from the next action on"},
		{Name: "pot", Shape: []int{n}, Max: 1, Doc: "chips that each seat has put in, as a share of the most it can"},
	}
}

// Observe implements env.State. It shows everything that the seat knows up to
// the end of the betting; what a showdown reveals after the last decision is
// in the information state and the text.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("kuhn: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	dst = s.writeSeat(p, dst)
	dst = s.writeCard(p, dst)
	dst = s.writeBetting(dst)
	s.writePot(dst)
}

// Every writer fills its field at the head of dst, which is zero, and returns
// what comes after it.

func (s *State) writeSeat(p env.Player, dst []float32) []float32 {
	dst[p] = 1
	return dst[s.game.players:]
}

func (s *State) writeCard(p env.Player, dst []float32) []float32 {
	if int(p) < int(s.dealt) {
		dst[s.cards[p]] = 1
	}
	return dst[s.game.players+1:]
}

func (s *State) writeBetting(dst []float32) []float32 {
	for i := range int(s.made) {
		dst[2*i+int(s.bets>>i&1)] = 1
	}
	return dst[2*maxBets(s.game.players):]
}

func (s *State) writePot(dst []float32) {
	paid := s.paid()
	for seat := range s.game.players {
		dst[seat] = (ante + bet*float32(paid>>seat&1)) / (ante + bet)
	}
}

// knows says whether seat p has seen the card dealt to another seat.
func (s *State) knows(p env.Player, seat int) bool {
	return int(p) == seat || s.showdown() && s.in()>>seat&1 == 1
}

// ResampleFromInfoState implements env.Resampler: the cards that p has not seen
// are dealt again, every deal being equally likely.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	c := *s
	for seat := range int(s.dealt) {
		if !s.knows(p, seat) {
			c.deck |= 1 << s.cards[seat]
		}
	}
	for seat := range int(s.dealt) {
		if s.knows(p, seat) {
			continue
		}
		left := c.deck
		for range rng.IntN(bits.OnesCount8(left)) {
			left &= left - 1
		}
		card := bits.TrailingZeros8(left)
		c.deck &^= 1 << card
		c.cards[seat] = int8(card)
	}
	return &c
}
