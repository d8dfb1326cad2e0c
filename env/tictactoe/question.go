package tictactoe

import "ringer/env"

// Question is a kind of decision.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // the episode is over
	AskCell                    // an empty cell to mark
)

// Question returns what the current player is asked.
func (s *State) Question() Question {
	if s.actor < 0 {
		return AskNothing
	}
	return AskCell
}

// Choice is the meaning of an action: a cell.
type Choice struct {
	Row, Column int // from 0; row 0 is the top one, column 0 the left one
}

// Decode returns the meaning of an action.
func (g *Game) Decode(a env.Action) Choice { return Choice{Row: int(a) / side, Column: int(a) % side} }
