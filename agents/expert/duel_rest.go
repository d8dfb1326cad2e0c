package expert

import (
	"math"

	"ringer/env"
	"ringer/env/duel"
)

// bidPrices are of Initiative Scores from 1 to 6: a high one acts first, and is a
// poor Duel Score.
var bidPrices = [...]float64{0, 0.02, 0.05, 0.07, 0.07, 0.05}

// rateOther rates what is not about places or targets.
func (b *field) rateOther(a env.Action) float64 {
	word := b.d.game.Word(a)
	switch b.s.Question() {
	case duel.AskReroll, duel.AskCover:
		return b.rateReroll(a)
	case duel.AskWeapon:
		if word == "fight hand to hand" {
			return 0.1
		}
	case duel.AskInto:
		if word == "no" {
			return 0.3
		}
	case duel.AskAim:
		return b.rateAim(word)
	case duel.AskFace:
		return b.rateFacing(a)
	case duel.AskBid:
		if bid, ok := b.d.game.BidOf(a); ok {
			return bidPrices[bid-1] + b.haste()*float64(bid)
		}
	}
	return 0
}

// hastePrice is what a point of the bid is worth when somebody could win by acting
// first.
const hastePrice = 0.1

// haste is what it is worth to act first in the round.
func (b *field) haste() float64 {
	for m := range b.fighters {
		if b.inPlay(m) && b.winning(m) && (b.d.config.Exhaust || b.d.ground.movesOut(b.fighters[m].At) == 1) {
			return hastePrice
		}
	}
	return 0
}

// rateReroll prefers the lowest die that misses; against cover, the lowest that
// hits.
func (b *field) rateReroll(a env.Action) float64 {
	face, ok := b.d.game.FaceOf(a)
	if !ok {
		return 0 // done
	}
	_, bonus := b.s.Faces()
	if b.s.Question() == duel.AskReroll && face+bonus >= b.d.config.HitOn {
		return -0.5
	}
	return 0.3 - 0.05*float64(face)
}

// rateAim moves the score below the other's when it is just above, and up when
// nobody shoots back first.
func (b *field) rateAim(word string) float64 {
	change := 0
	switch word {
	case "aim lower":
		change = -1
	case "aim higher":
		change = 1
	}
	mine, _, _ := b.s.Score(b.subject)
	x := 0.05 * float64(change) // a higher score hits more
	for m := range b.fighters {
		if theirs, avoids, known := b.s.Score(m); known && m != b.subject && !avoids {
			x += 0.2 * float64(compare(mine, theirs)-compare(mine+change, theirs))
		}
	}
	return x
}

func compare(a, b int) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// rateFacing turns a shield to the nearest enemies.
func (b *field) rateFacing(a env.Action) float64 {
	right, up, ok := b.d.game.FacingOf(a)
	if !ok {
		return 0
	}
	long := math.Hypot(float64(right), float64(up))
	at := b.fighters[b.subject].At
	x := 0.
	for m := range b.fighters {
		if b.mine(m) || !b.fighters[m].Standing {
			continue
		}
		dx, dy := float64(b.fighters[m].At.X-at.X), float64(b.fighters[m].At.Y-at.Y)
		if far := math.Hypot(dx, dy); far > 0 {
			x += (dx*float64(right) + dy*float64(up)) / (far * long) / (1 + far/10)
		}
	}
	return x
}
