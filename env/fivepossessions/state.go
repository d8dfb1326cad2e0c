package fivepossessions

import (
	"ringer/env"
)

// node names what a state waits for.
type node uint8

const (
	nodeToss   node = iota // chance: who chooses
	nodeChoose             // the winner of the toss: offense or defense
	nodeDraw               // chance: the next card of a hand
	nodePlace              // a lane for the next card of the hand
	nodeOver
	nodes
)

// State holds one point of an episode. It implements env.State and all optional
// interfaces of package env that apply.
type State struct {
	game *Game

	node  node
	actor env.Player
	side  Side // whose hand is drawn or placed, in nodeDraw and nodePlace

	yards   [Players]int32
	played  uint8         // possessions finished
	first   int8          // who began on offense
	chooser [2]int8       // who won the toss, at the start and before sudden death; -1: not tossed
	sudden  bool          // this possession, or the toss, is of sudden death
	won     [Players]bool // at the end

	now  possession
	past []byte // finished possessions, see history.go
}

// possession holds one drive of one offense, with all that lies on the table.
type possession struct {
	attacker int8 // seat on offense; -1 before the first possession
	line     uint8
	closed   uint8          // lanes that are closed, bits
	open     [MaxLanes]Card // offense card that lies open, or none

	stack [Sides]Set            // not drawn
	shown [Sides]Set            // opened, and public from then on (FP-7)
	hand  [Sides][MaxLanes]Card // of this line, ascending, in the order of placing
	drawn [Sides]uint8          // cards of the hand
	put   [Sides]uint8          // of these, placed

	placed  [Sides][MaxLines][MaxLanes]Card // card or none
	opened  [MaxLines]uint8                 // lanes whose cards were opened, bits
	reached [MaxLines]uint8                 // lanes gone through, from the first
}

// seatOf returns the seat that plays a side.
func (p *possession) seatOf(side Side) int {
	if side == Offense {
		return int(p.attacker)
	}
	return 1 - int(p.attacker)
}

// sideOf returns the side that a seat plays.
func (p *possession) sideOf(seat int) Side {
	if seat == int(p.attacker) {
		return Offense
	}
	return Defense
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	if !s.isLegal(a) {
		return &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a, Reason: s.asks()}
	}
	switch s.node {
	case nodeToss:
		s.tossed(int8(a))
	case nodeChoose:
		s.chose(Side(a - s.game.sideAt))
	case nodeDraw:
		s.drew(s.game.cards.number[a])
	case nodePlace:
		s.place(int(a))
	}
	return nil
}

// Returns implements env.State (C-3).
func (s *State) Returns(dst []float64) {
	clear(dst)
	if s.node == nodeOver {
		env.ShareReturns(s.won[:], dst)
	}
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	c.past = append(make([]byte, 0, s.game.maxPast), s.past...)
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) {
	from := src.(*State)
	past := append(s.past[:0], from.past...)
	*s = *from
	s.past = past
}
