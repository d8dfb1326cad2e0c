package goofspiel

import (
	"math/bits"

	"ringer/env"
)

// ChanceOutcomes implements env.Chancer: every prize left is equally likely.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	prob := 1 / float64(bits.OnesCount16(s.left))
	for left := s.left; left != 0; left &= left - 1 {
		dst = append(dst, env.Outcome{Action: env.Action(bits.TrailingZeros16(left)), Prob: prob})
	}
	return dst
}
