package tictactoe

import (
	"fmt"
	"strings"

	"ringer/env"
	"ringer/env/scene"
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

// Text implements env.Texter.
func (s *State) Text(p env.Player) string { return scene.Text(s.Scene(p)) }

// Scene implements scene.Shower.
func (s *State) Scene(p env.Player) *scene.Scene {
	sc := &scene.Scene{Layout: "tictactoe", Viewer: p, Phase: "Marking"}
	over := s.CurrentPlayer() == env.Terminal
	if over {
		sc.Phase = "The game is over"
	}
	for i := range 2 {
		seat := scene.Seat{Seat: env.Player(i), Role: letter(i), Acts: s.CurrentPlayer() == env.Player(i)}
		if seat.Acts {
			seat.Marks = append(seat.Marks, scene.ToAct)
		}
		if s.Winner() == i {
			seat.Marks = append(seat.Marks, "winner")
		}
		sc.Seats = append(sc.Seats, seat)
	}
	board := scene.Zone{ID: "board", Title: "Board", Kind: "table", Columns: side}
	for cell := range side * side {
		t := scene.Thing{ID: cellID(cell), Name: cellName(cell), Kind: "cell"}
		if seat := s.Mark(cell); seat >= 0 {
			t.Corner, t.Suit = letter(seat), letter(seat)
		}
		board.Things = append(board.Things, t)
	}
	sc.Zones = []scene.Zone{board}
	if sc.Ask = scene.Ask(s.game, s, p); sc.Ask != nil {
		sc.Ask.Text = fmt.Sprintf("Which cell do you mark with %s?", letter(int(p)))
		sc.Ask.Help = "Three in a row, a column or a diagonal win."
		for i := range sc.Ask.Choices {
			c := &sc.Ask.Choices[i]
			d := s.game.Decode(c.Action)
			cell := side*d.Row + d.Column
			c.Label, c.Things = "Mark "+cellName(cell), []string{cellID(cell)}
		}
		return sc
	}
	switch {
	case over && s.Winner() >= 0:
		sc.Waits = scene.Sentence(env.Who(env.Player(s.Winner()))) + " won with three in a row."
	case over:
		sc.Waits = "The board is full: a draw."
	default:
		sc.Waits = scene.Sentence(env.Who(s.CurrentPlayer())) + " " + env.Does(s.CurrentPlayer(), "marks") + " a cell."
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

// Rules implements scene.Ruler.
func (g *Game) Rules() *scene.Rules {
	return &scene.Rules{
		Title: g.Spec().Title, Goal: "Have three marks in a row, a column or a diagonal.",
		Course: []string{"In turn both players mark an empty cell of three by three; X begins.", "A full board without three in a row is a draw."},
	}
}

func letter(seat int) string { return markNames[seat : seat+1] }

// Tell implements env.Teller. Nothing is hidden, so everybody is told everything.
func (s *State) Tell(_ env.Player, a env.Action, after env.State, dst []env.Event) []env.Event {
	dst = append(dst, env.Event{Player: s.actor, Text: env.Does(s.actor, "marks") + " " + s.ActionString(a)})
	end := after.(*State)
	switch {
	case end.winner != 0:
		winner := env.Player(end.winner - 1)
		dst = append(dst, env.Event{Player: winner, Text: env.Does(winner, "has") + " three in a row and " + env.Does(winner, "wins")})
	case end.actor == env.Terminal:
		dst = append(dst, env.Event{Player: env.Chance, Text: "the board is full: a draw"})
	}
	return dst
}
