package duel

import tactics "ringer/env/tactics/duel"

// The prices of marks, in shares of the worth of the model that they lie beside.
const (
	immobilizedPrice = 0.25
	evisceratedPrice = 0.12 // for each pip
	markedPrice      = 0.08 // for each pip
	berserkShare     = 0.2  // gained
	guardShare       = 0.08 // gained by a model that is about to be shot at
	wingmanShare     = 0.08 // gained by a model that is still to act
)

// The shares of a model's worth, by how it stands, lies or waits.
const (
	waitingShare   = 0.9
	awayShare      = 0.6
	leastShare     = 0.05
	returningShare = 0.4  // where removed models come back and goals win
	hitShare       = 0.15 // lost with a hit
	doomedShare    = 0.85 // lost by a prone model that an enemy still to act gets to see
	stunnedShare   = 0.5  // of doomedShare, with toughness left
	readyShare     = 0.1  // gained by a model that is still to act in this round
)

// enemyInChance is the share of the prize that an enemy with the treasure takes away.
const enemyInChance = 0.5

// worthOf returns the worth of a model to its side, without its toughness, in
// fighters.
func (b *mind) worthOf(m int) float64 {
	x := tactics.Worth(b.fighters[m].Kind)
	if b.races {
		x *= returningShare
	}
	return x
}

// standing returns the value of the table to this side, in fighters: of all models,
// and of the places of its own.
func (b *mind) standing() float64 {
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

// modelNow returns the worth of a model as it stands, lies or waits, in fighters.
func (b *mind) modelNow(m int) float64 {
	f := &b.fighters[m]
	w := b.worths[m]
	marks := b.s.MarksOf(m)
	if marks.Thrall > 0 {
		w = tactics.ThrallWorth
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
	return w*max(x, leastShare) + tactics.ToughnessWorth*float64(f.Toughness)
}

// finishable reports whether a model of the other side is still to act and can get to
// see a model that lies.
func (b *mind) finishable(m int) bool {
	f := &b.fighters[m]
	for e := range b.fighters {
		x := &b.fighters[e]
		if b.mine(e) != b.mine(m) && x.Standing && !x.Acted && b.ground.finishes(x.At, f.At) {
			return true
		}
	}
	return false
}

// threatened reports whether a model of the other side is still to act and can bring a
// model into sight.
func (b *mind) threatened(m int) bool {
	for e := range b.fighters {
		x := &b.fighters[e]
		if b.mine(e) != b.mine(m) && x.Standing && !x.Acted && b.ground.threatens(x.At, b.fighters[m].At) {
			return true
		}
	}
	return false
}
