package leduc

import "ringer/env"

// Question is a kind of decision.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // chance is to deal, or the episode is over
	AskOpen                    // nothing to call: check or raise
	AskAnswer                  // a raise to answer: fold, call, or raise where the round allows it
)

// Question returns what the current player is asked.
func (s *State) Question() Question {
	switch {
	case s.actor < 0:
		return AskNothing
	case s.toCall() == 0:
		return AskOpen
	}
	return AskAnswer
}

// toCall returns the chips that the seat to act must pay to stay in.
func (s *State) toCall() int { return int(s.stake - s.paid[s.actor]) }

// Choice is the meaning of an action of the seat to act.
type Choice struct {
	Folds  bool
	Raises bool
	Chips  int // that the seat pays: 0 for a check or a fold
}

// Decode returns the meaning of an action of the seat to act.
func (s *State) Decode(a env.Action) Choice {
	switch a {
	case Call:
		return Choice{Chips: s.toCall()}
	case Raise:
		return Choice{Raises: true, Chips: s.toCall() + int(raiseSize[s.round])}
	}
	return Choice{Folds: true}
}
