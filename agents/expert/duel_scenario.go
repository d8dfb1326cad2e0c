package expert

import (
	"math"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// Prices of what is asked in a city brawl, in fighters.
const (
	crowdPrice   = -0.05 // to be part of a mob
	meltPrice    = -1.0  // to be nowhere for a while
	mobDuelPrice = -0.2  // to upset a mob for nothing
	chasePrize   = 0.2   // to get one off what the scenario is about
)

// rateStreet rates the answers to what a mob asks: where to leave it, or to melt
// with it; where to stand that it has run over; whether to duel it.
func (b *field) rateStreet(legal []env.Action, values []float64) {
	for i, a := range legal {
		to, ok := b.s.Destination(a)
		switch {
		case ok && b.s.Question() == duel.AskLeaveMob:
			fight, place := b.rateGo(to)
			values[i] = fight + place
		case ok:
			values[i] = b.ratePlace(b.subject, to, b.carrier == b.subject)
		case b.s.Question() == duel.AskLeaveMob:
			values[i] = meltPrice + b.ratePlace(b.subject, b.fighters[b.subject].At, false)
		case b.s.Question() == duel.AskMobDuel:
			if at, ok := b.s.Mob(a); ok {
				values[i] = b.rateMobDuel(at)
			}
		}
	}
	if b.s.Question() == duel.AskMobWay {
		b.rateWays(legal, values)
	}
}

// rateMobDuel rates a Duel with a mob: worth it only where the mob sits on the
// treasure or a goal, and there is nobody else to duel.
func (b *field) rateMobDuel(at space.Point) float64 {
	if b.meet(b.subject, b.fighters[b.subject].At).foe >= 0 {
		return mobDuelPrice
	}
	scene, near := b.d.ground.scene, b.d.config.MobRadius+touching
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

// inCrowd says whether a fighter at a point would be part of a mob.
func (b *field) inCrowd(to space.Point) bool {
	near := b.d.config.MobRadius + space.Normal.Radius().Inches()
	for i := range b.things {
		if t := &b.things[i]; t.Kind == "mob" && b.d.ground.scene.Distance(to, t.At) < near {
			return true
		}
	}
	return false
}

// rateWays sends a mob where the scenario draws its fighters: the way that leads
// nearest to the treasure or to a goal.
func (b *field) rateWays(legal []env.Action, values []float64) {
	at := b.fighters[b.subject].At
	for i, a := range legal {
		dx, dy, ok := b.d.game.FacingOf(a)
		if !ok {
			continue
		}
		best := math.Inf(-1)
		draw := func(x, y int8, price float64) {
			best = max(best, price*(float64(int(x-at.X)*dx)+float64(int(y-at.Y)*dy))/math.Hypot(float64(dx), float64(dy)))
		}
		if b.hunted {
			draw(b.treasure.X, b.treasure.Y, inchPrice)
		}
		for _, g := range b.goals {
			draw(g.at.X, g.at.Y, g.inch)
		}
		if !math.IsInf(best, -1) {
			values[i] = best
		}
	}
}
