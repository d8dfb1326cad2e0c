package liarsdice

import "math/bits"

// This file is for those who draw the table. A method that is not marked as public returns
// hidden dice.

// Dice returns the number of dice of each seat, and Sides the number of faces of a die.
func (g *Game) Dice() int { return g.dice }

// Sides returns the number of faces of a die, the highest of which is wild.
func (g *Game) Sides() int { return g.sides }

// Rolled returns the faces of the dice that a seat has rolled so far, from 1.
func (s *State) Rolled(seat int) []int {
	var faces []int
	for _, face := range s.own(seat) {
		faces = append(faces, int(face)+1)
	}
	return faces
}

// Bids returns the bids so far. Seat 0 made the first, and then they alternate. Public.
func (s *State) Bids() []Choice {
	var bids []Choice
	for left := s.bids; left != 0; left &= left - 1 {
		a := bits.TrailingZeros64(left)
		bids = append(bids, Choice{Quantity: a/s.game.sides + 1, Face: a%s.game.sides + 1})
	}
	return bids
}

// Caller returns the seat that called liar, whether the bid held, and the seat that won.
// Public once the game is over.
func (s *State) Caller() (caller int, held bool, winner int) {
	return int(s.caller), s.bidHolds(), s.winner()
}
