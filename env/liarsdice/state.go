package liarsdice

import (
	"ringer/env"
)

const noBid = -1

// State is one point of an episode. It holds no pointer but the one to its
// game, so that copying it is one assignment.
//
// Bids only rise and the seats alternate, so the set of bids made is the whole
// history of the bidding.
type State struct {
	game   *Game
	bids   uint64 // bids made, bit by action
	actor  env.Player
	caller int8                    // seat that called liar, once the episode is over
	bid    int8                    // the last bid, or noBid
	rolled uint8                   // dice rolled so far: first all of seat 0, then all of seat 1
	dice   [players * MaxDice]int8 // faces from 0, of the dice rolled; the dice of a seat in ascending order
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	g := s.game
	switch {
	case s.actor >= 0 && a > env.Action(s.bid) && a < g.liar:
		s.bids |= 1 << uint(a)
		s.bid = int8(a)
		s.actor = 1 - s.actor
	case s.actor >= 0 && a == g.liar && s.bid != noBid:
		s.caller = int8(s.actor)
		s.actor = env.Terminal
	case s.actor == env.Chance && a >= 0 && int(a) < g.sides:
		s.roll(int8(a))
	default:
		return s.illegal(a)
	}
	return nil
}

// roll adds a die to the dice of the seat whose turn it is to roll.
func (s *State) roll(face int8) {
	i := int(s.rolled)
	first := 0
	if i >= s.game.dice {
		first = s.game.dice
	}
	for ; i > first && s.dice[i-1] > face; i-- {
		s.dice[i] = s.dice[i-1]
	}
	s.dice[i] = face
	s.rolled++
	if int(s.rolled) == players*s.game.dice {
		s.actor = 0
	}
}

// own returns the dice of a seat rolled so far, ascending.
func (s *State) own(seat int) []int8 {
	first := seat * s.game.dice
	last := min(first+s.game.dice, int(s.rolled))
	return s.dice[first:max(first, last)]
}

// bidHolds reports whether the last bid is true of all dice.
func (s *State) bidHolds() bool {
	sides := int8(s.game.sides)
	quantity, face := s.bid/sides+1, s.bid%sides
	for _, die := range s.dice[:s.rolled] {
		if die == face || die == sides-1 {
			quantity--
		}
	}
	return quantity <= 0
}

// winner returns the seat that won: the bidder when the bid holds, else the caller.
func (s *State) winner() int {
	if s.bidHolds() {
		return 1 - int(s.caller)
	}
	return int(s.caller)
}

// Returns implements env.State: +1 for the winner, -1 for the other seat.
func (s *State) Returns(dst []float64) {
	if len(dst) != players {
		panic("liarsdice: Returns needs one element per seat")
	}
	dst[0], dst[1] = 0, 0
	if s.actor == env.Terminal {
		winner := s.winner()
		dst[winner], dst[1-winner] = 1, -1
	}
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }
