package kuhn

import (
	"math/bits"

	"ringer/env"
)

// InformationState implements env.InfoStater: the seat, its card and the
// betting, as in "1:K pb". During the deal the number of cards dealt stands for
// the betting; after a showdown the cards shown follow.
func (s *State) InformationState(p env.Player) string {
	var stack [64]byte
	b := append(stack[:0], byte('0'+p), ':')
	if int(p) < int(s.dealt) {
		b = append(b, s.game.cardName(int(s.cards[p]))...)
	} else {
		b = append(b, '?')
	}
	b = append(b, ' ')
	if s.actor == env.Chance {
		b = append(b, '0'+s.dealt)
	}
	b = s.appendBetting(b)
	if s.showdown() {
		b = append(b, ' ')
		for in := s.in(); in != 0; in &= in - 1 {
			seat := bits.TrailingZeros16(in)
			b = append(b, byte('0'+seat))
			b = append(b, s.game.cardName(int(s.cards[seat]))...)
		}
	}
	return string(b)
}
