package leduc

import (
	"fmt"
	"math/bits"
	"strings"

	"ringer/env"
	"ringer/env/layout"
)

// spans says where the fields of the observation lie. Rank and suit of a card
// stand apart, because the suit means nothing in play.
type spans struct {
	seat, privateRank, privateSuit, publicRank, publicSuit layout.Span
	pair, betting, in, pot, toCall                         layout.Span
}

// bettingColumns holds the columns of a betting action.
var bettingColumns = layout.Table{
	Fold:  layout.Flag("fold", ""),
	Call:  layout.Flag("call", "or a check"),
	Raise: layout.Flag("raise", ""),
}

// lay lays the fields of the observation one after the other.
func (g *Game) lay() []env.Field {
	var b layout.Builder
	add := func(name string, columns layout.Table, doc string) layout.Span {
		return b.Add(layout.Field{Name: name, Columns: columns, Doc: doc})
	}
	n := g.players
	seats := layout.Seats(n).Fixed()
	ranks := layout.Flags(strings.Split(rankNames[len(rankNames)-n-1:], "")...)
	suit := layout.Flags("spades", "hearts")
	var actions []string
	for round := range rounds {
		actions = append(actions, layout.Numbered(fmt.Sprintf("round %d action", round+1), maxBets(n))...)
	}
	g.spans = spans{
		seat:        add("seat", layout.Flags(seats...), "one-hot: the seat that observes"),
		privateRank: add("private_rank", ranks, "one-hot: rank of its card, lowest first; zero before the deal"),
		privateSuit: add("private_suit", suit, "one-hot: suit of its card"),
		publicRank:  add("public_rank", ranks, "one-hot: rank of the public card; zero before it is dealt"),
		publicSuit:  add("public_suit", suit, "one-hot: suit of the public card"),
		pair:        add("pair", layout.Flags("pair"), "1 when the seat's card and the public card have one rank"),
		betting: b.Add(layout.Field{
			Name: "betting", Rows: actions, Columns: bettingColumns, Shape: []int{rounds, maxBets(n), len(bettingColumns)},
			Doc: "the betting actions of each round in order; zero before they are made",
		}),
		in:     add("in", layout.Flags(seats...), "1 for every seat that has not folded"),
		pot:    add("pot", layout.Scaled(0, 1, fmt.Sprintf("%d chips", maxStake), seats...), "chips that each seat has put in, as a share of the most it can"),
		toCall: add("to_call", layout.One("to call", 0, 1, fmt.Sprintf("%d chips", maxCall)), "chips that the seat must add to stay in, as a share of the most it can be"),
	}
	return b.Fields()
}

// Observe implements env.State. It shows everything that the seat knows up to
// the end of the betting; the cards that a showdown reveals after the last
// decision are in the information state and the text.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("leduc: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	at := &s.game.spans
	at.seat.In(dst)[p] = 1
	if s.hasCard(p) {
		card := s.cards[p]
		at.privateRank.In(dst)[rankOf(card)] = 1
		at.privateSuit.In(dst)[suitOf(card)] = 1
		at.pair.In(dst)[0] = layout.Bit(s.public != noCard && rankOf(card) == rankOf(s.public))
	}
	if s.public != noCard {
		at.publicRank.In(dst)[rankOf(s.public)] = 1
		at.publicSuit.In(dst)[suitOf(s.public)] = 1
	}
	s.writeBetting(dst)
	in, pot := at.in.In(dst), at.pot.In(dst)
	for seat := range in {
		in[seat] = float32(s.in >> seat & 1)
		pot[seat] = float32(s.paid[seat]) / maxStake
	}
	if s.in>>p&1 == 1 {
		at.toCall.In(dst)[0] = float32(s.stake-s.paid[p]) / maxCall
	}
}

func (s *State) writeBetting(dst []float32) {
	at := s.game.spans.betting
	for round := range rounds {
		first := round * at.Rows / rounds
		betting := s.betting[round]
		for i := range int(s.made[round]) {
			at.Row(dst, first+i)[betting&3] = 1
			betting >>= 2
		}
	}
}

// InformationState implements env.InfoStater: the seat, its card, the public
// card and the betting, as in "1:Ks/Qh crc/r". During the deal the number of
// cards dealt stands for the betting; after a showdown the cards shown follow.
func (s *State) InformationState(p env.Player) string {
	var stack [96]byte
	b := append(stack[:0], '0'+byte(p), ':')
	if s.hasCard(p) {
		b = s.game.appendCard(b, s.cards[p])
	} else {
		b = append(b, '?')
	}
	b = s.appendTable(append(b, '/'))
	if s.actor == env.Chance && s.round == 0 {
		b = append(b, '0'+s.dealt)
	}
	if s.showdown() {
		for in := s.in; in != 0; in &= in - 1 {
			seat := bits.TrailingZeros8(in)
			b = append(b, ' ', '0'+byte(seat))
			b = s.game.appendCard(b, s.cards[seat])
		}
	}
	return string(b)
}

// knows reports whether seat p has seen the card dealt to another seat.
func (s *State) knows(p env.Player, seat int) bool {
	return int(p) == seat || s.showdown() && s.in>>seat&1 == 1
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
		for range rng.IntN(bits.OnesCount16(left)) {
			left &= left - 1
		}
		card := bits.TrailingZeros16(left)
		c.deck &^= 1 << card
		c.cards[seat] = int8(card)
	}
	return &c
}
