package duel

import (
	"math"

	"ringer/env"
	"ringer/env/duel/internal/turn"
)

// Prices of Evaluate, in fighters.
const (
	pronePrice = 0.45
	hitPrice   = 0.15
	carryPrice = 0.5
	inchPrice  = 0.04 // nearer to what wins
	holdPrice  = 0.6  // a hill or a counter of the seat's side
)

// Evaluate implements env.Evaluator: fighters, with what the scenario makes of
// them, against the strongest of the other sides.
func (s *State) Evaluate(p env.Player) float64 {
	if s.t.Node == turn.NodeOver {
		won := 0
		for _, w := range s.t.Won {
			if w {
				won++
			}
		}
		if s.t.Won[p] {
			return 100 / float64(won)
		}
		return -100
	}
	g := s.t.Game
	best := math.Inf(-1)
	for side := range int8(g.Sides) {
		if x, alive := sideStrength(&s.t, side); alive && side != g.Side[p] {
			best = max(best, x)
		}
	}
	if math.IsInf(best, -1) {
		best = 0
	}
	own, _ := sideStrength(&s.t, g.Side[p])
	return own - best
}

// sideStrength returns the strength of the seats of a side together, and whether it is
// still in the game.
func sideStrength(s *turn.State, side int8) (x float64, alive bool) {
	for seat := range s.Game.Seats {
		if s.Game.Side[seat] == side {
			x += strength(s, seat)
			alive = alive || s.Alive(seat)
		}
	}
	return x, alive
}

func strength(s *turn.State, seat int) float64 {
	g := s.Game
	x := 0.
	for rest := s.Own[seat]; rest != 0; rest &= rest - 1 {
		m := rest.First()
		f := &s.Models[m]
		switch f.Status {
		case turn.Waiting, turn.Away, turn.Mingled, turn.Melted:
			x += 0.9
		case turn.Standing:
			x++
		case turn.Prone:
			x += 1 - pronePrice - hitPrice*float64(f.Hits)
		}
	}
	return x + prospects[g.Config.Scenario](s, seat)
}
