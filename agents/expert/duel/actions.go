package duel

import (
	"math"

	game "ringer/env/duel"
	"ringer/env/duel/space"
	tactics "ringer/env/tactics/duel"
)

// The prices of actions, in fighters.
const (
	winPrice      = 20.0
	leavingPrice  = 1000.0 // lost by a model that leaves the area without the treasure
	exhaustPrice  = -0.4
	burntPrice    = 2.0 // lost by a model that crosses a laser, and gets no further
	unjamPrice    = 0.25
	aimPrice      = 0.05
	climbPrice    = -0.2
	topplePrice   = -0.4 // of actions that are not priced, such as toppling a tree
	skirmishShare = 0.7  // of the gain of a Duel on one die
	dodgePrice    = 0.1  // lost at the end of a skirmish, for each enemy in sight

	disengagePrice = -0.2
	disengageShare = 0.5 // of the gain, as blows may stop the model
	legShare       = 0.5 // of the place at which the first leg of a skirmish ends
)

// rateActions rates the actions and destinations of the subject.
func (b *mind) rateActions(values []float64) {
	duels, hidden := 0., math.Inf(-1) // the best Duel, the best place without one
	for i, c := range b.choices {
		if c.Verb != game.Go {
			continue
		}
		fight, place := b.rateGo(c.To)
		if b.inCrowd(c.To) {
			fight, place = 0, place+crowdPrice
		}
		values[i] = fight + place
		if fight == 0 {
			hidden = max(hidden, place)
		}
		duels = max(duels, fight)
	}
	for i, c := range b.choices {
		if c.Verb != game.Go {
			values[i] = b.rateDeed(c, duels, hidden)
		}
	}
}

// rateGo rates a destination: the Duel that follows, and the place.
func (b *mind) rateGo(to space.Point) (fight, place float64) {
	place = b.ratePlace(b.subject, to, b.carrier == b.subject)
	if b.s.Question() == game.AskPlace {
		return 0, place
	}
	if !b.ground.safe(b.fighters[b.subject].At, to) {
		return 0, place - burntPrice
	}
	if b.s.Exhausting() {
		return 0, place
	}
	x := b.meet(b.subject, to)
	if x.foe < 0 {
		return 0, place
	}
	if b.s.Leg() == game.LastLeg {
		return -dodgePrice * float64(x.shooters), place
	}
	t := b.boutAt(b.subject, to, b.carrier == b.subject, x)
	if b.s.Leg() == game.FirstLeg {
		t.Dice[tactics.Us] = 1
		place *= legShare
	}
	return b.dared(b.value(t)), place
}

// dared returns the value at which a Duel counts: one that is likely to be lost counts
// less when the game has gone on for long, and any counts less where removed models
// come back.
func (b *mind) dared(value float64) float64 {
	if value < 0 || b.races {
		return value / b.urge
	}
	return value
}

// duelHere returns the value of the Duel that follows where the subject stands.
func (b *mind) duelHere(carries bool) float64 {
	at := b.fighters[b.subject].At
	if x := b.meet(b.subject, at); x.foe >= 0 {
		return b.value(b.boutAt(b.subject, at, carries, x))
	}
	return 0
}

// rateDeed rates an action that is not a destination, given the value of the best
// Duel and of the best place without one that a Move leads to.
func (b *mind) rateDeed(c game.Choice, duels, hidden float64) float64 {
	m, at := b.subject, b.fighters[b.subject].At
	carries := b.carrier == m
	switch c.Verb {
	case game.Leave:
		if carries {
			return winPrice
		}
		return -leavingPrice
	case game.NameModel:
		return b.rateCharge(c.Model)
	}
	here := b.ratePlace(m, at, carries)
	switch c.Verb {
	case game.Interact:
		if b.s.Exhausting() {
			return b.exhausted(at, true)
		}
		return b.duelHere(true) + b.ratePlace(m, at, true)
	case game.Skirmish:
		return skirmishShare*duels + max(hidden, here-dodgePrice)
	case game.Exhaust:
		return b.rateExhaust(at, carries)
	case game.TakeAim:
		return here + b.duelHere(carries) + aimPrice
	case game.Unjam:
		return here + unjamPrice
	case game.Disengage:
		return here + b.rateDisengaging(at, carries, here)
	case game.Climb:
		return here + climbPrice
	}
	return here + topplePrice
}

// rateDisengaging rates leaving a melee, with the blows that it costs, by the best of
// the places that the model may then get to.
func (b *mind) rateDisengaging(at space.Point, carries bool, here float64) float64 {
	x := 0.
	if b.ground.walks != nil {
		b.ground.each(at, func(to space.Point) { x = max(x, b.ratePlace(b.subject, to, carries)-here) })
	}
	return disengageShare*x + disengagePrice
}

// rateExhaust rates two actions and then lying prone.
func (b *mind) rateExhaust(at space.Point, carries bool) float64 {
	switch {
	case carries && b.ground.movesOut(at) <= 2, !carries && b.touches(at) && b.ground.movesOut(at) == 1:
		return winPrice / 2
	}
	return b.ratePlace(b.subject, at, false) + exhaustPrice
}

// exhausted rates the first of two actions of a model that goes prone after them.
func (b *mind) exhausted(at space.Point, carries bool) float64 {
	if carries && b.ground.movesOut(at) == 1 {
		return winPrice / 2
	}
	return 0
}

// rateCharge rates a charge at an enemy.
func (b *mind) rateCharge(e int) float64 {
	m, f := b.subject, &b.fighters[e]
	t := tactics.Bout{
		Shooters: [2]int8{1, 1}, Fights: [2]bool{true, f.Standing && f.Melee != game.None},
		Avoids: [2]bool{true, f.Standing}, Prone: f.Prone, Wounds: int8(f.Hits),
		Stakes: b.stakesOf(m, f.At, b.carrier == m, e, false),
	}
	b.arm(&t, m, e, true)
	t.Bonus[tactics.Us]++
	return b.value(t) + b.ratePlace(m, f.At, b.carrier == m)
}
