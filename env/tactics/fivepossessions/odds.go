package fivepossessions

import "ringer/env/fivepossessions"

// rivals holds the cards of the other side that a seat has not seen, as they may
// come on each lane: all that would be alive there.
type rivals struct {
	own   side // of the seat
	alive [maxLanes]set
}

// look takes in what a seat on side own has to expect.
func (r *rivals) look(m *Model, s *fivepossessions.State, own side) {
	r.own = own
	for lane := range m.lanes {
		r.alive[lane] = 0
		if s.Closed(lane) {
			continue
		}
		r.alive[lane] = m.pack &^ s.Shown(own.Other())
		if o := s.Open(lane); o != fivepossessions.NoCard && own == defense {
			r.alive[lane] &^= m.ofColour[m.colour[o]]
		}
	}
}

// odds returns the chance of a card to win a lane against a random one of the
// rivals that may come there; 0 where there is nothing to win.
func (r *rivals) odds(m *Model, s *fivepossessions.State, c card, lane int) float32 {
	alive := r.alive[lane]
	if alive == 0 || r.own == offense && s.Dead(c, lane) {
		return 0
	}
	beaten := alive
	if r.own == offense {
		beaten &= m.beats[c]
	} else {
		beaten &^= m.beaten[c]
	}
	return float32(beaten.Size()) / float32(alive.Size())
}
