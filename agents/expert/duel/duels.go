package duel

import (
	game "ringer/env/duel"
	"ringer/env/duel/space"
	tactics "ringer/env/tactics/duel"
)

// canHurt reports whether a model can use its weapon on another that is this many inches
// away between the bases. contact means hand to hand.
func (b *mind) canHurt(m int, gap float64, contact bool) bool {
	f := &b.fighters[m]
	if contact {
		return f.Melee != game.None
	}
	if f.Ranged == game.None || f.Jammed {
		return false
	}
	c := &b.config
	if gap < c.DuelFrom && !(c.DeadZone && f.Ranged == game.Thrown) {
		return false
	}
	if !c.WeaponRange {
		return true
	}
	switch f.Ranged {
	case game.Thrown:
		return gap <= c.ThrownRange
	case game.TwoHanded:
		return gap <= c.TwoHandedRange
	}
	return gap <= c.OneHandedRange
}

// encounter describes the Duel that a model would start at a point.
type encounter struct {
	foe      int // the model that it would attack; -1: there is no Duel
	prey     float64
	contact  bool
	standing int // standing enemies that would be in it
	shooters int // the ones that would shoot back
}

// meet returns the encounter of a model at a point.
func (b *mind) meet(m int, at space.Point) encounter {
	best := encounter{foe: -1}
	if b.fighters[m].Jammed && !b.config.Melee {
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

// between returns the gap between the bases of a model at a point and an enemy, in
// inches, whether they are in contact, and whether a Duel is possible between them: by
// sight and distance, or in a melee.
func (b *mind) between(m int, at space.Point, e int) (gap float64, contact, ok bool) {
	g, own, foe := b.ground, &b.fighters[m], &b.fighters[e]
	gap = max(0, g.scene.Distance(at, foe.At)-own.Base.Radius().Inches()-foe.Base.Radius().Inches())
	if b.config.Melee && gap <= g.scene.Step().Inches()/2 && g.scene.Contact(space.Model{At: at, Base: own.Base}, space.Model{At: foe.At, Base: foe.Base}, &g.land) {
		return gap, true, true
	}
	if gap < b.config.DuelFrom && !b.config.DeadZone {
		return gap, false, false
	}
	return gap, false, g.sees(at, foe.At)
}

// valuedBout is a bout that was met before in the same decision, with its value.
type valuedBout struct {
	bout  tactics.Bout
	value float64
}

// value returns the value of a bout to this side, in fighters.
func (b *mind) value(x tactics.Bout) float64 {
	for i := range b.bouts {
		if b.bouts[i].bout == x {
			return b.bouts[i].value
		}
	}
	v := b.scores.Plan(x).Value
	b.bouts = append(b.bouts, valuedBout{x, v})
	return v
}

// boutAt returns the bout of a model that starts a Duel at a point.
func (b *mind) boutAt(m int, at space.Point, carries bool, x encounter) tactics.Bout {
	e := x.foe
	gap, contact, _ := b.between(m, at, e)
	out := tactics.Bout{
		Shooters: [2]int8{1, int8(max(1, x.shooters))},
		Fights:   [2]bool{b.canHurt(m, gap, contact), x.shooters > 0},
		Avoids:   [2]bool{b.config.AvoidHits, b.config.AvoidHits && x.standing > 0},
		Prone:    x.standing == 0, Wounds: int8(b.fighters[e].Hits),
		Stakes: b.stakesOf(m, at, carries, e, false),
	}
	b.arm(&out, m, e, contact)
	b.coverOf(&out, at, b.fighters[e].At, b.fighters[m].Ranged, b.fighters[e].Ranged, contact)
	return out
}

// coverOf sets cover and the rerolls of two-handed weapons between two points.
func (b *mind) coverOf(x *tactics.Bout, own, foe space.Point, ownArm, foeArm string, contact bool) {
	c := &b.config
	if c.Cover != game.CoverOff && !contact {
		x.Cover = [2]int8{b.ground.hidden(foe, own), b.ground.hidden(own, foe)}
		if c.Cover == game.CoverSimple {
			x.Cover = [2]int8{min(x.Cover[0], 1), min(x.Cover[1], 1)}
		}
	}
	if c.Armory && !contact {
		x.Again = [2]bool{ownArm == game.TwoHanded, foeArm == game.TwoHanded}
	}
}

// pairOdds holds the dice of a model against another before any Duel, as the rules
// have them.
type pairOdds struct {
	known                          bool
	dice, bonus, guard, guardBonus int8
}

// arm sets the dice of a bout that has not begun.
func (b *mind) arm(x *tactics.Bout, m, e int, contact bool) {
	for side, pair := range [2][2]int{{m, e}, {e, m}} {
		me, foe := pair[0], pair[1]
		x.Dice[side], x.Bonus[side] = b.attack(me, foe, contact)
		x.Guard[side], x.GuardBonus[side] = int8(b.s.Dice(me)), int8(b.fighters[me].Protection)
		if b.config.Heroes && !contact {
			o := b.oddsOf(me, foe)
			x.Dice[side], x.Bonus[side], x.Guard[side], x.GuardBonus[side] = o.dice, o.bonus, o.guard, o.guardBonus
		}
	}
	b.toughen(x, m, e)
}

// attack returns the dice of an attack of a model on another and what is added to
// each, as far as equipment says.
func (b *mind) attack(m, on int, contact bool) (dice, bonus int8) {
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

// oddsOf returns the dice of a pair, which the rules are asked for once in a decision.
func (b *mind) oddsOf(m, e int) *pairOdds {
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

// toughen sets the toughness of a bout's two models, where Heroes are played.
func (b *mind) toughen(x *tactics.Bout, m, e int) {
	if !b.config.Heroes {
		return
	}
	for side, k := range [2]int{m, e} {
		x.Toughen(side, b.fighters[k].Toughness, b.fighters[k].Kind)
	}
}
