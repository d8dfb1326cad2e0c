package tictactoe

import (
	"math/bits"

	"ringer/env"
	"ringer/env/layout"
)

// spans says where the fields of the observation lie.
type spans struct {
	marks [players]layout.Span // of the observer, of the other seat
	seat  layout.Span
}

// lay lays the fields of the observation one after the other.
func (g *Game) lay() []env.Field {
	var b layout.Builder
	marks := func(name, doc string) layout.Span {
		return b.Add(layout.Field{Name: name, Rows: []string{"row a", "row b", "row c"}, Columns: layout.Flags(layout.Numbered("column", side)...), Doc: doc})
	}
	g.spans = spans{
		marks: [players]layout.Span{
			marks("own", "1 for every cell that the seat has marked; row a is the top one, column 1 the left one"),
			marks("other", "1 for every cell that the other seat has marked"),
		},
		seat: b.Add(layout.Field{Name: "seat", Columns: layout.Flags(layout.Seats(players).Fixed()...), Doc: "one-hot: the seat that observes; seat 0 begins"}),
	}
	return b.Fields()
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("tictactoe: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	at := &s.game.spans
	for i := range at.marks {
		field := at.marks[i].In(dst)
		for marks := s.marks[(int(p)+i)%players]; marks != 0; marks &= marks - 1 {
			field[bits.TrailingZeros16(marks)] = 1
		}
	}
	at.seat.In(dst)[p] = 1
}
