package kuhn

import "ringer/env"

// Question is a kind of decision.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // chance is to deal, or the episode is over
	AskOpen                    // no seat has bet: check or bet
	AskAnswer                  // a seat has bet: fold or call
)

// Question returns what the current player is asked.
func (s *State) Question() Question {
	switch {
	case s.actor < 0:
		return AskNothing
	case s.bets == 0:
		return AskOpen
	}
	return AskAnswer
}

// Choice is the meaning of a seat's action.
type Choice struct {
	Pays bool // one chip, for a bet or a call; a check or a fold pays nothing
}

// Decode returns the meaning of a seat's action.
func (g *Game) Decode(a env.Action) Choice { return Choice{Pays: a == Bet} }
