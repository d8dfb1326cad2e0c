package goofspiel

import "ringer/env"

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
