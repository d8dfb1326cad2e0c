package duel

import (
	"fmt"
	"slices"
	"strings"

	"ringer/env/duel"
	"ringer/env/duel/space"
	tactics "ringer/env/tactics/duel"
)

// This file has the odds beside a choice. They are the odds of one Duel of two models, by
// the dice, what is added to them, toughness and cover. Feats that act in a Duel are left
// out, and named.

// meeting is an enemy that a model would duel with from a point.
type meeting struct {
	enemy       int
	cover, back space.Cover // of the enemy, and of the model from it
	contact     bool
}

// meetings returns the enemies that a model would see and reach from a point, or touch.
func (l *look) meetings(m int, at space.Point) []meeting {
	var all []meeting
	for e := range l.game.Models() {
		if e == m || !l.s.InPlay().Has(int8(e)) || !l.enemies(m, e) {
			continue
		}
		gap := l.s.Gap(m, at, e)
		if l.config.Melee && gap <= l.game.Scene().Step().Inches()/2 {
			all = append(all, meeting{enemy: e, contact: true})
			continue
		}
		if gap < l.config.DuelFrom && !l.config.DeadZone {
			continue
		}
		view := l.s.SightFrom(m, at, e)
		if view.Sees && (l.reaches(m, gap) || l.reaches(e, gap)) {
			all = append(all, meeting{enemy: e, cover: view.Cover, back: l.s.SightOf(m, at, e).Cover})
		}
	}
	// A fighter in contact duels hand to hand, and with nobody else.
	if slices.ContainsFunc(all, func(x meeting) bool { return x.contact }) {
		all = slices.DeleteFunc(all, func(x meeting) bool { return !x.contact })
	}
	return all
}

// reaches reports whether a model's weapon carries so far.
func (l *look) reaches(m int, gap float64) bool {
	if !l.config.WeaponRange {
		return true
	}
	switch l.s.Plain(m).Ranged {
	case duel.Thrown:
		return gap <= l.config.ThrownRange
	case duel.OneHanded:
		return gap <= l.config.OneHandedRange
	case duel.TwoHanded:
		return gap <= l.config.TwoHandedRange
	}
	return false
}

// inDuels lists the feats that change the dice or the hits of a Duel, by the side whose
// model has them.
var inDuels = []duel.Skill{
	duel.FeatBerserker, duel.FeatBodyguard, duel.FeatExtremeReaction, duel.FeatFighter, duel.FeatGrudge, duel.FeatGuard, duel.FeatJuggernaut,
	duel.FeatKillerInstinct, duel.FeatLarge, duel.FeatOffHandWeapon, duel.FeatPrecisionShot, duel.FeatQuickstep, duel.FeatUnderdog, duel.FeatUnity,
	duel.FeatYinYang,
}

// mostOdds is the number of enemies against whom a note has the odds.
const mostOdds = 3

// placeNote says whom a model would meet at a point, with the odds against each of the
// first few, alone.
func (l *look) placeNote(m int, at space.Point, follows bool) string {
	all := l.meetings(m, at)
	if len(all) == 0 {
		if follows {
			return "no enemy in sight"
		}
		return ""
	}
	var names []string
	for _, x := range all {
		name := l.game.Name(x.enemy)
		switch {
		case x.contact:
			name += " in contact"
		case x.cover != space.NoCover && l.config.Cover != duel.CoverOff:
			name += " in cover"
		}
		names = append(names, name)
	}
	if !follows {
		return "sees " + strings.Join(names, ", ")
	}
	var odds []string
	for _, x := range all[:min(mostOdds, len(all))] {
		odds = append(odds, l.odds(m, x))
	}
	note := "a Duel with " + strings.Join(names, ", ") + ": " + strings.Join(odds, "; ")
	if feats := l.leftOut(m, all[:len(odds)]); len(feats) > 0 {
		note += " (not counting " + strings.Join(feats, ", ") + ")"
	}
	return note
}

// leftOut names the feats of a model and of its enemies that would act in their Duels and
// that the odds do not count.
func (l *look) leftOut(m int, all []meeting) (feats []string) {
	if !l.config.Heroes {
		return nil
	}
	models := []int{m}
	for _, x := range all {
		models = append(models, x.enemy)
	}
	for _, of := range models {
		if l.s.Secret() && !l.mine(of) {
			continue
		}
		for _, id := range inDuels {
			if l.s.Owns(of, id) > 0 && !l.s.Spent(of, id) {
				feats = append(feats, id.Title()+" of "+l.game.Name(of))
			}
		}
	}
	return feats
}

// odds returns what a Duel of a model with an enemy comes to when both choose their scores
// well.
func (l *look) odds(m int, x meeting) string {
	them, us := l.falls(l.bout(m, x))
	if l.s.Plain(x.enemy).Prone {
		return fmt.Sprintf("removes %s %s", l.game.Name(x.enemy), percent(them))
	}
	return fmt.Sprintf("%s falls %s, %s falls %s", l.game.Name(x.enemy), percent(them), l.game.Name(m), percent(us))
}

// falls returns the odds of a bout, which are worked out once.
func (b *Builder) falls(x tactics.Bout) (them, us float64) {
	type odds struct{ them, us float64 }
	if o, ok := b.known.Load(x); ok {
		return o.(odds).them, o.(odds).us
	}
	them, us = b.book.Falls(x)
	b.known.Store(x, odds{them, us})
	return them, us
}

