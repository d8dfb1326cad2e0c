package duel

import (
	"cmp"
	"math"

	game "ringer/env/duel"
)

// bidPrices lists the prices of Initiative Scores from 1 to 6, in fighters: a model
// with a high one acts first, but a high one is a poor Duel Score.
var bidPrices = [...]float64{0, 0.02, 0.05, 0.07, 0.07, 0.05}

// The prices of short answers, in fighters.
const (
	hastePrice   = 0.1 // a point of the bid, when acting first could win
	meleePrice   = 0.1 // to fight hand to hand instead of shooting
	sparePrice   = 0.3 // not to shoot into a melee
	rerollPrice  = 0.3 // to roll a die again, less facePrice for each point of its face
	facePrice    = 0.05
	keepHitPrice = 0.5  // lost with a reroll of a hit
	higherPrice  = 0.05 // a point of the Duel Score: a higher one hits more
	firstPrice   = 0.2  // to shoot before an enemy instead of at the same time
)

// rateAnswer rates an answer to a question about neither places nor models.
func (b *mind) rateAnswer(c game.Choice) float64 {
	switch b.s.Question() {
	case game.AskReroll, game.AskCover:
		return b.rateReroll(c)
	case game.AskWeapon:
		if c.Verb == game.FightInMelee {
			return meleePrice
		}
	case game.AskInto:
		if c.Verb == game.No {
			return sparePrice
		}
	case game.AskAim:
		return b.rateAim(c)
	case game.AskFace:
		return b.rateFacing(c)
	case game.AskBid:
		if c.Verb == game.Bid {
			return bidPrices[c.Number-1] + b.haste()*float64(c.Number)
		}
	}
	return 0
}

// haste returns the price of a point of the bid for acting first in the round.
func (b *mind) haste() float64 {
	for m := range b.fighters {
		if b.inPlay(m) && b.winning(m) && (b.config.Exhaust || b.ground.movesOut(b.fighters[m].At) == 1) {
			return hastePrice
		}
	}
	return 0
}

// rateReroll prefers the lowest die that misses; against cover, the lowest that
// hits.
func (b *mind) rateReroll(c game.Choice) float64 {
	switch {
	case c.Verb != game.RollAgain: // enough
		return 0
	case b.s.Question() == game.AskReroll && c.Number+b.s.RollBonus() >= b.config.HitOn:
		return -keepHitPrice
	}
	return rerollPrice - facePrice*float64(c.Number)
}

// rateAim moves the Duel Score below an enemy's that it is just above, and up when
// no enemy shoots back first.
func (b *mind) rateAim(c game.Choice) float64 {
	change := 0
	switch c.Verb {
	case game.AimLower:
		change = -1
	case game.AimHigher:
		change = 1
	}
	mine, _, _ := b.s.Score(b.subject)
	x := higherPrice * float64(change)
	for m := range b.fighters {
		if theirs, avoids, known := b.s.Score(m); known && m != b.subject && !avoids {
			x += firstPrice * float64(cmp.Compare(mine, theirs)-cmp.Compare(mine+change, theirs))
		}
	}
	return x
}

// rateFacing turns a shield to the nearest enemies.
func (b *mind) rateFacing(c game.Choice) float64 {
	if c.Verb != game.Turn {
		return 0
	}
	east, north := c.Direction.Step()
	long := math.Hypot(float64(east), float64(north))
	at := b.fighters[b.subject].At
	x := 0.
	for m := range b.fighters {
		if b.mine(m) || !b.fighters[m].Standing {
			continue
		}
		dx, dy := float64(b.fighters[m].At.X-at.X), float64(b.fighters[m].At.Y-at.Y)
		if far := math.Hypot(dx, dy); far > 0 {
			x += (dx*float64(east) + dy*float64(north)) / (far * long) / (1 + far/10)
		}
	}
	return x
}
