package liarsdice

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"ringer/env"
	"ringer/env/layout"
)

// spans says where the fields of the observation lie.
type spans struct {
	seat, dice, lastBid, liar layout.Span
	bids                      [players]layout.Span // by who bid: the observer, the other seat
}

// lay lays the fields of the observation one after the other.
func (g *Game) lay() []env.Field {
	var b layout.Builder
	var copies []string
	for k := range g.dice {
		copies = append(copies, fmt.Sprintf("more than %d", k))
	}
	quantities := layout.Numbered("quantity", players*g.dice)
	faces := layout.Flags(layout.Numbered("face", g.sides)...)
	bids := func(name, doc string) layout.Span {
		return b.Add(layout.Field{Name: name, Rows: quantities, Columns: faces, Doc: doc})
	}
	g.spans = spans{
		seat: b.Add(layout.Field{Name: "seat", Columns: layout.Flags(layout.Seats(players).Fixed()...), Doc: "one-hot: the seat that observes; seat 0 bids first"}),
		dice: b.Add(layout.Field{Name: "dice", Rows: copies, Columns: faces, Doc: "[more than k, face] is 1 when more than k of the seat's own dice show the face"}),
		bids: [players]layout.Span{
			bids("own_bids", "[quantity, face] is 1 for every bid that the seat has made"),
			bids("other_bids", "[quantity, face] is 1 for every bid that the other seat has made"),
		},
		lastBid: bids("last_bid", "one-hot: the bid to beat or doubt; zero before the first"),
		liar:    b.Add(layout.Field{Name: "liar", Columns: layout.Flags("liar"), Doc: "1 once a seat has called liar"}),
	}
	return b.Fields()
}

// bidNames names the ids of the block "bid".
func (g *Game) bidNames() (names []string) {
	for _, quantity := range layout.Numbered("quantity", players*g.dice) {
		names = append(names, layout.Numbered(quantity+" face", g.sides)...)
	}
	return names
}

// Observe implements env.State. It shows everything that the seat knows up to
// the end of the bidding; the dice that a call reveals after the last decision
// are in the information state and the text.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("liarsdice: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	at := &s.game.spans
	at.seat.In(dst)[p] = 1
	s.writeDice(p, dst)
	by := int(p) // seat 0 bids first: the observer where p is 0
	for left := s.bids; left != 0; left &= left - 1 {
		at.bids[by].In(dst)[bits.TrailingZeros64(left)] = 1
		by = 1 - by
	}
	if s.bid != noBid {
		at.lastBid.In(dst)[s.bid] = 1
	}
	at.liar.In(dst)[0] = layout.Bit(s.actor == env.Terminal)
}

func (s *State) writeDice(p env.Player, dst []float32) {
	at := &s.game.spans.dice
	copies, last := 0, int8(-1)
	for _, face := range s.own(int(p)) {
		if face != last {
			copies, last = 0, face
		}
		at.Row(dst, copies)[face] = 1
		copies++
	}
}

// InformationState implements env.InfoStater: the seat, its dice and the
// bidding, as in "1:5 1x3 1x5". During the rolls the number of dice rolled
// stands for the bidding; after a call the other seat's dice follow.
func (s *State) InformationState(p env.Player) string {
	var stack [256]byte
	b := append(stack[:0], '0'+byte(p), ':')
	b = appendDice(b, s.own(int(p)))
	switch s.actor {
	case env.Chance:
		b = append(b, " rolled "...)
		b = strconv.AppendInt(b, int64(s.rolled), 10)
	case env.Terminal:
		b = s.appendBidding(b)
		b = append(b, " | "...)
		b = appendDice(b, s.own(1-int(p)))
	default:
		b = s.appendBidding(b)
	}
	return string(b)
}

// ResampleFromInfoState implements env.Resampler: the other seat's dice are
// rolled again, unless the end of the episode has shown them.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	c := *s
	if s.actor == env.Terminal {
		return &c
	}
	dice := c.own(1 - int(p))
	for i := range dice {
		dice[i] = int8(rng.IntN(s.game.sides))
	}
	slices.Sort(dice)
	return &c
}
