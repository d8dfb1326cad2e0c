package liarsdice

import "ringer/env"

// Question is a kind of decision.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // chance is to roll, or the episode is over
	AskOpen                    // the first bid
	AskAnswer                  // a higher bid, or liar
)

// Question returns what the current player is asked.
func (s *State) Question() Question {
	switch {
	case s.actor < 0:
		return AskNothing
	case s.bid == noBid:
		return AskOpen
	}
	return AskAnswer
}

// Choice is the meaning of a seat's action: a bid, or liar.
type Choice struct {
	Liar     bool
	Quantity int // of a bid: how many dice of all at least
	Face     int // of a bid: from 1; the highest is wild
}

// Decode returns the meaning of a seat's action.
func (g *Game) Decode(a env.Action) Choice {
	if a == g.liar {
		return Choice{Liar: true}
	}
	return Choice{Quantity: int(a)/g.sides + 1, Face: int(a)%g.sides + 1}
}
