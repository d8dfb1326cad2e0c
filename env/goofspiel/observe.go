package goofspiel

import (
	"math/bits"

	"ringer/env"
)

// fields lays out the observation. Observe calls their writers in this order.
// The seats of a field start with the one that observes and go round to the
// left, so that one policy serves every seat.
func fields(c Config) []env.Field {
	n, k := c.Players, c.Cards
	shown, hands, bids := 1, "1 for every card in the seat's hand", "[0, prize-1, card-1] is 1 when the seat has bid the card for the prize, its hidden bid of this round included"
	if !c.ImpInfo {
		shown = n
		hands = "1 for every card that each seat has, before the hidden bids of the others in this round"
		bids = "[seat, prize-1, card-1] is 1 when the seat has bid the card for the prize, the own hidden bid of this round included"
	}
	return []env.Field{
		{Name: "prize", Shape: []int{k}, Max: 1, Doc: "one-hot: the prize to bid for; zero before it is revealed and at the end"},
		{Name: "revealed", Shape: []int{k}, Max: 1, Doc: "[prize-1] is the round in which the prize came, counted from 1 and divided by the number of rounds; zero for prizes to come"},
		{Name: "hands", Shape: []int{shown, k}, Max: 1, Doc: hands},
		{Name: "bids", Shape: []int{shown, k, k}, Max: 1, Doc: bids},
		{Name: "winners", Shape: []int{k, n + 1}, Max: 1, Doc: "[prize-1, seat] is 1 for the seat that won the prize; the last column is for ties"},
		{Name: "points", Shape: []int{n}, Max: 1, Doc: "points of each seat, divided by the sum of all prizes"},
	}
}

// Observe implements env.State.
func (s *State) Observe(p env.Player, dst []float32) {
	if len(dst) != s.game.spec.ObservationSize() {
		panic("goofspiel: Observe needs Spec.ObservationSize() elements")
	}
	clear(dst)
	dst = s.writePrize(dst)
	dst = s.writeRevealed(dst)
	dst = s.writeHands(p, dst)
	dst = s.writeBids(p, dst)
	dst = s.writeWinners(p, dst)
	s.writePoints(p, dst)
}

// Every writer fills its field at the head of dst, which is zero, and returns
// what comes after it.

func (s *State) writePrize(dst []float32) []float32 {
	if s.prize != noCard {
		dst[s.prize] = 1
	}
	return dst[s.game.config.Cards:]
}

func (s *State) writeRevealed(dst []float32) []float32 {
	rounds := float32(s.game.config.Cards)
	for round := range s.revealed() {
		dst[s.prizes[round]] = float32(round+1) / rounds
	}
	return dst[s.game.config.Cards:]
}

func (s *State) writeHands(p env.Player, dst []float32) []float32 {
	for i := range s.shownSeats() {
		seat := s.seatToLeft(p, i)
		hand := s.hands[seat]
		if i > 0 && s.committed(seat) {
			hand |= 1 << s.bids[seat][s.round]
		}
		for ; hand != 0; hand &= hand - 1 {
			dst[bits.TrailingZeros16(hand)] = 1
		}
		dst = dst[s.game.config.Cards:]
	}
	return dst
}

func (s *State) writeBids(p env.Player, dst []float32) []float32 {
	k := s.game.config.Cards
	for i := range s.shownSeats() {
		seat := s.seatToLeft(p, i)
		rounds := int(s.round)
		if i == 0 && s.committed(seat) {
			rounds++
		}
		for round := range rounds {
			dst[int(s.prizes[round])*k+int(s.bids[seat][round])] = 1
		}
		dst = dst[k*k:]
	}
	return dst
}

func (s *State) writeWinners(p env.Player, dst []float32) []float32 {
	n, k := s.game.config.Players, s.game.config.Cards
	for round := range int(s.round) {
		column := n
		if winner := int(s.won[round]); winner != nobody {
			if column = winner - int(p); column < 0 {
				column += n
			}
		}
		dst[int(s.prizes[round])*(n+1)+column] = 1
	}
	return dst[k*(n+1):]
}

func (s *State) writePoints(p env.Player, dst []float32) {
	n, k := s.game.config.Players, s.game.config.Cards
	total := float32(k * (k + 1) / 2)
	for i := range n {
		dst[i] = float32(s.points[s.seatToLeft(p, i)]) / total
	}
}

// revealed is the number of prizes revealed so far.
func (s *State) revealed() int {
	if s.prize != noCard {
		return int(s.round) + 1
	}
	return int(s.round)
}

// shownSeats is how many seats' hands and bids a seat may see, its own first.
func (s *State) shownSeats() int {
	if s.game.config.ImpInfo {
		return 1
	}
	return s.game.config.Players
}

// seatToLeft is the i-th seat to the left of p.
func (s *State) seatToLeft(p env.Player, i int) int {
	seat := int(p) + i
	if seat >= s.game.config.Players {
		seat -= s.game.config.Players
	}
	return seat
}
