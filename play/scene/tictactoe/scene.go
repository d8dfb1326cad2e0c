// Package tictactoe makes the scenes of tic-tac-toe.
package tictactoe

import (
	"fmt"

	"ringer/env"
	"ringer/env/scene"
	"ringer/env/tictactoe"
)

// Builder makes the scenes of the game. It implements scene.Builder.
type Builder struct{ game *tictactoe.Game }

// New returns the builder of a game.
func New(g env.Game) scene.Builder { return &Builder{g.(*tictactoe.Game)} }

const side = 3

var marks = [...]string{"X", "O"}

// Scene implements scene.Builder.
func (b *Builder) Scene(state env.State, p env.Player) *scene.Scene {
	s := state.(*tictactoe.State)
	sc := &scene.Scene{Layout: "tictactoe", Viewer: p, Phase: "Marking"}
	over := s.CurrentPlayer() == env.Terminal
	if over {
		sc.Phase = "The game is over"
	}
	for i := range 2 {
		seat := scene.Seat{Seat: env.Player(i), Role: marks[i], Acts: s.CurrentPlayer() == env.Player(i)}
		if seat.Acts {
			seat.Marks = append(seat.Marks, "to act")
		}
		if s.Winner() == i {
			seat.Marks = append(seat.Marks, "winner")
		}
		sc.Seats = append(sc.Seats, seat)
	}
	board := scene.Zone{ID: "board", Title: "Board", Kind: "table"}
	for cell := range side * side {
		t := scene.Thing{ID: cellID(cell), Name: cellName(cell), Kind: "cell"}
		if seat := s.Mark(cell); seat >= 0 {
			t.Corner, t.Suit = marks[seat], marks[seat]
			t.Marks = []string{marks[seat]}
		}
		board.Things = append(board.Things, t)
	}
	sc.Zones = []scene.Zone{board}
	if sc.Ask = scene.Ask(b.game, s, p); sc.Ask != nil {
		sc.Ask.Text = fmt.Sprintf("Which cell do you mark with %s?", marks[p])
		sc.Ask.Help = "Three in a row, a column or a diagonal win."
		for i := range sc.Ask.Choices {
			c := &sc.Ask.Choices[i]
			d := b.game.Decode(c.Action)
			cell := side*d.Row + d.Column
			c.Label, c.Things = "Mark "+cellName(cell), []string{cellID(cell)}
		}
		return sc
	}
	switch {
	case over && s.Winner() >= 0:
		sc.Waits = scene.Sentence(scene.Who(env.Player(s.Winner()), p)) + " won with three in a row."
	case over:
		sc.Waits = "The board is full: a draw."
	default:
		sc.Waits = scene.Sentence(scene.Who(s.CurrentPlayer(), p)) + " marks a cell."
	}
	return sc
}

func cellID(cell int) string { return fmt.Sprintf("cell:%d", cell) }

func cellName(cell int) string {
	row := [side]string{"top", "middle", "bottom"}[cell/side]
	column := [side]string{"left", "middle", "right"}[cell%side]
	if row == column {
		return "centre"
	}
	return row + " " + column
}

// Rules implements scene.Builder.
func (b *Builder) Rules() *scene.Rules {
	return &scene.Rules{
		Title: b.game.Spec().Title, Goal: "Have three marks in a row, a column or a diagonal.",
		Course: []string{"In turn both players mark an empty cell of three by three; X begins.", "A full board without three in a row is a draw."},
	}
}
