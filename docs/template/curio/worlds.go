package curio

import (
	"fmt"
	"ringer/env"
	"ringer/env/layout"
)

// ResampleFromInfoState implements env.Resampler: the tastes of the others are drawn
// again until the end reveals them, and their secret bids are any that they can pay.
func (s *State) ResampleFromInfoState(p env.Player, rng env.Rand) env.State {
	c := *s
	if s.actor == env.Terminal {
		return &c
	}
	for seat := range env.Player(s.game.c.Players) {
		if seat == p {
			continue
		}
		if int8(seat) < s.drawn {
			c.taste[seat] = int8(rng.IntN(len(s.game.c.Worth)))
		}
		if seat < s.actor {
			c.bids[s.round][seat] = int8(rng.IntN(int(s.coins[seat]) + 1))
		}
	}
	return &c
}

// Rotated implements env.Rotator. While some have bid in secret and others have not, or
// some tastes are drawn, nothing can be moved: both go in the order of the seats.
func (s *State) Rotated(by int) env.State {
	n := s.game.c.Players
	if s.actor > 0 || s.drawn > 0 && int(s.drawn) < n {
		return nil
	}
	c := *s
	layout.Rotate(c.taste[:n], by)
	layout.Rotate(c.coins[:n], by)
	layout.Rotate(c.won[:n], by)
	for round := range c.bids[:s.round] {
		layout.Rotate(c.bids[round][:n], by)
	}
	return &c
}

// ChanceSeat implements env.ChanceSeater: tastes are drawn for one seat after the other.
func (s *State) ChanceSeat() env.Player {
	if int(s.drawn) < s.game.c.Players {
		return env.Player(s.drawn)
	}
	return env.Chance
}

// Conservation implements env.Conserver: every lot sold is with its winner, and every
// coin is there or paid.
func (s *State) Conservation() error {
	want := s.game.start
	for round := range s.round {
		if winner := s.winner(round); winner != none {
			want.coins[winner] -= s.bids[round][winner]
			want.won[winner][s.lots[round]]++
		}
	}
	if want.coins != s.coins || want.won != s.won {
		return fmt.Errorf("curio: coins %v and lots %v, want %v and %v", s.coins, s.won, want.coins, want.won)
	}
	return nil
}
