package payday

import (
	"errors"

	"ringer/env"
)

// Operations lists the words of Effect.Op, for the test that each is tested.
func Operations() []string {
	var names []string
	for _, o := range operations {
		names = append(names, o.name)
	}
	return names
}

// Log lists draws and known cards of a seat, for tests of resampling.
func (s *State) Draws(seat int) []uint16 {
	var cards []uint16
	for _, e := range s.log {
		if e.kind == evDraw && int(e.seat) == seat {
			cards = append(cards, e.value)
		}
	}
	return cards
}

// Replays applies the log's actions and draws to a fresh state, to see that a
// resampled history could have happened.
func (s *State) Replays() error {
	fresh := s.game.first.Clone().(*State)
	for _, a := range s.Actions() {
		if err := fresh.Apply(a); err != nil {
			return err
		}
	}
	if got, want := fresh.String(), s.String(); got != want {
		return errDiffers
	}
	return nil
}

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
