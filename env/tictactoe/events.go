package tictactoe

import "ringer/env"

// Tell implements env.Teller. Nothing is hidden, so everybody is told everything.
func (s *State) Tell(_ env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	dst = append(dst, env.Event{Player: s.actor, Text: "marks " + s.ActionString(a)})
	end := after.(*State)
	switch {
	case end.winner != 0:
		dst = append(dst, env.Event{Player: env.Player(end.winner - 1), Text: "has three in a row and wins"})
	case end.actor == env.Terminal:
		dst = append(dst, env.Event{Player: env.Chance, Text: "the board is full: a draw"})
	}
	return dst
}
