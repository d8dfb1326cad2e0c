package darkhex

import (
	"errors"
	"fmt"
	"math/bits"

	"ringer/env"
)

// State is one point of an episode. It holds no pointer but the one to its game, so that copying
// it is one assignment.
type State struct {
	game   *Game
	stones [players]uint16 // cells with a stone of each seat, bit by cell
	met    [players]uint16 // cells where each seat met a stone of the other
	actor  env.Player
	winner int8 // the seat that has connected its sides, or nobody
	made   uint8
	tries  [players * maxCells]try // made of them, in the order of play
}

const nobody = -1

// A try is a cell that a seat tried, and whether it met a stone there.
type try struct {
	seat, cell int8
	met        bool
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// open returns the set of cells that a seat may try: all but the cells that it knows to be taken.
func (s *State) open(seat env.Player) uint16 {
	return (1<<s.game.cells - 1) &^ (s.stones[seat] | s.met[seat])
}

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	if s.actor == env.Terminal || a < 0 || int(a) >= s.game.cells || s.open(s.actor)>>a&1 == 0 {
		return s.illegal(a)
	}
	seat, other := s.actor, 1-s.actor
	taken := s.stones[other]>>a&1 == 1
	s.tries[s.made] = try{int8(seat), int8(a), taken}
	s.made++
	switch {
	case taken:
		s.met[seat] |= 1 << a
		if s.game.config.Variant == Abrupt {
			s.actor = other
		}
	default:
		s.stones[seat] |= 1 << a
		s.actor = other
		if s.game.connects[seat][s.stones[seat]] {
			s.winner, s.actor = int8(seat), env.Terminal
		}
	}
	return nil
}

// Returns implements env.State: +1 for the seat that connects its sides, -1 for the other one.
func (s *State) Returns(dst []float64) {
	if len(dst) != players {
		panic("darkhex: Returns needs one element per seat")
	}
	dst[0], dst[1] = 0, 0
	if s.winner != nobody {
		dst[s.winner], dst[1-s.winner] = 1, -1
	}
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }

// LegalActions implements env.State: every cell of which the seat does not know that it is taken.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	if s.actor == env.Terminal {
		return dst
	}
	for open := s.open(s.actor); open != 0; open &= open - 1 {
		dst = append(dst, env.Action(bits.TrailingZeros16(open)))
	}
	return dst
}

// illegal explains why an action is refused.
func (s *State) illegal(a env.Action) error {
	e := &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a}
	switch {
	case s.actor == env.Terminal:
		e.Reason = "the episode is over"
	case a < 0 || int(a) >= s.game.cells:
		e.Reason = fmt.Sprintf("cells are 0 to %d", s.game.cells-1)
	default:
		e.Reason = "the seat knows that the cell " + s.ActionString(a) + " is taken"
	}
	return e
}

// Question is a kind of decision.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // the episode is over
	AskCell                    // a cell to try
)

// Question returns what the current player is asked.
func (s *State) Question() Question {
	if s.actor < 0 {
		return AskNothing
	}
	return AskCell
}

// Choice is the meaning of an action: a cell.
type Choice struct {
	Row, Column int // from 0; row 0 is the top one, column 0 the left one
}

// Decode returns the meaning of an action.
func (g *Game) Decode(a env.Action) Choice {
	return Choice{Row: int(a) / g.config.Columns, Column: int(a) % g.config.Columns}
}

// Stone returns the seat whose stone is on a cell, counted row by row from 0; -1 for none. viewer is the
// seat that asks, which knows its own stones and those that it has met; env.Terminal knows all.
func (s *State) Stone(cell int, viewer env.Player) int {
	for seat, stones := range s.stones {
		if viewer >= 0 && env.Player(seat) != viewer {
			stones = s.met[viewer]
		}
		if stones>>cell&1 == 1 {
			return seat
		}
	}
	return nobody
}

// Winner returns the seat that has connected its sides, -1 for none.
func (s *State) Winner() int { return int(s.winner) }

// Conservation implements env.Conserver: no cell has two stones, every stone that was met is there, and all
// come from tries.
func (s *State) Conservation() error {
	if s.stones[0]&s.stones[1] != 0 {
		return errors.New("darkhex: a cell has two stones")
	}
	var stones, met [players]uint16
	for _, t := range s.tries[:s.made] {
		if t.met {
			met[t.seat] |= 1 << t.cell
		} else {
			stones[t.seat] |= 1 << t.cell
		}
	}
	for seat := range players {
		if s.met[seat]&^s.stones[1-seat] != 0 {
			return fmt.Errorf("darkhex: seat %d has met a stone that is not there", seat)
		}
	}
	if stones != s.stones || met != s.met {
		return fmt.Errorf("darkhex: stones %b and met %b, but tries %b and %b", s.stones, s.met, stones, met)
	}
	return nil
}
