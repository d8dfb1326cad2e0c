package goofspiel

import "fmt"

// Conservation implements env.Conserver: every hand and its bids, and the
// prizes revealed and left, hold every card once; all points won are there.
func (s *State) Conservation() error {
	all := s.game.allCards()
	points := 0
	for seat := range s.game.config.Players {
		rounds := int(s.round)
		if s.committed(seat) {
			rounds++
		}
		if !partition(all, s.hands[seat], s.bids[seat][:rounds]) {
			return fmt.Errorf("goofspiel: seat %d holds %s and has bid %d (cards from 0)", seat, cardList(s.hands[seat]), s.bids[seat][:rounds])
		}
		points += int(s.points[seat])
	}
	if !partition(all, s.left, s.prizes[:s.revealed()]) {
		return fmt.Errorf("goofspiel: prizes %s are left and %d are out (cards from 0)", cardList(s.left), s.prizes[:s.revealed()])
	}
	for round := range int(s.round) {
		if s.won[round] != nobody {
			points -= int(s.prizes[round]) + 1
		}
	}
	if points != 0 {
		return fmt.Errorf("goofspiel: the seats have %d points more than they won", points)
	}
	return nil
}

// partition reports whether a set and a list hold every card of all exactly once.
func partition(all, set uint16, list []int8) bool {
	for _, card := range list {
		if set>>card&1 == 1 {
			return false
		}
		set |= 1 << card
	}
	return set == all
}
