package fourdowns

import "ringer/env"

// Question names the kind of decision that a state waits for.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // chance is to roll, or the game is over
	AskWindow                  // knock or pass
	AskAnswer                  // call, fold or knock
	AskOpen                    // a card to open the round with
	AskFollow                  // a card to follow with
)

// questions gives the question of each node.
var questions = [nodes]Question{nodeWindow: AskWindow, nodeAnswer: AskAnswer, nodeOpen: AskOpen, nodeFollow: AskFollow}

// Question returns what the state waits for.
func (s *State) Question() Question { return questions[s.node] }

// Verb names the kind of an action.
type Verb uint8

// The kinds of action.
const (
	Play  Verb = iota // a card, to open a round or to follow
	Knock             // raise the stake by one
	Pass              // leave the stake as it is
	Call              // accept the raised stake
	Fold              // leave the hand
)

// Choice holds a decoded action of a seat.
type Choice struct {
	Verb Verb
	Card int // to play, as an id; -1 where no card is played
}

// Decode returns what an action id of a seat means.
func (g *Game) Decode(a env.Action) Choice {
	if a < g.knock {
		return Choice{Verb: Play, Card: int(a)}
	}
	return Choice{Verb: Knock + Verb(a-g.knock), Card: -1}
}
