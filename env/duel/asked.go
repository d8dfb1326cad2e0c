package duel

import (
	"ringer/env"
	"ringer/env/duel/internal/turn"
)

// This file says what action ids mean, and what is asked beyond the Question, so
// that a player written by hand need not take names apart.

// Word returns the word of an action that names no object, such as "interact"; empty
// for all others.
func (g *Game) Word(a env.Action) string {
	if i, ok := within(a, g.t.Actions.Generic, int(turn.Generics)); ok {
		return turn.GenericNames[i]
	}
	return ""
}

// ScoreOf returns the Duel Score that an action sets, and whether the model then
// avoids hits.
func (g *Game) ScoreOf(a env.Action) (score int, avoids, ok bool) {
	kinds := 1
	if g.t.Actions.Avoid {
		kinds = 2
	}
	i, ok := within(a, g.t.Actions.Score, kinds*turn.Scores)
	return i%turn.Scores + 1, i >= turn.Scores, ok
}

// BidOf returns the Initiative Score that an action bids.
func (g *Game) BidOf(a env.Action) (bid int, ok bool) {
	i, ok := within(a, g.t.Actions.Bid, turn.Scores)
	return i + 1, ok
}

// FaceOf returns the face of the die that an action rolls again.
func (g *Game) FaceOf(a env.Action) (face int, ok bool) {
	i, ok := within(a, g.t.Actions.Die, 6)
	return i + 1, ok
}

// FacingOf returns the direction that an action names, in steps of the lattice.
func (g *Game) FacingOf(a env.Action) (dx, dy int, ok bool) {
	i, ok := within(a, g.t.Actions.Direction, turn.Directions)
	return turn.DirectionSteps[i][0], turn.DirectionSteps[i][1], ok
}

// Leaves reports whether an action leaves the area.
func (g *Game) Leaves(a env.Action) bool {
	_, ok := within(a, g.t.Actions.Edge, int(g.t.Actions.Generic-g.t.Actions.Edge))
	return ok
}

// within returns the place of an action in a block; 0 and false when it is not of it.
func within(a, block env.Action, size int) (i int, ok bool) {
	if block == turn.Absent || a < block || int(a-block) >= size {
		return 0, false
	}
	return int(a - block), true
}

// Leg says which part of a Move a destination is asked for.
type Leg uint8

// Legs of a Move.
const (
	WholeMove Leg = iota // or what is left of one
	FirstLeg             // of a skirmish: a Duel follows, and then the last leg
	LastLeg              // the other one
)

// Leg returns the part of a Move that the state asks for a destination of.
func (s *State) Leg() Leg {
	if s.t.Node == turn.NodeGo {
		switch s.t.Top().Move {
		case turn.GoLeg:
			return FirstLeg
		case turn.GoLastLeg:
			return LastLeg
		}
	}
	return WholeMove
}

// Exhausting reports whether the acting model goes prone after its actions.
func (s *State) Exhausting() bool { return s.t.Act.M != turn.Nobody && s.t.Act.Exhausting }
