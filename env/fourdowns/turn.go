package fourdowns

import (
	"math/bits"

	"ringer/env"
)

// nobody stands for no seat.
const nobody int8 = -1

// seats is a set of seats, as bits.
type seats uint8

func (m seats) has(seat int) bool { return m>>seat&1 != 0 }
func (m seats) count() int        { return bits.OnesCount8(uint8(m)) }
func (m seats) lowest() int       { return bits.TrailingZeros8(uint8(m)) }

// after returns the next seat clockwise that is in the set.
func (s *State) after(seat int, of seats) int {
	for {
		if seat++; seat >= s.game.players {
			seat = 0
		}
		if of.has(seat) {
			return seat
		}
	}
}

// ask makes the state wait for a seat's decision.
func (s *State) ask(n node, seat int) { s.node, s.actor = n, env.Player(seat) }
