package tictactoe

import "ringer/env"

// ResampleFromInfoState implements env.Resampler. Nothing is hidden: the only
// possible world is this one.
func (s *State) ResampleFromInfoState(env.Player, env.Rand) env.State { return s.Clone() }
