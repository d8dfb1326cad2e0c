package liarsdice

import (
	"slices"

	"ringer/env"
)

// ResampleFromInfoState implements env.Resampler: the other seat's dice are
// rolled again, unless the end of the episode has shown them.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	c := *s
	if s.actor == env.Terminal {
		return &c
	}
	dice := c.own(1 - int(p))
	for i := range dice {
		dice[i] = int8(rng.IntN(s.game.sides))
	}
	slices.Sort(dice)
	return &c
}
