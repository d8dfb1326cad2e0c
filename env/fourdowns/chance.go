package fourdowns

import (
	"math/bits"

	"ringer/env"
)

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	switch s.node {
	case nodeDealer:
		for i := range s.game.players {
			dst = append(dst, env.Outcome{Action: env.Action(i), Prob: 1 / float64(s.game.players)})
		}
	case nodeDeal:
		prob := 1 / float64(bits.OnesCount64(s.hand.deck))
		for set := s.hand.deck; set != 0; set &= set - 1 {
			dst = append(dst, env.Outcome{Action: env.Action(bits.TrailingZeros64(set)), Prob: prob})
		}
	}
	return dst
}
