package leduc

import (
	"math/bits"

	"ringer/env"
)

// knows reports whether seat p has seen the card dealt to another seat.
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
