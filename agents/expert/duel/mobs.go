package duel

import (
	"math"

	game "ringer/env/duel"
	"ringer/env/duel/space"
)

// The prices of a city brawl, in fighters.
const (
	crowdPrice   = -0.05 // to be part of a mob
	meltPrice    = -1.0  // to be off the table for a while
	mobDuelPrice = -0.2  // to upset a mob for nothing
	chasePrize   = 0.2   // to drive a mob off a goal of the scenario
)

// rateStreet rates the answers to what a mob asks: where to leave it, or to melt
// with it; where to step that it has run over; whether to duel it; where it goes.
func (b *mind) rateStreet(values []float64) {
	switch q := b.s.Question(); q {
	case game.AskMobWay:
		b.rateWays(values)
	default:
		for i, c := range b.choices {
			switch {
			case c.Verb == game.Go && q == game.AskLeaveMob:
				fight, place := b.rateGo(c.To)
				values[i] = fight + place
			case c.Verb == game.Go:
				values[i] = b.ratePlace(b.subject, c.To, b.carrier == b.subject)
			case q == game.AskLeaveMob:
				values[i] = meltPrice + b.ratePlace(b.subject, b.fighters[b.subject].At, false)
			case c.Verb == game.NameMob:
				values[i] = b.rateMobDuel(c.To)
			}
		}
	}
}

// rateMobDuel rates a Duel with a mob at a point: it is worth it only where the mob
// sits on the treasure or a goal, and there is no enemy to duel.
func (b *mind) rateMobDuel(at space.Point) float64 {
	if b.meet(b.subject, b.fighters[b.subject].At).foe >= 0 {
		return mobDuelPrice
	}
	scene, near := b.ground.scene, b.config.MobRadius+touching
	if b.hunted && b.carrier < 0 && scene.Distance(at, b.treasure) < near {
		return chasePrize
	}
	for _, g := range b.goals {
		if scene.Distance(at, g.at) < near {
			return chasePrize
		}
	}
	return mobDuelPrice
}

// inCrowd reports whether a fighter at a point would be part of a mob.
func (b *mind) inCrowd(to space.Point) bool {
	near := b.config.MobRadius + space.Normal.Radius().Inches()
	for i := range b.things {
		if t := &b.things[i]; t.Kind == game.ThingMob && b.ground.scene.Distance(to, t.At) < near {
			return true
		}
	}
	return false
}

// rateWays rates the directions of a mob: the one that leads nearest to the treasure
// or to a goal is best.
func (b *mind) rateWays(values []float64) {
	at := b.fighters[b.subject].At
	for i, c := range b.choices {
		if c.Verb != game.Turn {
			continue
		}
		dx, dy := c.Direction.Step()
		best := math.Inf(-1)
		draw := func(to space.Point, price float64) {
			best = max(best, price*(float64(int(to.X-at.X)*dx)+float64(int(to.Y-at.Y)*dy))/math.Hypot(float64(dx), float64(dy)))
		}
		if b.hunted {
			draw(b.treasure, inchPrice)
		}
		for _, g := range b.goals {
			draw(g.at, g.inch)
		}
		if !math.IsInf(best, -1) {
			values[i] = best
		}
	}
}
