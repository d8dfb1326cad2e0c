package leduc

import (
	"math/bits"

	"ringer/env"
)

// ChanceOutcomes implements env.Chancer: every card left is equally likely.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	prob := 1 / float64(bits.OnesCount16(s.deck))
	for left := s.deck; left != 0; left &= left - 1 {
		dst = append(dst, env.Outcome{Action: env.Action(bits.TrailingZeros16(left)), Prob: prob})
	}
	return dst
}
