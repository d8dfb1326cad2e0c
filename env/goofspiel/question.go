package goofspiel

import "ringer/env"

// Question is a kind of decision.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // chance is to reveal a prize, or the episode is over
	AskBid                     // a card of the hand, for the prize
)

// Question returns what the current player is asked.
func (s *State) Question() Question {
	if s.actor < 0 {
		return AskNothing
	}
	return AskBid
}

// Choice is the meaning of a seat's action.
type Choice struct {
	Card int // the card that is bid, from 1
}

// Decode returns the meaning of a seat's action.
func (g *Game) Decode(a env.Action) Choice { return Choice{Card: int(a) + 1} }
