package fivepossessions

import (
	"ringer/env"
)

// A node is what a state waits for.
type node uint8

const (
	nodeToss   node = iota // chance: who chooses
	nodeChoose             // the winner of the toss: offense or defense
	nodeDraw               // chance: the next card of a hand
	nodePlace              // a lane for the next card of the hand
	nodeOver
)

// State is a state of a game of 5 Possessions. It implements env.State and all
// optional interfaces of package env.
type State struct {
	game *Game

	node  node
	actor env.Player
	side  uint8 // whose hand is drawn or placed, in nodeDraw and nodePlace

	yards   [Players]int32
	played  uint8         // possessions finished
	first   int8          // who began on offense
	chooser [2]int8       // who won the toss, at the start and before sudden death; -1: not tossed
	sudden  bool          // this possession, or the toss, is of sudden death
	won     [Players]bool // at the end

	now      possession
	thought  [sides]Thought // of each side about the line, while cards are placed
	foreseen [sides]Thought // the same, one thought further
	known    uint8          // of these, worked out
	past     []byte         // finished possessions, see history.go
}

// possession is one drive of one offense, with all that lies on the table. Cards
// are numbered within their side.
type possession struct {
	attacker int8 // seat on offense; -1 before the first possession
	line     uint8
	closed   uint8           // lanes that are closed, bits
	open     [maxLanes]uint8 // offense card that lies open, or none

	stack [sides]set             // not drawn
	shown [sides]set             // opened, and public from then on (FP-7)
	hand  [sides][maxLanes]uint8 // of this line, ascending, in the order of placing
	drawn [sides]uint8           // cards of the hand
	put   [sides]uint8           // of these, placed

	placed  [sides][maxLines][maxLanes]uint8 // card or none
	opened  [maxLines]uint8                  // lanes whose cards were opened, bits
	reached [maxLines]uint8                  // lanes gone through, from the first
}

// seatOf is the seat that plays a side.
func (p *possession) seatOf(side uint8) int {
	if side == offense {
		return int(p.attacker)
	}
	return 1 - int(p.attacker)
}

// sideOf is the side that a seat plays.
func (p *possession) sideOf(seat int) uint8 {
	if seat == int(p.attacker) {
		return offense
	}
	return defense
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	g := s.game
	switch s.node {
	case nodeToss:
		return append(dst, 0, 1)
	case nodeChoose:
		return append(dst, g.sideAt, g.sideAt+1)
	case nodeDraw:
		for pool := s.drawable(); pool != 0; pool &= pool - 1 {
			dst = append(dst, env.Action(g.cards.id[s.side][pool.first()]))
		}
	case nodePlace:
		row := &s.now.placed[s.side][s.now.line]
		for lane := range g.lanes {
			if row[lane] == none {
				dst = append(dst, env.Action(lane))
			}
		}
	}
	return dst
}

// isLegal is LegalActions as a test of one action.
func (s *State) isLegal(a env.Action) bool {
	g := s.game
	switch s.node {
	case nodeToss:
		return a == 0 || a == 1
	case nodeChoose:
		return a == g.sideAt || a == g.sideAt+1
	case nodeDraw:
		if a < 0 || int(a) >= len(g.cards.number) {
			return false
		}
		card := g.cards.number[a]
		return g.cards.id[s.side][card] == int(a) && s.drawable().has(card)
	case nodePlace:
		return a >= 0 && int(a) < g.lanes && s.now.placed[s.side][s.now.line][a] == none
	}
	return false
}

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	if !s.isLegal(a) {
		return &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a, Reason: s.asks()}
	}
	switch s.node {
	case nodeToss:
		s.tossed(int8(a))
	case nodeChoose:
		s.chose(uint8(a - s.game.sideAt))
	case nodeDraw:
		s.drew(s.game.cards.number[a])
	case nodePlace:
		s.place(uint8(a))
	}
	return nil
}

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	switch s.node {
	case nodeToss:
		return append(dst, env.Outcome{Action: 0, Prob: 0.5}, env.Outcome{Action: 1, Prob: 0.5})
	case nodeDraw:
		return s.drawOutcomes(dst)
	}
	return dst
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
