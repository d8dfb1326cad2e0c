package duel

import (
	"math"

	"ringer/env/duel/space"
)

// handPrices lists the prices of the treasure in hand, as shares of the prize: by the
// Moves that it takes to leave with it, from 1, and by who could bring its carrier into
// sight first: nobody; an enemy that has acted in this round; one that is still to act.
var handPrices = [...][3]float64{
	{0.95, 0.62, 0.16},
	{0.5, 0.16, 0.04},
	{0.3, 0.1, 0.02},
}

// The prices of places, in fighters.
const (
	touchPrice   = 0.05 // to stand where the treasure can be grabbed
	inchPrice    = 0.01 // an inch nearer to it
	chasePrice   = 0.03 // an inch nearer to an enemy that carries it
	escortShare  = 0.3  // of inchPrice, for an inch nearer to a friend that carries it
	edgeInch     = 0.005
	lyingPrice   = 0.3  // lost where a fighter that lies would be seen from all of the table
	finishPrice  = 0.03 // lost for each enemy that could get to see it lie
	respawnPrize = 8.0  // of winning with the treasure, where removed models come back
)

// ratePlace rates a point at which a model ends its activation, without the Duel that
// follows there.
func (b *mind) ratePlace(m int, to space.Point, carries bool) float64 {
	g := b.ground
	x := b.urge*b.rateGoals(m, to) - lyingPrice/b.urge*g.seenLying(to)
	ahead, behind := 0, 0 // enemies that can bring it into sight, still to act and not
	for e := range b.fighters {
		f := &b.fighters[e]
		if b.mine(e) || !f.Standing {
			continue
		}
		if g.finishes(f.At, to) {
			x -= finishPrice / b.urge
		}
		if !g.threatens(f.At, to) {
			continue
		}
		if f.Acted {
			behind++
		} else {
			ahead++
		}
	}
	risk := 0
	switch {
	case ahead > 0:
		risk = 2
	case behind > 0:
		risk = 1
	}
	switch {
	case !b.hunted:
		if len(b.goals) == 0 && b.config.Heroes {
			x -= inchPrice * b.urge * b.toEnemy(to)
		}
	case carries:
		moves := min(g.movesOut(to), len(handPrices))
		x += b.prize * (handPrices[moves-1][risk] - edgeInch*b.game.EdgeDistance(to))
	case b.carrier >= 0 && b.mine(b.carrier):
		x -= escortShare * inchPrice * g.scene.Distance(to, b.treasure)
	case b.carrier >= 0:
		x -= chasePrice * b.prize * g.scene.Distance(to, b.treasure)
	default:
		x -= inchPrice * b.urge * b.prize * g.way(to, b.treasure)
		switch {
		case !b.nearest(m, to) || !b.touches(to):
		case b.snatches(to):
			x += b.prize * handPrices[0][risk]
		default:
			x += touchPrice * b.prize
		}
	}
	return x
}

// snatches reports whether a fighter at a point could take the treasure and leave
// with it in one activation, by exhausting itself.
func (b *mind) snatches(at space.Point) bool {
	return b.config.Exhaust && b.touches(at) && b.ground.movesOut(at) == 1
}

// touches reports whether a fighter at a point could grab the treasure.
func (b *mind) touches(at space.Point) bool {
	return b.hunted && b.carrier < 0 && b.ground.touches(at, b.treasure)
}

// nearest reports whether no other model of this side is nearer to the treasure than
// a point.
func (b *mind) nearest(m int, to space.Point) bool {
	scene := b.ground.scene
	far := scene.Distance(to, b.treasure)
	for o := range b.fighters {
		if o != m && b.mine(o) && b.fighters[o].Standing && scene.Distance(b.fighters[o].At, b.treasure) < far-1e-9 {
			return false
		}
	}
	return true
}

// toEnemy returns the distance from a point to the nearest enemy in play, in inches. An
// enemy that is too near to shoot at, where nobody fights hand to hand, counts as far
// away.
func (b *mind) toEnemy(from space.Point) float64 {
	const away = 8
	c := &b.config
	least := c.DuelFrom + 2*space.Normal.Radius().Inches()
	far := math.Inf(1)
	for e := range b.fighters {
		if b.mine(e) || !b.inPlay(e) {
			continue
		}
		d := b.ground.scene.Distance(from, b.fighters[e].At)
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

// winning reports whether a model has the treasure or this side's flag, or can take
// the treasure and leave with it in its next activation.
func (b *mind) winning(m int) bool {
	return m == b.carrier || m == b.thief || b.fighters[m].Standing && b.snatches(b.fighters[m].At)
}
