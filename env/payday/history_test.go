package payday

import (
	"errors"

	"ringer/env"
)

var errDiffers = errors.New("the history leads elsewhere")

// Actions are those that led to the state, by its log.
func (s *State) Actions() []env.Action {
	var list []env.Action
	for _, e := range s.log {
		switch e.kind {
		case evAct, evDraw, evSecret:
			list = append(list, env.Action(e.value))
		}
	}
	return list
}
