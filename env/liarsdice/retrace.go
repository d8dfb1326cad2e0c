package liarsdice

import (
	"math/bits"

	"ringer/env"
)

// Retrace implements env.Retracer: from before the roll.
func (s *State) Retrace(dst []env.Action) (env.State, []env.Action) {
	for _, face := range s.dice[:s.rolled] {
		dst = append(dst, env.Action(face))
	}
	for bids := s.bids; bids != 0; bids &= bids - 1 {
		dst = append(dst, env.Action(bits.TrailingZeros64(bids)))
	}
	if s.actor == env.Terminal {
		dst = append(dst, s.game.liar)
	}
	return s.game.NewInitialState(), dst
}
