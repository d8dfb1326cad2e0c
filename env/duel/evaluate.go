package duel

import (
	"fmt"
	"math"

	"ringer/env"
	"ringer/env/duel/space"
)

// Prices of Evaluate, in fighters.
const (
	pronePrice = 0.45
	hitPrice   = 0.15
	carryPrice = 0.5
	inchPrice  = 0.04 // nearer to what wins
	holdPrice  = 0.6  // a hill or a counter of the own side
)

// Evaluate implements env.Evaluator: fighters, with what the scenario makes of
// them, against the strongest of the other sides.
func (s *State) Evaluate(p env.Player) float64 {
	if s.node == nodeOver {
		won := 0
		for _, w := range s.won {
			if w {
				won++
			}
		}
		if s.won[p] {
			return 100 / float64(won)
		}
		return -100
	}
	g := s.game
	best := math.Inf(-1)
	for side := range int8(g.sides) {
		if x, alive := s.sideStrength(side); alive && side != g.side[p] {
			best = max(best, x)
		}
	}
	if math.IsInf(best, -1) {
		best = 0
	}
	own, _ := s.sideStrength(g.side[p])
	return own - best
}

// sideStrength is the strength of the seats of a side together, and whether it is
// still in the game.
func (s *State) sideStrength(side int8) (x float64, alive bool) {
	for seat := range s.game.seats {
		if s.game.side[seat] == side {
			x += s.strength(seat)
			alive = alive || s.alive(seat)
		}
	}
	return x, alive
}

func (s *State) strength(seat int) float64 {
	g := s.game
	x := 0.
	for rest := s.own[seat]; rest != 0; rest &= rest - 1 {
		m := first(rest)
		f := &s.models[m]
		switch f.status {
		case waiting, away, mingled, melted:
			x += 0.9
		case standing:
			x++
		case prone:
			x += 1 - pronePrice - hitPrice*float64(f.hits)
		}
	}
	for _, f := range g.hooks.prospects {
		x += f(s, seat)
	}
	return x
}

// edgeDistance is how far a point is from the nearest edge, in inches.
func (g *Game) edgeDistance(p space.Point) float64 {
	d := min(int(p.X), int(p.Y), g.columns-1-int(p.X), g.rows-1-int(p.Y))
	return float64(d) * g.step.Inches()
}

// Conservation implements env.Conserver: every model is in exactly one place, no
// two are in one another, and nothing that the scenario counts is lost.
func (s *State) Conservation() error {
	g := s.game
	for m := range int8(g.models) {
		x := &s.models[m]
		if (x.status == standing || x.status == prone) != has(s.inPlay, m) {
			return fmt.Errorf("duel: %s has status %d, but its place in play says otherwise", g.modelName(m), x.status)
		}
		if !has(s.inPlay, m) {
			continue
		}
		if !g.scene.Holds(x.at) || x.hits >= s.hitsOf(m) {
			return fmt.Errorf("duel: %s is at %v with %d hits", g.modelName(m), x.at, x.hits)
		}
		for rest := s.inPlay &^ bit(m); rest != 0; rest &= rest - 1 {
			if e := first(rest); e > m && g.scene.Overlap(s.spot(m), s.spot(e), &s.land) {
				return fmt.Errorf("duel: %s and %s are in one another", g.modelName(m), g.modelName(e))
			}
		}
	}
	for _, f := range g.hooks.conserve {
		if err := f(s); err != nil {
			return err
		}
	}
	return nil
}
