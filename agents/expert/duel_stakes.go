package expert

import (
	"math"

	"ringer/env"
	"ringer/env/duel"
	"ringer/env/duel/space"
)

// This file says what a Duel is about: who would be in it, and what its outcomes
// cost. Prices are in fighters. Those of the core game follow the values of a
// table of its positions with one fighter a side, solved backwards: to lie prone
// at the end of a round costs .44 of a fighter, and to lie prone in sight of an
// enemy who is still to act costs all of one.
const (
	pronePrice   = 0.4
	carryPrice   = 0.55 // the treasure in hand
	dropShare    = 0.55 // of that, lost by who goes prone with it
	finishedGain = 0.8  // an enemy prone, with an own model still to act that can get to see it
)

// doom says who would shoot a model lying at a point before it can get up:
// standing enemies who are still to act and can get to see it. alone is true when
// the only one is the model it duels.
func (b *field) doom(at space.Point, foe int) (doomed, alone bool) {
	alone = true
	for e := range b.fighters {
		f := &b.fighters[e]
		if b.mine(e) || !f.Standing || f.Acted || !b.d.ground.finishes(f.At, at) {
			continue
		}
		doomed = true
		alone = alone && e == foe
	}
	return doomed, doomed && alone
}

// avenged says whether an own model but one is still to act and can get to see a
// point.
func (b *field) avenged(at space.Point, but int) bool {
	for m := range b.fighters {
		f := &b.fighters[m]
		if m != but && b.mine(m) && f.Standing && !f.Acted && b.d.ground.finishes(f.At, at) {
			return true
		}
	}
	return false
}

// stakesOf is what a Duel of an own model at a point with an enemy is about.
// answering is true when the enemy has initiated it, so that the own model may
// still be to act itself.
func (b *field) stakesOf(m int, at space.Point, carries bool, foe int, answering bool) stakes {
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
		foeProne = max(foeProne, finishedGain*foeOut)
	}
	if f.Prone {
		foeOut -= pronePrice * b.worths[foe]
		if !b.avenged(f.At, m) && f.Hits == 0 {
			foeOut *= 0.8
		}
	}
	return stakes{ownProne: sixteenths(prone), ownProneFree: sixteenths(free), ownOut: sixteenths(out), foeProne: sixteenths(foeProne), foeOut: sixteenths(foeOut)}
}

// winning says whether a model has the treasure or the own side's flag, or can take
// the treasure and leave with it in its next activation.
func (b *field) winning(m int) bool {
	return m == b.carrier || m == b.thief || b.fighters[m].Standing && b.snatches(b.fighters[m].At)
}

func sixteenths(x float64) int8 { return int8(math.Round(min(x, 7) * fraction)) }

// canHurt says whether a model can use its weapon on another, so many inches
// away between the bases; in contact counts hand to hand.
func (b *field) canHurt(m int, gap float64, contact bool) bool {
	f := &b.fighters[m]
	if contact {
		return f.Melee != duel.None
	}
	if f.Ranged == duel.None || f.Jammed {
		return false
	}
	c := &b.d.config
	if gap < c.DuelFrom && !(c.DeadZone && f.Ranged == duel.Thrown) {
		return false
	}
	if !c.WeaponRange {
		return true
	}
	switch f.Ranged {
	case duel.Thrown:
		return gap <= c.ThrownRange
	case duel.TwoHanded:
		return gap <= c.TwoHandedRange
	}
	return gap <= c.OneHandedRange
}

// attack is the dice of an attack of a model on another and what is added to
// each, as far as equipment says.
func (b *field) attack(m, on int, contact bool) (dice, bonus int8) {
	f, t := &b.fighters[m], &b.fighters[on]
	dice = int8(b.s.Dice(m))
	if f.Climbing {
		dice = 1
	}
	bonus = int8(f.Protection + t.Protection)
	if contact {
		if f.Brawler {
			bonus += 2
		}
		if t.Gunslinger {
			bonus += 2
		}
		return dice, bonus
	}
	if t.Brawler {
		bonus++
	}
	if f.Gunslinger {
		bonus++
	}
	return dice, bonus
}

// An encounter is the Duel that a model would start at a point.
type encounter struct {
	foe      int // whom it would attack; -1: nobody is there
	prey     float64
	contact  bool
	standing int // standing enemies that would be in it
	shooters int // those of them that would shoot back
}

// meet finds whom a model would duel with at a point.
func (b *field) meet(m int, at space.Point) encounter {
	best := encounter{foe: -1}
	if b.fighters[m].Jammed && !b.d.config.Melee {
		return best
	}
	for e := range b.fighters {
		f := &b.fighters[e]
		if b.mine(e) || !b.inPlay(e) {
			continue
		}
		gap, contact, ok := b.between(m, at, e)
		if !ok || !b.canHurt(m, gap, contact) && !(f.Standing && b.canHurt(e, gap, contact)) {
			continue
		}
		if best.contact && !contact {
			continue
		}
		if contact && !best.contact {
			best = encounter{foe: -1, contact: true}
		}
		if f.Standing {
			best.standing++
			if b.canHurt(e, gap, contact) {
				best.shooters++
			}
		}
		if x := b.prey(e); best.foe < 0 || x > best.prey {
			best.foe, best.prey = e, x
		}
	}
	return best
}

