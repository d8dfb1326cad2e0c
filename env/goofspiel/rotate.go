package goofspiel

import (
	"ringer/env"
	"ringer/env/layout"
)

// Rotated implements env.Rotator. While some seats have bid in secret and others
// have not, nothing can be moved: seats bid in their order.
func (s *State) Rotated(by int) env.State {
	if s.actor > 0 {
		return nil
	}
	c, n := *s, s.game.config.Players
	layout.Rotate(c.hands[:n], by)
	layout.Rotate(c.points[:n], by)
	layout.Rotate(c.bids[:n], by)
	for round, seat := range s.won[:s.round] {
		c.won[round] = layout.RotateSeat(layout.Seats(n), seat, by)
	}
	return &c
}
