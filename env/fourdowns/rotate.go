package fourdowns

import (
	"ringer/env"
	"ringer/env/layout"
)

// Rotated implements env.Rotator. Everything goes clockwise from the dealer, so
// that every scene can be moved.
func (s *State) Rotated(by int) env.State {
	c := *s
	n, h := layout.Seats(s.game.players), &c.hand
	c.log = make([]event, len(s.log), s.game.maxLog)
	for i, e := range s.log {
		e.seat = layout.RotateSeat(n, e.seat, by)
		c.log[i] = e
	}
	for _, seat := range []*int8{&c.dealer, &h.knocker, &h.opener, &h.leader} {
		*seat = layout.RotateSeat(n, *seat, by)
	}
	c.actor = layout.RotateSeat(n, s.actor, by)
	for _, set := range []*seats{&c.in, &c.won, &h.in, &h.waiting, &h.spoken} {
		*set = layout.RotateSet(n, *set, by)
	}
	layout.Rotate(c.yards[:n], by)
	for _, counts := range [][]uint8{c.knocked[:n], c.called[:n], c.folded[:n], c.taken[:n], h.void[:n], h.accepted[:n], h.table[:n]} {
		layout.Rotate(counts, by)
	}
	for _, hands := range [][]cards{h.held[:n], h.played[:n]} {
		layout.Rotate(hands, by)
	}
	layout.Rotate(h.knocks[:n], by)
	layout.Rotate(h.calls[:n], by)
	return &c
}

// RotatedOutcome implements env.OutcomeRotator: chance names the first dealer.
func (s *State) RotatedOutcome(a env.Action, by int) env.Action {
	if s.node != nodeDealer {
		return a
	}
	return layout.RotateSeat(layout.Seats(s.game.players), a, by)
}
