package duel

import (
	"math"

	"ringer/env/duel/space"
)

// The shares of a target's worth that its loss counts, by how near it is to being
// removed.
const (
	preyShare    = 0.4 // it stands and has acted
	waitingPrey  = 0.5 // it stands and is still to act
	pronePrey    = 0.8
	woundedPrey  = 1.0 // it lies and has taken a hit
	friendlyFire = 2.0 // lost when the target is on this side, in fighters
)

// prey returns how much the loss of a model would count, in fighters.
func (b *mind) prey(m int) float64 {
	f := &b.fighters[m]
	x := preyShare
	switch {
	case f.Prone && f.Hits > 0:
		x = woundedPrey
	case f.Prone:
		x = pronePrey
	case !f.Acted:
		x = waitingPrey
	}
	x *= b.worths[m]
	if b.winning(m) {
		x += carryPrice * b.prize
	}
	if b.mine(m) {
		x -= friendlyFire
	}
	return x
}

// urgency returns the gain of a model by its activation, in fighters.
func (b *mind) urgency(m int) float64 {
	f := &b.fighters[m]
	if f.Waiting || f.At == space.Nowhere {
		return 0
	}
	best := math.Inf(-1)
	carries := m == b.carrier
	if carries && b.ground.movesOut(f.At) == 1 {
		return winPrice
	}
	if b.ground.walks == nil {
		return b.ratePlace(m, f.At, carries)
	}
	here := b.gain(m, f.At, carries)
	if b.touches(f.At) {
		best = b.gain(m, f.At, true)
	}
	b.ground.each(f.At, func(to space.Point) { best = max(best, b.gain(m, to, carries)) })
	return best - here
}

// gain returns the value of ending the activation of a model at a point, the Duel
// there included.
func (b *mind) gain(m int, to space.Point, carries bool) float64 {
	x := b.ratePlace(m, to, carries)
	if t := b.meet(m, to); t.foe >= 0 {
		x += b.dared(b.value(b.boutAt(m, to, carries, t)))
	}
	return x
}
