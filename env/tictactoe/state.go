package tictactoe

import (
	"errors"
	"fmt"
	"math/bits"

	"ringer/env"
)

// State is one point of an episode. It holds no pointer but the one to its
// game, so that copying it is one assignment.
type State struct {
	game   *Game
	marks  [players]uint16 // cells marked by each seat, bit by cell
	actor  env.Player
	winner int8        // 1 + seat, or 0 while no seat has three in a row
	made   uint8       // cells marked
	order  [cells]int8 // those cells, in the order of play
}

// all is the set of all cells.
const all = 1<<cells - 1

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// free returns the set of empty cells.
func (s *State) free() uint16 { return all &^ (s.marks[0] | s.marks[1]) }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	if s.actor == env.Terminal || uint32(a) >= cells || s.free()>>a&1 == 0 {
		return s.illegal(a)
	}
	s.marks[s.actor] |= 1 << a
	s.order[s.made] = int8(a)
	s.made++
	switch {
	case hasRow[s.marks[s.actor]]:
		s.winner = 1 + int8(s.actor)
		s.actor = env.Terminal
	case s.made == cells:
		s.actor = env.Terminal
	default:
		s.actor = 1 - s.actor
	}
	return nil
}

// hasRow says for every set of cells whether it holds a row, a column or a
// diagonal.
var hasRow = findRows()

func findRows() (has [all + 1]bool) {
	var lines []int
	for i := range side {
		lines = append(lines, 0b111<<(side*i), 0b001001001<<i)
	}
	lines = append(lines, 0b100010001, 0b001010100)
	for marks := range has {
		for _, line := range lines {
			has[marks] = has[marks] || marks&line == line
		}
	}
	return has
}

// Returns implements env.State: +1 for three in a row, -1 for the other seat.
func (s *State) Returns(dst []float64) {
	if len(dst) != players {
		panic("tictactoe: Returns needs one element per seat")
	}
	dst[0], dst[1] = 0, 0
	if s.winner != 0 {
		dst[s.winner-1], dst[2-s.winner] = 1, -1
	}
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }

// LegalActions implements env.State: every empty cell.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	if s.actor == env.Terminal {
		return dst
	}
	for free := s.free(); free != 0; free &= free - 1 {
		dst = append(dst, env.Action(bits.TrailingZeros16(free)))
	}
	return dst
}

// illegal explains why an action is refused.
func (s *State) illegal(a env.Action) error {
	e := &env.IllegalActionError{Game: s.game.spec.String(), Player: s.actor, Action: a}
	switch {
	case s.actor == env.Terminal:
		e.Reason = "the episode is over"
	case a < 0 || a >= cells:
		e.Reason = fmt.Sprintf("cells are 0 to %d", cells-1)
	default:
		e.Reason = "the cell " + s.ActionString(a) + " is taken"
	}
	return e
}

// Question is a kind of decision.
type Question uint8

// The kinds of decision.
const (
	AskNothing Question = iota // the episode is over
	AskCell                    // an empty cell to mark
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
func (g *Game) Decode(a env.Action) Choice { return Choice{Row: int(a) / side, Column: int(a) % side} }

// Mark returns the seat that has marked a cell, counted row by row from 0; -1 for none.
func (s *State) Mark(cell int) int {
	for seat, marks := range s.marks {
		if marks>>cell&1 == 1 {
			return seat
		}
	}
	return -1
}

// Winner returns the seat with three in a row, -1 for none.
func (s *State) Winner() int { return int(s.winner) - 1 }

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("tictactoe: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	at := &s.game.spans
	writeMarks(dst[at.own.At:], s.marks[p])
	writeMarks(dst[at.other.At:], s.marks[1-p])
	dst[at.seat.At+int(p)] = 1
}

func writeMarks(dst []float32, marks uint16) {
	for ; marks != 0; marks &= marks - 1 {
		dst[bits.TrailingZeros16(marks)] = 1
	}
}

// InformationState implements env.InfoStater: the seat and all cells in the
// order of play, as in "0:b2a1".
func (s *State) InformationState(p env.Player) string {
	var stack [32]byte
	b := append(stack[:0], '0'+byte(p), ':')
	for _, cell := range s.order[:s.made] {
		b = s.game.appendCell(b, env.Action(cell))
	}
	return string(b)
}

// ResampleFromInfoState implements env.Resampler. Nothing is hidden: the only
// possible world is this one.
func (s *State) ResampleFromInfoState(env.Player, env.Rand) env.State { return s.Clone() }

// Conservation implements env.Conserver: no cell has two marks, and the seats
// have marked in turn.
func (s *State) Conservation() error {
	x, o := bits.OnesCount16(s.marks[0]), bits.OnesCount16(s.marks[1])
	switch {
	case s.marks[0]&s.marks[1] != 0:
		return errors.New("tictactoe: a cell has two marks")
	case x+o != int(s.made) || x-o < 0 || x-o > 1:
		return fmt.Errorf("tictactoe: %d X and %d O after %d marks", x, o, s.made)
	}
	return nil
}
