package darkhex

import (
	"strconv"

	"ringer/env"
	"ringer/env/layout"
)

// spans says where the fields of the observation lie.
type spans struct{ own, met, tries, seat layout.Span }

// lay lays the fields of the observation one after the other.
func (g *Game) lay() []env.Field {
	var b layout.Builder
	rows := make([]string, g.config.Rows)
	for row := range rows {
		rows[row] = "row " + string(rune('a'+row))
	}
	board := func(name, doc string) layout.Span {
		return b.Add(layout.Field{Name: name, Rows: rows, Columns: layout.Flags(layout.Numbered("column", g.config.Columns)...), Doc: doc})
	}
	g.spans = spans{
		own:   board("own", "1 for every cell with a stone of the seat; row a is the top one, column 1 the left one"),
		met:   board("met", "1 for every cell where the seat has met a stone of the other seat"),
		tries: b.Add(layout.Field{Name: "tries", Rows: layout.Numbered("try", g.cells), Columns: layout.Flags(g.cellNames()...), Doc: "one-hot: the cell of each try of the seat, in order; zero before it is made"}),
		seat:  b.Add(layout.Field{Name: "seat", Columns: layout.Flags(layout.Seats(players).Fixed()...), Doc: "one-hot: the seat that observes; seat 0 begins"}),
	}
	return b.Fields()
}

// Observe implements env.State. It shows the seat's own tries in their order and what they met, which is all
// that a seat knows before the end.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("darkhex: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	at := &s.game.spans
	own, met, n := at.own.In(dst), at.met.In(dst), 0
	for _, t := range s.tries[:s.made] {
		if env.Player(t.seat) != p {
			continue
		}
		at.tries.Row(dst, n)[t.cell] = 1
		n++
		if t.met {
			met[t.cell] = 1
		} else {
			own[t.cell] = 1
		}
	}
	at.seat.In(dst)[p] = 1
}

// InformationState implements env.InfoStater: the seat, its tries in their order with * where it met a stone,
// and a dot for every turn that the other seat has ended, as in "1:.b1.a1*a2"; at the end = and the winner.
func (s *State) InformationState(p env.Player) string {
	var stack [64]byte
	b := append(stack[:0], '0'+byte(p), ':')
	for _, t := range s.tries[:s.made] {
		switch {
		case env.Player(t.seat) == p:
			b = append(b, 'a'+byte(int(t.cell)/s.game.config.Columns), '1'+byte(int(t.cell)%s.game.config.Columns))
			if t.met {
				b = append(b, '*')
			}
		case s.endsTurn(t):
			b = append(b, '.')
		}
	}
	if s.winner != nobody {
		b = strconv.AppendInt(append(b, '='), int64(s.winner), 10)
	}
	return string(b)
}

// endsTurn reports whether the turn is over after a try.
func (s *State) endsTurn(t try) bool { return !t.met || s.game.config.Variant == Abrupt }

// ResampleFromInfoState implements env.Resampler. It plays the episode again: seat p makes its own tries, and the
// other seat tries cells at random, until all of p's tries meet what they met. So worlds come as often as random
// play of the other seat brings them. On boards of nine cells one episode in a hundred or more agrees.
//
// How often the other seat has met a stone in a turn that it has not ended yet is no secret worth a draw,
// because p is not asked before its end: it is as in the true world.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	for {
		w := s.game.start
		if s.replay(&w, p, rng) {
			return &w
		}
	}
}
