package tictactoe

import (
	"math/bits"

	"ringer/env"
	"ringer/env/layout"
)

// spans says where the fields of the observation lie.
type spans struct{ own, other, seat layout.Span }

// lay lays the fields of the observation one after the other.
func (g *Game) lay() []env.Field {
	var b layout.Builder
	marks := func(name, doc string) layout.Span {
		return b.Add(layout.Field{Name: name, Rows: []string{"row a", "row b", "row c"}, Columns: layout.Flags(layout.Numbered("column", side)...), Doc: doc})
	}
	g.spans = spans{
		own:   marks("own", "1 for every cell that the seat has marked; row a is the top one, column 1 the left one"),
		other: marks("other", "1 for every cell that the other seat has marked"),
		seat:  b.Add(layout.Field{Name: "seat", Columns: layout.Flags(layout.Seats(players).Fixed()...), Doc: "one-hot: the seat that observes; seat 0 begins"}),
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
	writeMarks(dst[at.own.At:], s.marks[p])
	writeMarks(dst[at.other.At:], s.marks[1-p])
	dst[at.seat.At+int(p)] = 1
}

func writeMarks(dst []float32, marks uint16) {
	for ; marks != 0; marks &= marks - 1 {
		dst[bits.TrailingZeros16(marks)] = 1
	}
}
