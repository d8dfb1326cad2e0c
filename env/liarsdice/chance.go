package liarsdice

import "ringer/env"

// ChanceOutcomes implements env.Chancer: every face is equally likely.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	return append(dst, s.game.rolls...)
}