// between is the gap between a model at a point and an enemy in inches, whether that
// is contact, and whether there is anything between them that a Duel could be: sight
// and distance, or a melee.
func (b *field) between(m int, at space.Point, e int) (gap float64, contact, ok bool) {
	g, own, foe := b.d.ground, &b.fighters[m], &b.fighters[e]
	gap = max(0, g.scene.Distance(at, foe.At)-own.Base.Radius().Inches()-foe.Base.Radius().Inches())
	if b.d.config.Melee && gap <= g.scene.Step().Inches()/2 && g.scene.Contact(space.Model{At: at, Base: own.Base}, space.Model{At: foe.At, Base: foe.Base}, &space.Field{}) {
		return gap, true, true
	}
	if gap < b.d.config.DuelFrom && !b.d.config.DeadZone {
		return gap, false, false
	}
	return gap, false, g.sees(at, foe.At)
}

// boutAt is the bout of a model that starts a Duel at a point.
func (b *field) boutAt(m int, at space.Point, carries bool, x encounter) bout {
	e := x.foe
	gap, contact, _ := b.between(m, at, e)
	out := bout{
		shooters: [2]int8{1, int8(max(1, x.shooters))},
		fights:   [2]bool{b.canHurt(m, gap, contact), x.shooters > 0},
		avoids:   [2]bool{b.d.config.AvoidHits, b.d.config.AvoidHits && x.standing > 0},
		prone:    x.standing == 0, wounds: int8(b.fighters[e].Hits),
		stakes: b.stakesOf(m, at, carries, e, false),
	}
	b.arm(&out, m, e, contact)
	b.coverOf(&out, at, b.fighters[e].At, b.fighters[m].Ranged, b.fighters[e].Ranged, contact)
	return out
}

// coverOf fills in cover and what two-handed weapons do, between two points.
func (b *field) coverOf(x *bout, own, foe space.Point, ownArm, foeArm string, contact bool) {
	c := &b.d.config
	if c.Cover != duel.CoverOff && !contact {
		x.cover = [2]int8{b.d.ground.hidden(foe, own), b.d.ground.hidden(own, foe)}
		if c.Cover == duel.CoverSimple {
			x.cover = [2]int8{min(x.cover[0], 1), min(x.cover[1], 1)}
		}
	}
	if c.Armory && !contact {
		x.again = [2]bool{ownArm == duel.TwoHanded, foeArm == duel.TwoHanded}
	}
}

// value of a bout to the own side.
func (b *field) value(x bout) float64 {
	for i := range b.bouts {
		if b.bouts[i].bout == x {
			return b.bouts[i].value
		}
	}
	v := b.d.scores.plan(x).value
	b.bouts = append(b.bouts, seenBout{x, v})
	return v
}

// chooseScore spreads probability over the legal scores by the plan of the bout:
// the model asked about against the one that matters most of those it faces.
func (b *field) chooseScore(legal []env.Action, probs []float32) {
	mix := &b.d.scores.plan(b.boutNow(legal)).mix
	total := float32(0)
	for i, a := range legal {
		probs[i] = float32(mix[b.choiceOf(a)])
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

// choiceOf is the row of the matrix that a legal score stands for.
func (b *field) choiceOf(a env.Action) int {
	score, avoids, _ := b.d.game.ScoreOf(a)
	if avoids {
		return score + 5
	}
	return score - 1
}

// boutNow is the Duel that a score is asked for.
func (b *field) boutNow(legal []env.Action) bout {
	me, foe := b.subject, b.s.Initiator()
	sides := [2]int{1, 0} // who stands in the Duel, the model asked about included
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
			sides[0]++
		case !b.mine(m):
			if b.fighters[m].Standing {
				sides[1]++
			}
			if !answering && (foe < 0 || b.prey(m) > b.prey(foe)) {
				foe = m
			}
		}
	}
	x := bout{avoids: [2]bool{false, b.d.config.AvoidHits}}
	for _, a := range legal {
		if b.choiceOf(a) < 6 {
			x.fights[0] = true
		} else {
			x.avoids[0] = true
		}
	}
	if foe < 0 {
		return x
	}
	x.prone, x.wounds = sides[1] == 0, int8(b.fighters[foe].Hits)
	x.fights[1], x.avoids[1] = !x.prone, x.avoids[1] && !x.prone
	x.shooters = [2]int8{1, int8(max(1, sides[1]))}
	x.stakes = b.stakesOf(me, b.fighters[me].At, me == b.carrier, foe, answering)
	if answering && sides[0] > 1 { // the initiator shoots at one of them
		x.shooters[1] = 1
		x.stakes.share(int8(sides[0]))
	}
	for side, pair := range [2][2]int{{me, foe}, {foe, me}} {
		dice, bonus := b.s.DiceOf(pair[0], pair[1], true)
		x.dice[side], x.bonus[side] = int8(dice), int8(bonus)
		dice, bonus = b.s.DiceOf(pair[0], pair[1], false)
		x.guard[side], x.guardBonus[side] = int8(dice), int8(bonus)
	}
	b.toughen(&x, me, foe)
	b.coverOf(&x, b.fighters[me].At, b.fighters[foe].At, b.fighters[me].Ranged, b.fighters[foe].Ranged, b.s.HandToHand())
	return x
}

// share spreads the own risk over so many.
func (x *stakes) share(n int8) {
	x.ownProne, x.ownProneFree, x.ownOut = x.ownProne/n, x.ownProneFree/n, x.ownOut/n
}
