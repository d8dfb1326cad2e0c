package tictactoe

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"ringer/env"
)

// marks on the board, by seat.
const markNames = "XO"

// ActionString implements env.State: row and column, as in "b2" for the centre.
func (s *State) ActionString(a env.Action) string {
	if a < 0 || a >= cells {
		return fmt.Sprintf("action %d", a)
	}
	return string(appendCell(nil, int8(a)))
}

// appendCell appends the name of a cell.
func appendCell(b []byte, cell int8) []byte {
	return append(b, 'a'+byte(cell/side), '1'+byte(cell%side))
}

// String implements env.State: the rows of the board, as in "X.O/.X./...".
func (s *State) String() string {
	var b strings.Builder
	for cell := range cells {
		if cell > 0 && cell%side == 0 {
			b.WriteByte('/')
		}
		b.WriteByte(s.mark(cell))
	}
	return b.String()
}

// mark is what stands in a cell.
func (s *State) mark(cell int) byte {
	for seat, marks := range s.marks {
		if marks>>cell&1 == 1 {
			return markNames[seat]
		}
	}
	return '.'
}

// InformationState implements env.InfoStater: the seat and all cells in the
// order of play, as in "0:b2a1".
func (s *State) InformationState(p env.Player) string {
	var stack [32]byte
	b := append(stack[:0], '0'+byte(p), ':')
	for _, cell := range s.order[:s.made] {
		b = appendCell(b, cell)
	}
	return string(b)
}

// Text implements env.Texter: the board with the names of rows and columns.
func (s *State) Text(p env.Player) string {
	var b strings.Builder
	b.WriteString("  1 2 3\n")
	for row := range side {
		b.WriteByte('a' + byte(row))
		for column := range side {
			b.WriteByte(' ')
			b.WriteByte(s.mark(side*row + column))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "You are seat %d and play %c.\n", p, markNames[p])
	switch {
	case s.actor == p:
		b.WriteString("You are to mark a cell.")
	case s.actor != env.Terminal:
		fmt.Fprintf(&b, "Seat %d is to mark a cell.", s.actor)
	case s.winner != 0:
		fmt.Fprintf(&b, "Seat %d has three in a row and wins.", s.winner-1)
	default:
		b.WriteString("The board is full: a draw.")
	}
	return b.String()
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
