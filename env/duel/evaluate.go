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
	inchPrice  = 0.04 // nearer to the treasure, or with it to an edge
)

// Evaluate implements env.Evaluator: fighters, with what it takes to get the
// treasure away, against the strongest of the other seats.
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
	best := math.Inf(-1)
	for seat := range s.game.players {
		if seat != int(p) && s.alive(seat) {
			best = max(best, s.strength(seat))
		}
	}
	if math.IsInf(best, -1) {
		best = 0
	}
	return s.strength(int(p)) - best
}

func (s *State) strength(seat int) float64 {
	g := s.game
	x := 0.
	for j := range g.perSeat {
		m := g.firstOf(seat) + int8(j)
		f := &s.models[m]
		switch f.status {
		case waiting, away:
			x += 0.9
		case standing:
			x++
		case prone:
			x += 1 - pronePrice - hitPrice*float64(f.hits)
		}
		if has(s.inPlay, m) {
			if s.carrier == m {
				x += carryPrice + inchPrice*(g.config.Board.Width/2-g.edgeDistance(f.at))
			} else {
				x -= inchPrice * g.scene.Distance(f.at, s.prize())
			}
		}
	}
	return x
}

// prize is where the treasure is, carried or not.
func (s *State) prize() space.Point {
	if s.carrier != nobody {
		return s.models[s.carrier].at
	}
	return s.treasure
}

// edgeDistance is how far a point is from the nearest edge, in inches.
func (g *Game) edgeDistance(p space.Point) float64 {
	d := min(int(p.X), int(p.Y), g.columns-1-int(p.X), g.rows-1-int(p.Y))
	return float64(d) * g.step.Inches()
}

// Conservation implements env.Conserver: every model is in exactly one place, no
// two are in one another, and the treasure is on the table or with a standing
// model.
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
		if !g.scene.Holds(x.at) || x.hits >= hitsToRemove {
			return fmt.Errorf("duel: %s is at %v with %d hits", g.modelName(m), x.at, x.hits)
		}
		for rest := s.inPlay &^ bit(m); rest != 0; rest &= rest - 1 {
			if e := first(rest); e > m && g.scene.Overlap(s.spot(m), s.spot(e), &s.land) {
				return fmt.Errorf("duel: %s and %s are in one another", g.modelName(m), g.modelName(e))
			}
		}
	}
	if s.carrier != nobody && s.models[s.carrier].status != standing {
		return fmt.Errorf("duel: %s carries the treasure with status %d", g.modelName(s.carrier), s.models[s.carrier].status)
	}
	if s.carrier == nobody && !g.scene.Holds(s.treasure) {
		return fmt.Errorf("duel: the treasure is at %v", s.treasure)
	}
	return nil
}
