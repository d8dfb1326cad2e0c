package duel

import (
	"math"

	game "ringer/env/duel"
	"ringer/env/duel/space"
)

// goal is a point that is worth going to, other than the treasure.
type goal struct {
	at    space.Point
	inch  float64 // the price of an inch nearer, in fighters
	reach float64 // inches from it that count as there
	there float64 // the price of being there, in fighters
	extra bool    // it counts besides the other goals
}

// The goals by kind, with their prices.
var (
	hillGoal    = goal{inch: 0.03, there: 0.3}
	counterGoal = goal{inch: 0.03, there: 0.5}
	flagGoal    = goal{inch: 0.04, there: 0.6} // the other side's, on the table
	homeGoal    = goal{inch: 0.1, there: 5}    // where to carry the other side's flag
	thiefGoal   = goal{inch: 0.05, there: 0.3} // the enemy that carries this side's flag
	upgradeGoal = goal{inch: 0.005, there: 0.05, extra: true}
)

// to returns a goal of this kind at a point, of which this many inches count as there.
func (g goal) to(at space.Point, reach float64) goal {
	g.at, g.reach = at, reach
	return g
}

// lastingShare is the factor on goals where removed models come back: what is won
// there lasts, and what is lost does not.
const lastingShare = 3

// Distances of goals, in inches between centres.
const (
	touching   = 0.75 // from a fighter to a token that it touches
	thiefReach = 4    // preferred distance to the enemy that carries this side's flag
)

// findGoals lists the goals of the scenario for the models of this side.
func (b *mind) findGoals() {
	b.goals, b.things = b.goals[:0], b.s.Things(b.things[:0])
	b.hunted, b.runner, b.thief = false, -1, -1
	home := space.Nowhere
	for _, t := range b.things {
		switch t.Kind {
		case game.ThingTreasure:
			b.hunted = true
		case game.ThingHill:
			reach := touching
			if t.Side >= 0 {
				reach = b.config.HillRadius + space.Normal.Radius().Inches()
			}
			b.goals = append(b.goals, hillGoal.to(t.At, reach))
		case game.ThingCounter:
			if t.Side != b.side {
				b.goals = append(b.goals, counterGoal.to(t.At, touching))
			}
		case game.ThingFlag:
			switch {
			case t.Side == b.side && t.Free:
				home = t.At
			case t.Side == b.side:
				b.thief = b.standingAt(t.At, false)
				b.goals = append(b.goals, thiefGoal.to(t.At, thiefReach))
			case t.Free:
				b.goals = append(b.goals, flagGoal.to(t.At, touching))
			default:
				b.runner = b.standingAt(t.At, true)
			}
		case game.ThingUpgrade:
			if t.Free {
				b.goals = append(b.goals, upgradeGoal.to(t.At, touching))
			}
		}
	}
	b.home = homeGoal.to(home, touching)
}

// standingAt returns the standing model of this side or of the others at a point; -1
// for none.
func (b *mind) standingAt(at space.Point, mine bool) int {
	for m := range b.fighters {
		if b.mine(m) == mine && b.fighters[m].Standing && b.fighters[m].At == at {
			return m
		}
	}
	return -1
}

// rateGoals rates a point by the goal that draws most, and adds the upgrade that
// draws most.
func (b *mind) rateGoals(m int, to space.Point) float64 {
	price := 1.
	if b.config.Respawn {
		price = lastingShare
	}
	if m == b.runner && b.home.at != space.Nowhere {
		return price * b.rateGoal(b.home, to)
	}
	best, extra := math.Inf(-1), math.Inf(-1)
	for _, g := range b.goals {
		if g.extra {
			extra = max(extra, b.rateGoal(g, to))
		} else {
			best = max(best, b.rateGoal(g, to))
		}
	}
	if math.IsInf(best, -1) {
		best = 0
	}
	if !math.IsInf(extra, -1) {
		best += extra
	}
	return price * best
}

// rateGoal rates a point by one goal.
func (b *mind) rateGoal(g goal, to space.Point) float64 {
	if b.ground.scene.Distance(to, g.at) <= g.reach {
		return g.there
	}
	return -g.inch * b.ground.way(to, g.at)
}
