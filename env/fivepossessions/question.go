package fivepossessions

import "ringer/env"

// Question names the kind of decision that a state waits for.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // chance is to roll, or the game is over
	AskSide                    // the winner of the toss: offense or defense
	AskPlace                   // a lane for the next card of the hand
)

// questions gives the question of each node.
var questions = [nodes]Question{nodeChoose: AskSide, nodePlace: AskPlace}

// Question returns what the state waits for.
func (s *State) Question() Question { return questions[s.node] }

// Choice holds a decoded action of a seat.
type Choice struct {
	Lane int  // for the card that is to be placed; -1 for a choice of side
	Side Side // to begin on, where no card is placed
}

// Decode returns what an action id of a seat means.
func (g *Game) Decode(a env.Action) Choice {
	if a < g.sideAt {
		return Choice{Lane: int(a)}
	}
	return Choice{Lane: -1, Side: Side(a - g.sideAt)}
}
