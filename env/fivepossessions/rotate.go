package fivepossessions

import (
	"slices"

	"ringer/env"
)

// Rotated implements env.Rotator: the two seats change places. Cards belong to the
// sides, so that only who plays which side changes.
func (s *State) Rotated(by int) env.State {
	if by%Players == 0 {
		return s.Clone()
	}
	c := s.Clone().(*State)
	if s.actor >= 0 {
		c.actor = 1 - s.actor
	}
	slices.Reverse(c.yards[:])
	slices.Reverse(c.won[:])
	for _, seat := range []*int8{&c.first, &c.chooser[0], &c.chooser[1], &c.now.attacker} {
		if *seat >= 0 {
			*seat = 1 - *seat
		}
	}
	for at := 0; at < len(c.past); at += s.game.stride {
		c.past[at] = 1 - c.past[at] // the attacker
	}
	return c
}

// RotatedOutcome implements env.OutcomeRotator: the toss names a seat.
func (s *State) RotatedOutcome(a env.Action, by int) env.Action {
	if s.node != nodeToss || by%Players == 0 {
		return a
	}
	return 1 - a
}
