package goofspiel

import (
	"math/bits"

	"ringer/env"
)

const (
	noCard = -1
	nobody = -1 // the winner of a tied bid
)

// State is one point of an episode. It holds no pointer but the one to its
// game, so that copying it is one assignment.
//
// Cards count from 0; card c is worth c+1, as a bid and as a prize.
type State struct {
	game   *Game
	left   uint16             // prizes not revealed yet, bit by card
	hands  [MaxPlayers]uint16 // bit by card; a card bid is out of the hand at once
	points [MaxPlayers]uint8
	actor  env.Player
	round  uint8                      // finished rounds
	prize  int8                       // the prize of the current round; noCard before it is revealed and at the end
	prizes [MaxCards]int8             // by round
	won    [MaxCards]int8             // by finished round: seat, or nobody
	bids   [MaxPlayers][MaxCards]int8 // by seat and round
}

// CurrentPlayer implements env.State.
func (s *State) CurrentPlayer() env.Player { return s.actor }

// Apply implements env.State.
func (s *State) Apply(a env.Action) error {
	switch {
	case s.actor >= 0 && uint32(a) < 16 && s.hands[s.actor]>>a&1 == 1:
		s.commit(int(s.actor), int8(a))
		if s.actor++; int(s.actor) == s.game.config.Players {
			s.award()
			s.openRound()
		}
	case s.actor == env.Chance && uint32(a) < 16 && s.left>>a&1 == 1:
		s.reveal(int8(a))
		s.actor = 0
	default:
		return s.illegal(a)
	}
	return nil
}

// commit moves a card from a hand to the bids of the current round.
func (s *State) commit(seat int, card int8) {
	s.hands[seat] &^= 1 << card
	s.bids[seat][s.round] = card
}

// reveal makes a card the prize of the current round.
func (s *State) reveal(card int8) {
	s.left &^= 1 << card
	s.prize = card
	s.prizes[s.round] = card
}

// award gives the prize to the highest bid, when it is alone, and ends the
// round.
func (s *State) award() {
	high, winner := int8(noCard), int8(nobody)
	for seat := range s.game.config.Players {
		switch bid := s.bids[seat][s.round]; {
		case bid > high:
			high, winner = bid, int8(seat)
		case bid == high:
			winner = nobody
		}
	}
	if winner != nobody {
		s.points[winner] += uint8(s.prize) + 1
	}
	s.won[s.round] = winner
	s.round++
	s.prize = noCard
}

// openRound reveals the next prize or leaves that to chance. The last round
// holds no choice, not even for chance, and is played out at once.
func (s *State) openRound() {
	switch cards := s.game.config.Cards; {
	case int(s.round) == cards:
		s.actor = env.Terminal
	case int(s.round) == cards-1:
		s.reveal(int8(bits.TrailingZeros16(s.left)))
		for seat := range s.game.config.Players {
			s.commit(seat, int8(bits.TrailingZeros16(s.hands[seat])))
		}
		s.award()
		s.actor = env.Terminal
	case s.game.config.Order == Descending:
		s.reveal(int8(bits.Len16(s.left) - 1))
		s.actor = 0
	case s.game.config.Order == Ascending:
		s.reveal(int8(bits.TrailingZeros16(s.left)))
		s.actor = 0
	default:
		s.actor = env.Chance
	}
}

// revealed returns the number of prizes revealed so far.
func (s *State) revealed() int {
	if s.prize != noCard {
		return int(s.round) + 1
	}
	return int(s.round)
}

// committed reports whether a seat has bid in the current round.
func (s *State) committed(seat int) bool { return seat < int(s.actor) }

// Returns implements env.State; Config.Returns says what they are.
func (s *State) Returns(dst []float64) {
	if len(dst) != s.game.config.Players {
		panic("goofspiel: Returns needs one element per seat")
	}
	clear(dst)
	if s.actor != env.Terminal {
		return
	}
	if s.game.config.Returns == PointDifference {
		sum := 0
		for seat := range dst {
			sum += int(s.points[seat])
		}
		mean := float64(sum) / float64(len(dst))
		for seat := range dst {
			dst[seat] = float64(s.points[seat]) - mean
		}
		return
	}
	winners, most := s.winners()
	if winners == len(dst) {
		return
	}
	for seat := range dst {
		if s.points[seat] == most {
			dst[seat] = 1 / float64(winners)
		} else {
			dst[seat] = -1 / float64(len(dst)-winners)
		}
	}
}

// winners returns the number of seats with the most points, and those points.
func (s *State) winners() (count int, most uint8) {
	for _, points := range s.points[:s.game.config.Players] {
		switch {
		case points > most || count == 0:
			count, most = 1, points
		case points == most:
			count++
		}
	}
	return count, most
}

// Clone implements env.State.
func (s *State) Clone() env.State {
	c := *s
	return &c
}

// CopyFrom implements env.CopierFrom.
func (s *State) CopyFrom(src env.State) { *s = *src.(*State) }
