package liarsdice

import "fmt"

// Conservation implements env.Conserver: every seat keeps its dice, in order,
// each with a face that exists.
func (s *State) Conservation() error {
	if got := len(s.own(0)) + len(s.own(1)); got != int(s.rolled) || got > players*s.game.dice {
		return fmt.Errorf("liarsdice: %d dice with the seats, %d rolled", got, s.rolled)
	}
	for seat := range players {
		dice := s.own(seat)
		for i, face := range dice {
			if face < 0 || int(face) >= s.game.sides || i > 0 && dice[i-1] > face {
				return fmt.Errorf("liarsdice: seat %d has the dice %s", seat, appendDice(nil, dice))
			}
		}
	}
	return nil
}
