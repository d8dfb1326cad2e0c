package duel

import "ringer/env"

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome { return s.t.ChanceOutcomes(dst) }