func percent(p float64) string { return fmt.Sprintf("%.0f%%", 100*p) }

// worth of a fighter that goes prone, as a share of it.
const pronePrice = 0.4

// bout returns the Duel of a model that begins it with an enemy.
func (l *look) bout(m int, x meeting) tactics.Bout {
	me, foe := l.s.Plain(m), l.s.Plain(x.enemy)
	b := tactics.Bout{
		Shooters: [2]int8{1, 1}, Fights: [2]bool{true, !foe.Prone}, Avoids: [2]bool{l.config.AvoidHits, l.config.AvoidHits && !foe.Prone},
		Prone: foe.Prone, Wounds: int8(min(foe.Hits, 2)),
	}
	mine, theirs := l.worth(me.Kind), l.worth(foe.Kind)
	b.Stakes = tactics.Stakes{
		Prone: tactics.Sixteenths(pronePrice * mine), ProneFree: tactics.Sixteenths(pronePrice * mine), Out: tactics.Sixteenths(mine),
		TheyProne: tactics.Sixteenths(pronePrice * theirs), TheyOut: tactics.Sixteenths(theirs),
	}
	for side, pair := range [2][2]int{{m, x.enemy}, {x.enemy, m}} {
		dice, bonus := l.attack(pair[0], pair[1], x.contact)
		f := l.s.Plain(pair[0])
		b.Dice[side], b.Bonus[side] = int8(dice), int8(bonus)
		b.Guard[side], b.GuardBonus[side] = int8(l.s.Dice(pair[0])), int8(l.protection(f))
		if l.config.Armory && !x.contact {
			b.Again[side] = f.Ranged == duel.TwoHanded
		}
		if l.config.Heroes {
			b.Toughen(side, f.Toughness, f.Kind)
		}
	}
	if !x.contact {
		b.Cover = [2]int8{l.grade(x.back), l.grade(x.cover)}
	}
	return b
}

// grade returns cover as a bout counts it.
func (l *look) grade(c space.Cover) int8 {
	switch {
	case l.config.Cover == duel.CoverOff || c == space.NoCover:
		return 0
	case l.config.Cover == duel.CoverSimple || c == space.LightCover:
		return 1
	}
	return 2
}

func (l *look) worth(kind string) float64 {
	if !l.config.Heroes {
		return 1
	}
	return tactics.Worth(kind)
}

func (l *look) protection(f duel.Fighter) int {
	if !l.config.Protection {
		return 0
	}
	return f.Protection
}

// attack returns the dice of an attack of a model on another and what its arms and the
// target's add to each.
func (l *look) attack(m, on int, contact bool) (dice, bonus int) {
	f, t := l.s.Plain(m), l.s.Plain(on)
	dice, bonus = l.s.Dice(m), l.protection(f)+l.protection(t)
	if f.Climbing {
		dice = 1
	}
	if !l.config.Specialization {
		return dice, bonus
	}
	switch {
	case contact && f.Brawler, contact && t.Gunslinger:
		bonus += 2
	case !contact && f.Gunslinger, !contact && t.Brawler:
		bonus++
	}
	return dice, bonus
}

// scoreNote says what an attack with a Duel Score hits on, and how often it does.
func (l *look) scoreNote(m, score int) string {
	dice, bonus := l.s.Dice(m), 0
	if foe := l.s.Opponent(m); foe >= 0 {
		dice, bonus = l.s.DiceOf(m, foe, true)
	}
	need := max(1, l.config.HitOn-score-bonus)
	if need > 6 {
		return "cannot hit"
	}
	q := float64(7-need) / 6
	return fmt.Sprintf("hits on %s: %s", atLeast(need), percent(tactics.Hit(dice, q, false, false, false)))
}

// avoidNote says what dice stop hits with a Duel Score.
func (l *look) avoidNote(m, score int) string {
	bonus := 0
	if foe := l.s.Opponent(m); foe >= 0 {
		_, bonus = l.s.DiceOf(m, foe, false)
	}
	need := max(1, l.config.HitOn-score-bonus)
	if need > 6 {
		return "cannot stop a hit"
	}
	return "stops hits on " + atLeast(need)
}

func atLeast(n int) string {
	switch n {
	case 1:
		return "any face"
	case 6:
		return "6"
	}
	return fmt.Sprintf("%d or more", n)
}

// targetNote says how likely the attack under way hits a target.
func (l *look) targetNote(m, on int) string {
	score, _, known := l.s.ScoreFor(l.p, m)
	if !known {
		return ""
	}
	dice, bonus := l.s.DiceOf(m, on, true)
	need := max(1, l.config.HitOn-score-bonus)
	if need > 6 {
		return "cannot hit"
	}
	grade := int8(0)
	if !l.s.HandToHand() {
		grade = l.grade(l.s.CoverOf(m, on))
	}
	again := l.config.Armory && !l.s.HandToHand() && l.s.Plain(m).Ranged == duel.TwoHanded
	return fmt.Sprintf("hits on %s with %d dice: %s", atLeast(need), dice, percent(tactics.Hit(dice, float64(7-need)/6, grade > 0, grade == 2, again)))
}
