package tree

import (
	"ringer/env"
)

// Root is the sequence of a seat that has not chosen yet.
const Root int32 = -1

// Tree is a game in flat arrays. It is read-only and safe for concurrent use.
type Tree struct {
	Spec *env.Spec
	Game env.Game

	// One element a node.

	Actor   []env.Player // the actor: a seat, Chance or Terminal
	Infoset []int32      // of a seat's node; at terminals the number of the terminal; -1 at chance
	Parent  []int32      // -1 for node 0
	First   []int32      // first child
	Count   []int32      // children
	Action  []env.Action // that led here from the parent
	Prob    []float64    // of that action when it was chance's; else 1

	// One element an infoset; Offset has one more.

	Player   []env.Player
	Offset   []int32 // first slot
	Sequence []int32 // the seat's own sequence on the way here
	Example  []int32 // lowest node of the infoset

	// One element a slot.

	SlotInfoset []int32
	SlotAction  []env.Action

	// One element a terminal.

	TerminalNode  []int32
	TerminalReach []float64 // probability that chance plays along

	// Players elements a terminal: terminal*Players + seat.

	TerminalSequence []int32
	TerminalReturn   []float64

	// Of lists each seat's infosets, ascending.
	Of [][]int32
}

// Players returns the number of seats.
func (t *Tree) Players() int { return t.Spec.Players }

// Nodes returns the number of nodes.
func (t *Tree) Nodes() int { return len(t.Actor) }

// Infosets returns the number of information sets, over all seats.
func (t *Tree) Infosets() int { return len(t.Player) }

// Slots returns the number of actions over all infosets: the length of a Policy.
func (t *Tree) Slots() int { return len(t.SlotInfoset) }

// Terminals returns the number of terminal nodes.
func (t *Tree) Terminals() int { return len(t.TerminalNode) }

// Actions returns the legal actions of an infoset, a window into SlotAction.
func (t *Tree) Actions(infoset int32) []env.Action {
	return t.SlotAction[t.Offset[infoset]:t.Offset[infoset+1]]
}

// State returns the state of a node, replayed from its history.
func (t *Tree) State(node int32) env.State {
	var history []env.Action
	for v := node; v > 0; v = t.Parent[v] {
		history = append(history, t.Action[v])
	}
	s := t.Game.NewInitialState()
	for i := len(history) - 1; i >= 0; i-- {
		if err := s.Apply(history[i]); err != nil {
			panic("tree: the game does not replay its own history: " + err.Error())
		}
	}
	return s
}

// Policy is a behaviour strategy of all seats: a probability for each slot,
// which sum to 1 over the slots of an infoset.
type Policy []float64

// At returns the distribution of an infoset, a window into p.
func (t *Tree) At(p Policy, infoset int32) []float64 {
	return p[t.Offset[infoset]:t.Offset[infoset+1]]
}

// Uniform returns the policy that plays every legal action equally often.
func (t *Tree) Uniform() Policy {
	p := make(Policy, t.Slots())
	for i := range t.Infosets() {
		at := t.At(p, int32(i))
		for a := range at {
			at[a] = 1 / float64(len(at))
		}
	}
	return p
}
