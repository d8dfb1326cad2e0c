package tictactoe

import (
	"fmt"
	"strings"

	"ringer/env"
)

// markNames holds the letters on the board, by seat.
const markNames = "XO"

// ActionString implements env.State: row and column, as in "b2" for the centre.
func (s *State) ActionString(a env.Action) string {
	if a < 0 || a >= cells {
		return fmt.Sprintf("action %d", a)
	}
	return string(s.game.appendCell(nil, a))
}

// appendCell appends the name of a cell.
func (g *Game) appendCell(b []byte, cell env.Action) []byte {
	c := g.Decode(cell)
	return append(b, 'a'+byte(c.Row), '1'+byte(c.Column))
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

// mark returns the letter in a cell, or a dot.
func (s *State) mark(cell int) byte {
	for seat, marks := range s.marks {
		if marks>>cell&1 == 1 {
			return markNames[seat]
		}
	}
	return '.'
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

// Tell implements env.Teller. Nothing is hidden, so everybody is told everything.
func (s *State) Tell(_ env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	dst = append(dst, env.Event{Player: s.actor, Text: "marks " + s.ActionString(a)})
	end := after.(*State)
	switch {
	case end.winner != 0:
		dst = append(dst, env.Event{Player: env.Player(end.winner - 1), Text: "has three in a row and wins"})
	case end.actor == env.Terminal:
		dst = append(dst, env.Event{Player: env.Chance, Text: "the board is full: a draw"})
	}
	return dst
}
