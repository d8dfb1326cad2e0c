package duel

import (
	"ringer/env"
	game "ringer/env/duel"
	tactics "ringer/env/tactics/duel"
)

// chooseScore writes the probabilities of the legal Duel Scores by the plan of the
// bout: the subject against the enemy that matters most of those it faces.
func (b *mind) chooseScore(legal []env.Action, probs []float32) {
	b.decode(legal)
	mix := &b.scores.Plan(b.boutNow()).Mix
	total := float32(0)
	for i, c := range b.choices {
		probs[i] = float32(mix[tactics.Option(c.Number, c.Verb == game.AvoidHits)])
		total += probs[i]
	}
	for i := range probs {
		if total > 0 {
			probs[i] /= total
		} else {
			probs[i] = 1 / float32(len(probs))
		}
	}
}

// boutNow returns the bout of the Duel that a score is asked for.
func (b *mind) boutNow() tactics.Bout {
	me, foe := b.subject, b.s.Initiator()
	sides := [2]int{1, 0} // standing models in the Duel, the subject included
	answering := foe != me
	if !answering {
		foe = -1
	}
	for m := range b.fighters {
		if m == me || !b.s.InDuel(m) {
			continue
		}
		switch {
		case b.mine(m) && b.fighters[m].Standing:
			sides[tactics.Us]++
		case !b.mine(m):
			if b.fighters[m].Standing {
				sides[tactics.Them]++
			}
			if !answering && (foe < 0 || b.prey(m) > b.prey(foe)) {
				foe = m
			}
		}
	}
	x := tactics.Bout{Avoids: [2]bool{false, b.config.AvoidHits}}
	for _, c := range b.choices {
		if c.Verb == game.AvoidHits {
			x.Avoids[tactics.Us] = true
		} else {
			x.Fights[tactics.Us] = true
		}
	}
	if foe < 0 {
		return x
	}
	x.Prone, x.Wounds = sides[tactics.Them] == 0, int8(b.fighters[foe].Hits)
	x.Fights[tactics.Them], x.Avoids[tactics.Them] = !x.Prone, x.Avoids[tactics.Them] && !x.Prone
	x.Shooters = [2]int8{1, int8(max(1, sides[tactics.Them]))}
	x.Stakes = b.stakesOf(me, b.fighters[me].At, me == b.carrier, foe, answering)
	if answering && sides[tactics.Us] > 1 { // the initiator shoots at one of them
		x.Shooters[tactics.Them] = 1
		x.Stakes.Share(int8(sides[tactics.Us]))
	}
	for side, pair := range [2][2]int{{me, foe}, {foe, me}} {
		dice, bonus := b.s.DiceOf(pair[0], pair[1], true)
		x.Dice[side], x.Bonus[side] = int8(dice), int8(bonus)
		dice, bonus = b.s.DiceOf(pair[0], pair[1], false)
		x.Guard[side], x.GuardBonus[side] = int8(dice), int8(bonus)
	}
	b.toughen(&x, me, foe)
	b.coverOf(&x, b.fighters[me].At, b.fighters[foe].At, b.fighters[me].Ranged, b.fighters[foe].Ranged, b.s.HandToHand())
	return x
}
