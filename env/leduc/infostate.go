package leduc

import (
	"math/bits"

	"ringer/env"
)

// InformationState implements env.InfoStater: the seat, its card, the public
// card and the betting, as in "1:Ks/Qh crc/r". During the deal the number of
// cards dealt stands for the betting; after a showdown the cards shown follow.
func (s *State) InformationState(p env.Player) string {
	var stack [96]byte
	b := append(stack[:0], '0'+byte(p), ':')
	if s.hasCard(p) {
		b = s.game.appendCard(b, s.cards[p])
	} else {
		b = append(b, '?')
	}
	b = s.appendTable(append(b, '/'))
	if s.actor == env.Chance && s.round == 0 {
		b = append(b, '0'+s.dealt)
	}
	if s.showdown() {
		for in := s.in; in != 0; in &= in - 1 {
			seat := bits.TrailingZeros8(in)
			b = append(b, ' ', '0'+byte(seat))
			b = s.game.appendCard(b, s.cards[seat])
		}
	}
	return string(b)
}
