package leduc

import (
	"math/bits"

	"ringer/env"
)

// fields lays out the observation for n seats. Observe calls their writers in
// this order. Rank and suit of a card stand apart, because the suit means
// nothing in play.
func fields(n int) []env.Field {
	return []env.Field{
		{Name: "seat", Shape: []int{n}, Max: 1, Doc: "one-hot: the seat that observes"},
		{Name: "private_rank", Shape: []int{n + 1}, Max: 1, Doc: "one-hot: rank of its card, lowest first; zero before the deal"},
		{Name: "private_suit", Shape: []int{suits}, Max: 1, Doc: "one-hot: suit of its card"},
		{Name: "public_rank", Shape: []int{n + 1}, Max: 1, Doc: "one-hot: rank of the public card; zero before it is dealt"},
		{Name: "public_suit", Shape: []int{suits}, Max: 1, Doc: "one-hot: suit of the public card"},
		{Name: "pair", Shape: []int{1}, Max: 1, Doc: "1 when the seat's card and the public card have one rank"},
		{Name: "betting", Shape: []int{rounds, maxBets(n), 3}, Max: 1, Doc: "[round, i, fold, call or raise] is 1 for the i-th betting action of the round; zero from the next action on"},
		{Name: "in", Shape: []int{n}, Max: 1, Doc: "1 for every seat that has not folded"},
		{Name: "pot", Shape: []int{n}, Max: 1, Doc: "chips that each seat has put in, divided by 13, the most it can"},
		{Name: "to_call", Shape: []int{1}, Max: 1, Doc: "chips the seat must add to stay in, divided by 8, the most it can be"},
	}
}

// Observe implements env.State. It shows everything that the seat knows up to
// the end of the betting; what a showdown reveals after the last decision is
// in the information state and the text.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("leduc: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	dst = s.writeSeat(p, dst)
	dst = s.writePrivate(p, dst)
	dst = s.writePublic(dst)
	dst = s.writePair(p, dst)
	dst = s.writeBetting(dst)
	dst = s.writeIn(dst)
	dst = s.writePot(dst)
	s.writeToCall(p, dst)
}

// Every writer fills its field at the head of dst, which is zero, and returns
// what comes after it.

func (s *State) writeSeat(p env.Player, dst []float32) []float32 {
	dst[p] = 1
	return dst[s.game.players:]
}

func (s *State) writePrivate(p env.Player, dst []float32) []float32 {
	card := int8(noCard)
	if s.hasCard(p) {
		card = s.cards[p]
	}
	return s.writeCard(card, dst)
}

func (s *State) writePublic(dst []float32) []float32 { return s.writeCard(s.public, dst) }

// writeCard writes the rank and the suit of a card.
func (s *State) writeCard(card int8, dst []float32) []float32 {
	ranks := s.game.players + 1
	if card != noCard {
		dst[rankOf(card)] = 1
		dst[ranks+suitOf(card)] = 1
	}
	return dst[ranks+suits:]
}

func (s *State) writePair(p env.Player, dst []float32) []float32 {
	if s.public != noCard && rankOf(s.cards[p]) == rankOf(s.public) {
		dst[0] = 1
	}
	return dst[1:]
}

func (s *State) writeBetting(dst []float32) []float32 {
	size := 3 * maxBets(s.game.players)
	for round := range rounds {
		betting := s.betting[round]
		for i := range int(s.made[round]) {
			dst[3*i+int(betting&3)] = 1
			betting >>= 2
		}
		dst = dst[size:]
	}
	return dst
}

func (s *State) writeIn(dst []float32) []float32 {
	for seat := range s.game.players {
		dst[seat] = float32(s.in >> seat & 1)
	}
	return dst[s.game.players:]
}

func (s *State) writePot(dst []float32) []float32 {
	for seat := range s.game.players {
		dst[seat] = float32(s.paid[seat]) / maxStake
	}
	return dst[s.game.players:]
}

func (s *State) writeToCall(p env.Player, dst []float32) {
	if s.in>>p&1 == 1 {
		dst[0] = float32(s.stake-s.paid[p]) / maxCall
	}
}

func (s *State) hasCard(p env.Player) bool { return uint8(p) < s.dealt }

// knows says whether seat p has seen the card dealt to another seat.
func (s *State) knows(p env.Player, seat int) bool {
	return int(p) == seat || s.showdown() && s.in>>seat&1 == 1
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
		for range rng.IntN(bits.OnesCount16(left)) {
			left &= left - 1
		}
		card := bits.TrailingZeros16(left)
		c.deck &^= 1 << card
		c.cards[seat] = int8(card)
	}
	return &c
}
