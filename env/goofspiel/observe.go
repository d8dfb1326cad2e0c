package goofspiel

import (
	"fmt"
	"math/bits"
	"slices"

	"ringer/env"
	"ringer/env/layout"
)

// spans says where the fields of the observation lie.
type spans struct{ prize, revealed, hands, bids, winners, points layout.Span }

// lay lays the fields of the observation one after the other. The seats of a
// field start with the one that observes and go round to the left, so that one
// policy serves every seat.
func (g *Game) lay() []env.Field {
	n, k := g.config.Players, g.config.Cards
	seats := layout.Seats(n).Names()
	shown := seats
	hands, bids := "1 for every card that each seat has, before the hidden bids of the others in this round", "[seat, prize, card] is 1 when the seat has bid the card for the prize, the observer's hidden bid of this round included"
	if g.config.ImpInfo {
		shown = seats[:1]
		hands, bids = "1 for every card in the seat's hand", "[prize, card] is 1 when the seat has bid the card for the prize, its hidden bid of this round included"
	}
	prizes := layout.Numbered("prize", k)
	var bid []string
	for _, seat := range shown {
		for _, prize := range prizes {
			bid = append(bid, seat+" "+prize)
		}
	}
	cards := layout.Flags(layout.Numbered("card", k)...)

	var b layout.Builder
	g.spans = spans{
		prize: b.Add(layout.Field{Name: "prize", Columns: layout.Flags(prizes...), Doc: "one-hot: the prize to bid for; zero before it is revealed and at the end"}),
		revealed: b.Add(layout.Field{
			Name: "revealed", Columns: layout.Scaled(0, 1, fmt.Sprintf("%d rounds", k), prizes...),
			Doc: "the round in which each prize came, counted from 1; zero for prizes to come",
		}),
		hands:   b.Add(layout.Field{Name: "hands", Rows: shown, Columns: cards, Doc: hands}),
		bids:    b.Add(layout.Field{Name: "bids", Rows: bid, Columns: cards, Shape: []int{len(shown), k, k}, Doc: bids}),
		winners: b.Add(layout.Field{Name: "winners", Rows: prizes, Columns: layout.Flags(append(slices.Clone(seats), "tie")...), Doc: "one-hot for every prize that was bid for: the seat that won it, or a tie"}),
		points:  b.Add(layout.Field{Name: "points", Columns: layout.Scaled(0, 1, fmt.Sprintf("%d points", k*(k+1)/2), seats...), Doc: "points of each seat, as a share of all prizes"}),
	}
	return b.Fields()
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("goofspiel: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	s.writePrizes(dst)
	s.writeCards(p, dst)
	s.writeOutcomes(p, dst)
}

// writePrizes writes the prize that is bid for, and the round of each prize.
func (s *State) writePrizes(dst []float32) {
	at := &s.game.spans
	if s.prize != noCard {
		dst[at.prize.At+int(s.prize)] = 1
	}
	rounds, revealed := float32(s.game.config.Cards), dst[at.revealed.At:]
	for round := range s.revealed() {
		revealed[s.prizes[round]] = float32(round+1) / rounds
	}
}

// writeCards writes the hands and the bids that p may see.
func (s *State) writeCards(p env.Player, dst []float32) {
	at := &s.game.spans
	seats, cards := layout.Seats(s.game.config.Players), s.game.config.Cards
	hands, bids := dst[at.hands.At:], dst[at.bids.At:]
	for i := range at.hands.Rows {
		seat := seats.Absolute(int(p), i)
		hand, rounds := s.hands[seat], int(s.round)
		switch {
		case !s.committed(seat):
		case i == 0:
			rounds++
		default: // as before its hidden bid
			hand |= 1 << s.bids[seat][s.round]
		}
		for ; hand != 0; hand &= hand - 1 {
			hands[bits.TrailingZeros16(hand)] = 1
		}
		for round := range rounds {
			bids[int(s.prizes[round])*cards+int(s.bids[seat][round])] = 1
		}
		hands, bids = hands[cards:], bids[cards*cards:]
	}
}

// writeOutcomes writes the winner of each bid, and the points.
func (s *State) writeOutcomes(p env.Player, dst []float32) {
	at := &s.game.spans
	seats := layout.Seats(s.game.config.Players)
	winners, tie := dst[at.winners.At:], int(seats)
	for round := range int(s.round) {
		column := tie
		if winner := int(s.won[round]); winner != nobody {
			column = seats.Relative(int(p), winner)
		}
		winners[int(s.prizes[round])*at.winners.Width+column] = 1
	}
	total := float32(s.game.config.Cards * (s.game.config.Cards + 1) / 2)
	points := dst[at.points.At:]
	for i := range int(seats) {
		points[i] = float32(s.points[seats.Absolute(int(p), i)]) / total
	}
}

// InformationState implements env.InfoStater: the seat and every round as
// prize:bid>winner with its own bid, or prize:bids>winner with all bids where
// they are announced, as in "1: 4:1>0 3:4=" (a tie) "2:".
func (s *State) InformationState(p env.Player) string {
	var stack [256]byte
	b := append(stack[:0], '0'+byte(p), ':')
	var own [1]int
	own[0] = int(p)
	seats := own[:]
	if !s.game.config.ImpInfo {
		seats = s.allSeats()
	}
	b = s.appendRounds(b, seats, func(seat int) bool { return seat == int(p) })
	return string(b)
}

// ResampleFromInfoState implements env.Resampler. The bids of finished rounds,
// where they are not announced, are drawn from the bids that give the announced
// winners: uniformly with two seats; with more, every possible
// world can come, but not all equally often. Hidden bids of the current round
// are drawn uniformly from the hands.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	c := *s
	n := s.game.config.Players
	for seat := range n {
		if seat != int(p) && s.committed(seat) {
			c.hands[seat] |= 1 << s.bids[seat][s.round]
		}
	}
	if s.game.config.ImpInfo && s.round > 0 {
		if n == 2 {
			c.redrawTwo(int(p), rng)
		} else {
			c.redrawMany(int(p), rng)
		}
	}
	for seat := range n {
		if seat != int(p) && s.committed(seat) {
			c.commit(seat, nthCard(c.hands[seat], rng))
		}
	}
	return &c
}

// ApproximateWorlds returns why worlds come with odds of their own, for package envtest;
// empty where they are exact.
func (g *Game) ApproximateWorlds() string {
	if g.config.ImpInfo && g.config.Players > 2 {
		return "hidden bids of several seats are searched for, and not all that fit come equally often"
	}
	return ""
}

// nthCard draws one card of a set uniformly.
func nthCard(cards uint16, rng env.Rand) int8 {
	for range rng.IntN(bits.OnesCount16(cards)) {
		cards &= cards - 1
	}
	return int8(bits.TrailingZeros16(cards))
}

// setPast makes a card the bid of a finished round.
func (s *State) setPast(seat int, round, card int8) {
	s.bids[seat][round] = card
	s.hands[seat] &^= 1 << card
}
