package kuhn

import (
	"math/bits"

	"ringer/env"
	"ringer/env/layout"
)

// spans says where the fields of the observation lie.
type spans struct{ seat, card, betting, pot layout.Span }

// bettingColumns holds the columns of a betting action.
var bettingColumns = layout.Table{
	Pass: layout.Flag("pass", "a check or a fold"),
	Bet:  layout.Flag("bet", "a bet or a call"),
}

// lay lays the fields of the observation one after the other.
func (g *Game) lay() []env.Field {
	var b layout.Builder
	seats := layout.Seats(g.players).Fixed()
	cards := make([]string, g.players+1)
	for card := range cards {
		cards[card] = g.cardName(card)
	}
	g.spans = spans{
		seat: b.Add(layout.Field{Name: "seat", Columns: layout.Flags(seats...), Doc: "one-hot: the seat that observes"}),
		card: b.Add(layout.Field{Name: "card", Columns: layout.Flags(cards...), Doc: "one-hot: its card, lowest first; zero before the deal"}),
		betting: b.Add(layout.Field{
			Name: "betting", Rows: layout.Numbered("action", maxBets(g.players)), Columns: bettingColumns,
			Doc: "the betting actions in order; action i is that of seat (i-1) mod the number of seats, and is zero before it is made",
		}),
		pot: b.Add(layout.Field{Name: "pot", Columns: layout.Scaled(0, 1, "2 chips", seats...), Doc: "chips that each seat has put in, as a share of the most it can"}),
	}
	return b.Fields()
}

// Observe implements env.State. It shows everything that the seat knows up to
// the end of the betting; the cards that a showdown reveals after the last
// decision are in the information state and the text.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("kuhn: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	at := &s.game.spans
	at.seat.In(dst)[p] = 1
	if int(p) < int(s.dealt) {
		at.card.In(dst)[s.cards[p]] = 1
	}
	for i := range int(s.made) {
		at.betting.Row(dst, i)[s.action(i)] = 1
	}
	paid, pot := s.paid(), at.pot.In(dst)
	for seat := range pot {
		pot[seat] = (ante + bet*float32(paid>>seat&1)) / (ante + bet)
	}
}

// InformationState implements env.InfoStater: the seat, its card and the
// betting, as in "1:K pb". During the deal the number of cards dealt stands for
// the betting; after a showdown the cards shown follow.
func (s *State) InformationState(p env.Player) string {
	var stack [64]byte
	b := append(stack[:0], byte('0'+p), ':')
	if int(p) < int(s.dealt) {
		b = append(b, s.game.cardName(int(s.cards[p]))...)
	} else {
		b = append(b, '?')
	}
	b = append(b, ' ')
	if s.actor == env.Chance {
		b = append(b, '0'+s.dealt)
	}
	b = s.appendBetting(b)
	if s.showdown() {
		b = append(b, ' ')
		for in := s.in(); in != 0; in &= in - 1 {
			seat := bits.TrailingZeros16(in)
			b = append(b, byte('0'+seat))
			b = append(b, s.game.cardName(int(s.cards[seat]))...)
		}
	}
	return string(b)
}

// knows reports whether seat p has seen the card dealt to another seat.
func (s *State) knows(p env.Player, seat int) bool {
	return int(p) == seat || s.showdown() && s.in()>>seat&1 == 1
}

// ResampleFromInfoState implements env.Resampler: the cards that p has not seen
// are dealt again, every deal being equally likely.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	c := *s
	for seat := range int(s.dealt) {
		if !s.knows(p, seat) {
			c.deck |= 1 << s.cards[seat]
		}
	}
	for seat := range int(s.dealt) {
		if s.knows(p, seat) {
			continue
		}
		left := c.deck
		for range rng.IntN(bits.OnesCount8(left)) {
			left &= left - 1
		}
		card := bits.TrailingZeros8(left)
		c.deck &^= 1 << card
		c.cards[seat] = int8(card)
	}
	return &c
}
