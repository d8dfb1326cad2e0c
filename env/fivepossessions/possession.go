package fivepossessions

import "ringer/env"

// This file has the rules around the lines: the toss, possessions, the score and
// the end.

// begin waits for the toss.
func (s *State) begin() {
	s.chooser = [2]int8{-1, -1}
	s.node, s.actor = nodeToss, env.Chance
}

// tossed names the seat that chooses (FP-13).
func (s *State) tossed(seat int8) {
	if s.sudden {
		s.chooser[1] = seat
	} else {
		s.chooser[0] = seat
	}
	s.node, s.actor = nodeChoose, env.Player(seat)
}

// chose takes the choice of offense or defense (FP-1, FP-13).
func (s *State) chose(side Side) {
	attacker := int8(s.actor)
	if side == Defense {
		attacker = 1 - attacker
	}
	if !s.sudden {
		s.first = attacker
	}
	s.kickOff(attacker)
}

// kickOff begins a possession with both stacks full and shuffled (FP-2).
func (s *State) kickOff(attacker int8) {
	g := s.game
	s.now = g.fresh
	s.now.attacker = attacker
	s.draw(Offense)
}

// finish ends a possession (FP-5).
func (s *State) finish(scored bool) {
	g := s.game
	attacker := int(s.now.attacker)
	winner, yards := 1-attacker, g.config.StopYards
	if scored {
		winner, yards = attacker, g.config.ScoreYards
	}
	s.yards[winner] += int32(yards)
	s.played++
	s.past = s.game.pack(s.past, &s.now)
	s.goOn(winner)
}

// goOn decides what follows a possession: the other seat's, sudden death, or the
// end (FP-6, FP-12, FP-13). winner is the seat that won the last possession.
func (s *State) goOn(winner int) {
	c := &s.game.config
	next := 1 - s.now.attacker
	s.now = s.game.fresh
	if s.sudden {
		s.over(winner == 0, winner == 1)
		return
	}
	if s.played%2 == 1 {
		s.kickOff(next)
		return
	}
	a, b := s.yards[0], s.yards[1]
	goal := int32(c.Goal)
	switch {
	case a != b && max(a, b) >= goal:
		s.over(a > b, b > a)
	case a == b && a >= goal && c.Tie == TieSuddenDeath:
		s.sudden = true
		s.node, s.actor = nodeToss, env.Chance
	case int(s.played) == 2*c.MaxPairs:
		s.over(a >= b, b >= a)
	default:
		s.kickOff(next)
	}
}

// over ends the game and names the winners.
func (s *State) over(first, second bool) {
	s.won = [Players]bool{first, second}
	s.node, s.actor = nodeOver, env.Terminal
}
