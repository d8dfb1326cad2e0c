package duel

import (
	"ringer/env/duel/space"
	tactics "ringer/env/tactics/duel"
)

// The prices of the outcomes of a Duel, in fighters. The prices of the core game follow the
// values of a table of its positions with one fighter a side, solved backwards: lying prone
// at the end of a round costs .44 of a fighter, and lying prone in sight of an enemy that
// is still to act costs all of one.
const (
	pronePrice    = 0.4
	carryPrice    = 0.55 // the treasure in hand, as a share of the prize
	dropShare     = 0.55 // of carryPrice, lost by a carrier that goes prone
	finishedShare = 0.8  // of an enemy, gained when it goes prone and a model still to act can get to see it
	stunnedGain   = 0.8  // of an enemy that lies unhurt, and is finished in this Duel or not at all
)

// doom reports whether a model that lies at a point would be shot before it can get
// up: by a standing enemy that is still to act and can get to see it. alone is true
// when the only such enemy is the one that the model duels with.
func (b *mind) doom(at space.Point, foe int) (doomed, alone bool) {
	alone = true
	for e := range b.fighters {
		f := &b.fighters[e]
		if b.mine(e) || !f.Standing || f.Acted || !b.ground.finishes(f.At, at) {
			continue
		}
		doomed = true
		alone = alone && e == foe
	}
	return doomed, doomed && alone
}

// avenged reports whether a model of this side, other than one, is still to act and
// can get to see a point.
func (b *mind) avenged(at space.Point, but int) bool {
	for m := range b.fighters {
		f := &b.fighters[m]
		if m != but && b.mine(m) && f.Standing && !f.Acted && b.ground.finishes(f.At, at) {
			return true
		}
	}
	return false
}

// stakesOf returns the stakes of a Duel of a model at a point with an enemy. answering
// is true when the enemy has initiated it, so that the model may be still to act.
func (b *mind) stakesOf(m int, at space.Point, carries bool, foe int, answering bool) tactics.Stakes {
	f := &b.fighters[foe]
	out := b.worths[m]
	prone := pronePrice * out
	doomed, alone := b.doom(at, foe)
	hand := carryPrice * b.prize
	if carries || b.snatches(at) {
		prone += dropShare * hand
		out += hand
	}
	free := prone
	if doomed {
		if prone = out; !alone {
			free = out
		}
	}
	foeOut := b.worths[foe]
	foeProne := pronePrice * foeOut
	if b.winning(foe) {
		foeProne += dropShare * hand
		foeOut += hand
	}
	if b.avenged(f.At, m) || answering && !b.fighters[m].Acted {
		foeProne = max(foeProne, finishedShare*foeOut)
	}
	if f.Prone {
		foeOut -= pronePrice * b.worths[foe]
		if !b.avenged(f.At, m) && f.Hits == 0 {
			foeOut *= stunnedGain
		}
	}
	return tactics.Stakes{
		Prone: tactics.Sixteenths(prone), ProneFree: tactics.Sixteenths(free), Out: tactics.Sixteenths(out),
		TheyProne: tactics.Sixteenths(foeProne), TheyOut: tactics.Sixteenths(foeOut),
	}
}
