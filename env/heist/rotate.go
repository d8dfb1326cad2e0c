package heist

import (
	"ringer/env"
	"ringer/env/layout"
)

// Rotated implements env.Rotator: everything goes clockwise from the player whose turn
// it is, or from the one who began.
func (s *State) Rotated(by int) env.State {
	c := *s
	c.moveChairs(by)
	return &c
}

// Rotated implements env.Rotator, with the history.
func (r *Recalled) Rotated(by int) env.State {
	c := r.Clone().(*Recalled)
	n := r.game.seats
	for i := range c.log.entries {
		e := &c.log.entries[i]
		e.seat = layout.RotateSeat(n, e.seat, by)
		if e.node == nodeStart || e.node == nodeThwarter {
			e.act = int16(n.Absolute(int(e.act), by))
		}
	}
	c.moveChairs(by)
	return c
}

// moveChairs moves everybody by some chairs.
func (s *State) moveChairs(by int) {
	n, players := s.game.seats, s.game.players
	s.actor = layout.RotateSeat(n, s.actor, by)
	for _, seat := range []*int8{&s.turn, &s.start, &s.who, &s.trade.partner, &s.refused.partner, &s.rival, &s.owner, &s.thwarter} {
		*seat = layout.RotateSeat(n, *seat, by)
	}
	s.won = layout.RotateSet(n, s.won, by)
	layout.Rotate(s.hand[:players], by)
	layout.Rotate(s.crew[:players], by)
	layout.Rotate(s.drew[:players], by)
	layout.Rotate(s.held[:players], by)
	layout.Rotate(s.working[:players], by)
	for p := range players {
		layout.Rotate(s.known[p][:players], by)
	}
	layout.Rotate(s.known[:players], by)
	layout.Rotate(s.job[:players], by)
	layout.Rotate(s.value[:players], by)
	layout.Rotate(s.short[:players], by)
	layout.Rotate(s.attached[:players], by)
	layout.Rotate(s.line[:players], by)
	layout.Rotate(s.points[:players], by)
	layout.Rotate(s.captured[:players], by)
	layout.Rotate(s.lying[:players], by)
}

// RotatedOutcome implements env.OutcomeRotator: chance names who begins, and the
// Thwarter.
func (s *State) RotatedOutcome(a env.Action, by int) env.Action {
	if s.node != nodeStart && s.node != nodeThwarter {
		return a
	}
	return layout.RotateSeat(s.game.seats, a, by)
}
