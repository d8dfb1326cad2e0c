package fourdowns

import "ringer/env"

// bid applies a turn of a window or an answer to a knock (FD-3, FD-7, FD-8).
func (s *State) bid(a env.Action) {
	h, g := &s.hand, s.game
	seat := int(s.actor)
	h.waiting &^= 1 << seat
	switch a {
	case g.pass:
		s.note(evPass, seat, none)
		h.spoken |= 1 << seat
	case g.call:
		s.note(evCall, seat, none)
		h.accepted[seat] = h.stake
		h.calls[seat][h.round]++
		s.called[seat]++
	case g.knock:
		s.note(evKnock, seat, none)
		h.stake++
		h.accepted[seat] = h.stake
		h.knocker = int8(seat)
		h.knocks[seat][h.round]++
		s.knocked[seat]++
		h.waiting = h.in &^ (1 << seat) // everyone answers the newest knock
	case g.fold:
		s.note(evFold, seat, none)
		h.in &^= 1 << seat // its cards on the table stay there (FD-5)
		s.folded[seat]++
		s.lose(seat, h.accepted[seat])
		s.findLeader()
		if h.in.count() == 1 {
			s.endHand(h.in.lowest()) // the last knocker, who never has to answer
			return
		}
	}
	if h.waiting == 0 {
		s.goOn()
		return
	}
	next := s.after(seat, h.waiting)
	if a == g.pass {
		s.ask(nodeWindow, next)
	} else {
		s.ask(nodeAnswer, next)
	}
}
