package expert

import (
	"math"

	"ringer/env/duel/space"
)

// This file says where scenarios other than the treasure draw models to.

// A goal is a point that is worth going to.
type goal struct {
	at    space.Point
	inch  float64 // an inch nearer
	reach float64 // inches from it that count as there
	there float64 // to be there
}

// Prices of goals, in fighters.
const (
	hillInch, hillThere       = 0.03, 0.3
	counterInch, counterThere = 0.03, 0.5
	flagInch, flagThere       = 0.04, 0.6
	homeInch, homeThere       = 0.1, 5.0
	thiefInch, thiefThere     = 0.05, 0.3
	upgradeInch, upgradeThere = 0.005, 0.05
)

// touching is how near the centres of a fighter and a token are that touch.
const touching = 0.75

// findGoals lists what the scenario wants of the own side's models, but for the
// treasure.
func (b *field) findGoals() {
	b.goals, b.things = b.goals[:0], b.s.Things(b.things[:0])
	b.hunted, b.runner, b.thief = false, -1, -1
	home := space.Nowhere
	for _, t := range b.things {
		switch t.Kind {
		case "treasure":
			b.hunted = true
		case "team token":
			reach := touching
			if t.Side >= 0 {
				reach = b.d.config.HillRadius + space.Normal.Radius().Inches()
			}
			b.goals = append(b.goals, goal{t.At, hillInch, reach, hillThere})
		case "position counter":
			if t.Side != b.side {
				b.goals = append(b.goals, goal{t.At, counterInch, touching, counterThere})
			}
		case "flag":
			switch {
			case t.Side == b.side && t.Free:
				home = t.At
			case t.Side == b.side:
				b.thief = b.foeAt(t.At)
				b.goals = append(b.goals, goal{t.At, thiefInch, thiefReach, thiefThere})
			case t.Free:
				b.goals = append(b.goals, goal{t.At, flagInch, touching, flagThere})
			default:
				b.runner = b.standingAt(t.At)
			}
		case "upgrade":
			if t.Free {
				b.goals = append(b.goals, goal{t.At, upgradeInch, touching, upgradeThere})
			}
		}
	}
	b.home = goal{home, homeInch, touching, homeThere}
}

// thiefReach is how near one wants to be to who has the own flag.
const thiefReach = 4

// foeAt is the enemy on its feet at a point; -1 for none.
func (b *field) foeAt(at space.Point) int {
	for m := range b.fighters {
		if !b.mine(m) && b.fighters[m].Standing && b.fighters[m].At == at {
			return m
		}
	}
	return -1
}

// standingAt is the own model at a point; -1 for none.
func (b *field) standingAt(at space.Point) int {
	for m := range b.fighters {
		if b.mine(m) && b.fighters[m].Standing && b.fighters[m].At == at {
			return m
		}
	}
	return -1
}

// rateGoals rates a point by the goals: the nearest draws; upgrades do so besides what
// the scenario is about.
func (b *field) rateGoals(m int, to space.Point) float64 {
	price := 1.
	if b.d.config.Respawn {
		price = lastingShare
	}
	if m == b.runner && b.home.at != space.Nowhere {
		return price * b.rateGoal(b.home, to)
	}
	best, extra := math.Inf(-1), math.Inf(-1)
	for _, g := range b.goals {
		if g.inch == upgradeInch {
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

// lastingShare is how much more a goal is worth where who is removed comes back: what
// is won there lasts, and what is lost does not.
const lastingShare = 3

func (b *field) rateGoal(g goal, to space.Point) float64 {
	if b.d.ground.scene.Distance(to, g.at) <= g.reach {
		return g.there
	}
	return -g.inch * b.d.ground.way(to, g.at)
}
