package expert

import (
	"math"

	"ringer/env/duel"
	"ringer/env/duel/space"
)

// This file says what models are worth where Heroes are played, in fighters: a
// ganger is a fighter.
const (
	heroWorth   = 1.5
	rookieWorth = 0.5
	animalWorth = 0.55
	thrallWorth = 0.2
	toughWorth  = 0.5 // a point of toughness, while the model is in play
)

// Prices of what lies beside a model, in shares of its worth.
const (
	immobilizedPrice = 0.25
	evisceratedPrice = 0.12 // for each pip
	markedPrice      = 0.08 // for each pip
	berserkShare     = 0.2  // gained
	guardShare       = 0.08 // … by who is about to be shot at and shoots back better
	wingmanShare     = 0.08
)

// Shares of a model's worth.
const (
	waitingShare = 0.9
	awayShare    = 0.6

	returningShare = 0.4  // left to who comes back, where something else wins than removals
	hitShare       = 0.15 // lost with a hit
	doomedShare    = 0.85 // lost by who lies where an enemy still to act gets to see it
	stunnedShare   = 0.5  // of that, with toughness left
	readyShare     = 0.1  // gained by who is still to act in this round
	enemyInChance  = 0.5  // of the prize, to an enemy that holds the treasure
)

// worthOf is what a model is worth to its side, without its toughness.
func (b *field) worthOf(m int) float64 {
	x := 1.
	switch b.fighters[m].Kind {
	case duel.KindHero:
		x = heroWorth
	case duel.KindRookie:
		x = rookieWorth
	case duel.KindAnimal:
		x = animalWorth
	}
	if b.d.races {
		x *= returningShare
	}
	return x
}

// standingOf is what the table is worth to the own side: all models, and where its
// own stand.
func (b *field) standingOf() float64 {
	x := 0.
	for m := range b.fighters {
		f := &b.fighters[m]
		if f.Removed {
			continue
		}
		if !b.mine(m) {
			x -= b.modelNow(m)
			continue
		}
		x += b.modelNow(m)
		if f.Standing {
			x += b.ratePlace(m, f.At, b.carrier == m)
		}
	}
	if b.carrier >= 0 && !b.mine(b.carrier) {
		x -= enemyInChance * b.prize
	}
	return x
}

// modelNow is what a model is worth as it stands, lies or waits.
func (b *field) modelNow(m int) float64 {
	f := &b.fighters[m]
	w := b.worths[m]
	marks := b.s.MarksOf(m)
	if marks.Thrall > 0 {
		w = thrallWorth
	}
	x := 1.
	switch {
	case f.Waiting:
		x = waitingShare
	case f.Away:
		x = awayShare
	case f.Prone:
		x = 1 - pronePrice - hitShare*float64(f.Hits)
		if b.finishable(m) {
			lost := doomedShare * x
			if f.Toughness > 0 {
				lost *= stunnedShare
			}
			x -= lost
		}
	case f.Standing:
		x -= hitShare * float64(f.Hits)
		if !f.Acted {
			x += readyShare
		}
	}
	if marks.Immobilized > 0 {
		x -= immobilizedPrice
	}
	x -= evisceratedPrice*float64(marks.Eviscerated) + markedPrice*float64(marks.Marked)
	if marks.Berserk > 0 {
		x += berserkShare
	}
	if marks.Wingman > 0 && !f.Acted {
		x += wingmanShare
	}
	if marks.Guard+marks.Precise > 0 && b.threatened(m) {
		x += guardShare
	}
	return w*max(x, 0.05) + toughWorth*float64(f.Toughness)
}

// finishable says whether somebody of the other side is still to act and can get to
// see a model that lies.
func (b *field) finishable(m int) bool {
	f := &b.fighters[m]
	for e := range b.fighters {
		x := &b.fighters[e]
		if b.mine(e) != b.mine(m) && x.Standing && !x.Acted && b.d.ground.finishes(x.At, f.At) {
			return true
		}
	}
	return false
}

// threatened says whether somebody of the other side is still to act and can bring
// a model into sight.
func (b *field) threatened(m int) bool {
	for e := range b.fighters {
		x := &b.fighters[e]
		if b.mine(e) != b.mine(m) && x.Standing && !x.Acted && b.d.ground.threatens(x.At, b.fighters[m].At) {
			return true
		}
	}
	return false
}

// toEnemy is how far a point is from the nearest enemy in play, in inches. Where one
// is too near to shoot at, and nobody fights hand to hand, that is no better than far
// away.
func (b *field) toEnemy(from space.Point) float64 {
	const away = 8
	c := &b.d.config
	least := c.DuelFrom + 2*space.Normal.Radius().Inches()
	far := math.Inf(1)
	for e := range b.fighters {
		if b.mine(e) || !b.inPlay(e) {
			continue
		}
		d := b.d.ground.scene.Distance(from, b.fighters[e].At)
		if !c.Melee && d < least {
			d = away
		}
		far = min(far, d)
	}
	if math.IsInf(far, 1) {
		return 0
	}
	return far
}

// pairOdds are the dice of a model against another, as the rules have them before
// any Duel.
type pairOdds struct {
	known                          bool
	dice, bonus, guard, guardBonus int8
}

// arm fills in the dice of a bout that has not begun.
func (b *field) arm(x *bout, m, e int, contact bool) {
	for side, pair := range [2][2]int{{m, e}, {e, m}} {
		me, foe := pair[0], pair[1]
		x.dice[side], x.bonus[side] = b.attack(me, foe, contact)
		x.guard[side], x.guardBonus[side] = int8(b.s.Dice(me)), int8(b.fighters[me].Protection)
		if b.d.config.Heroes && !contact {
			o := b.oddsOf(me, foe)
			x.dice[side], x.bonus[side], x.guard[side], x.guardBonus[side] = o.dice, o.bonus, o.guard, o.guardBonus
		}
	}
	b.toughen(x, m, e)
}

// oddsOf asks the rules for the dice of a pair, once in a decision.
func (b *field) oddsOf(m, e int) *pairOdds {
	n := len(b.fighters)
	if len(b.odds) != n*n {
		b.odds = make([]pairOdds, n*n)
	}
	o := &b.odds[m*n+e]
	if !o.known {
		dice, bonus := b.s.DiceOf(m, e, true)
		guard, guardBonus := b.s.DiceOf(m, e, false)
		*o = pairOdds{true, int8(dice), int8(bonus), int8(guard), int8(guardBonus)}
	}
	return o
}

// toughen fills in what a bout is about besides the worth of two models: their
// toughness, and who is removed by one hit.
func (b *field) toughen(x *bout, m, e int) {
	if !b.d.config.Heroes {
		return
	}
	for side, k := range [2]int{m, e} {
		f := &b.fighters[k]
		x.tough[side] = int8(min(f.Toughness, mostHits-2))
		x.frail[side] = f.Kind == duel.KindRookie || f.Kind == duel.KindAnimal
		if f.Toughness > 0 {
			x.scratch[side] = sixteenths(toughWorth)
		}
	}
}
