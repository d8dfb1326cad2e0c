package fourdowns

import (
	"strconv"

	"ringer/env"
)

// InformationState implements env.InfoStater: for each hand the seat's cards,
// how many have been dealt, and all public actions. The order in which
// cards were dealt is no part of it.
func (s *State) InformationState(p env.Player) string {
	b := make([]byte, 0, 1024)
	b = strconv.AppendInt(append(b, "seat "...), int64(p), 10)
	var own cards
	dealt := 0
	dealing := false
	deal := func() {
		if dealing {
			b = append(b, "; "...)
			b = strconv.AppendInt(b, int64(dealt), 10)
			b = append(b, " dealt: "...)
			b = append(b, s.game.names(own)...)
		}
		own, dealt, dealing = 0, 0, false
	}
	for _, e := range s.log {
		if e.kind == evDeal {
			dealing = true
			dealt++
			if e.seat == int8(p) {
				own |= 1 << e.card
			}
			continue
		}
		deal()
		b = append(b, "; "...)
		b = s.tell(b, e)
	}
	deal()
	return string(b)
}
