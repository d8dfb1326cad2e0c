package payday

import (
	"fmt"

	"ringer/env/layout"
	"ringer/env/payday/internal/cards"
)

// This file is the part of the observation that says what the question is about:
// marks in the rows of the table, and the place once more, where it can be found
// whatever its column and objective are.

// Columns of the field "effect"; then one-hot: its operation.
const (
	effectPlace = iota
	effectAmount
	effectWidth
)

var effectColumns = layout.Table{
	effectPlace:  {Name: "place", Max: 1, Unit: fmt.Sprint(maxEffects, " effects"), Doc: "effects of its card that come first"},
	effectAmount: {Name: "amount", Max: 1, Unit: fmt.Sprint(maxAmount), Doc: "of its operation"},
}

// onceNames returns the operations that happen once.
func onceNames() []string {
	names := make([]string, cards.FirstPassive)
	for i := range names {
		names[i] = cards.Operations[i].Name
	}
	return names
}

// Columns of the field "subject"; then one-hot: the subtype of an officer.
const (
	subjectDamage = iota
	subjectArmor
	subjectTargets
	subjectWidth
)

var subjectColumns = layout.Table{
	subjectDamage:  count("damage", 5, "damage"),
	subjectArmor:   signed("armor left", 5, "damage"),
	subjectTargets: count("targets left", 3, "officers"),
}

// Columns of the field "local_officers".
const (
	localOfficerPresent = iota
	localOfficerDamage
	localOfficerArmor
	localOfficerDies
	localOfficerDone
	localOfficerAsked
	localOfficerHurt
	localOfficerShield
	localOfficerKind
	localOfficerEquip
)

var localOfficerColumns = layout.Table{
	localOfficerPresent: layout.Flag("present", "and face up"),
	localOfficerDamage:  count("damage", 5, "damage"),
	localOfficerArmor:   signed("armor left", 5, "damage"),
	localOfficerDies:    layout.Flag("dies", "if the asking heister attacks it, which it may"),
	localOfficerDone:    layout.Flag("done", "it was moved or attacked already"),
	localOfficerAsked:   layout.Flag("asked", "the question is about it"),
	localOfficerHurt:    count("hit", 5, "damage of this combat"),
	localOfficerShield:  layout.Flag("shield", "it must be attacked before others"),
	localOfficerKind:    kindColumn,
	localOfficerEquip:   equipColumn,
}

// Columns of the field "local_heisters".
const (
	localHeisterPresent = iota
	localHeisterHealth
	localHeisterArmor
	localHeisterTakes
	localHeisterFalls
)

var localHeisterColumns = layout.Table{
	localHeisterPresent: layout.Flag("present", ""),
	localHeisterHealth:  signed("health left", 5, "damage"),
	localHeisterArmor:   count("armor", 5, "damage"),
	localHeisterTakes:   count("takes", 5, "damage that the asking officer would deal"),
	localHeisterFalls:   layout.Flag("falls", "if the asking officer attacks it"),
}

// layQuestion lays the fields of the place that the question is about.
func (l *fields) layQuestion(b *layout.Builder) {
	l.subject = b.Add(layout.Field{Name: "subject", Doc: "the officer or heister that the question is about; the last columns are one-hot: an officer's subtype", Columns: subjectColumns.Then(layout.Flags(cards.SubtypeNames[:]...))})
	l.localOfficers = b.Add(layout.Field{Name: "local_officers", Doc: "row: a slot of the place that the question is about", Rows: layout.Numbered("slot", slots), Columns: localOfficerColumns})
	l.localHeisters = b.Add(layout.Field{Name: "local_heisters", Doc: "row: a heister's slot, if it is in the column that the question is about", Rows: layout.Numbered("heister", maxHeisters), Columns: localHeisterColumns})
}

// observeQuestion marks the cards, people and places that the question is about.
func (s *State) observeQuestion(p int, dst []float32) {
	g, l := s.game, &s.game.fields
	card := func(k uint8) {
		side := g.deck.Side(k)
		l.asking[side].In(dst)[int(k)-g.deck.Base[side]]++
	}
	officer := func(t target) {
		card(s.at(t).kind)
		if int(t.depth) >= int(s.cols[t.col].top) { // else its objective is gone
			l.officers.Row(dst, s.row(int(t.col), int(t.depth))*slots+int(t.slot))[officerAsked] = 1
		}
	}
	column := func(col int8) { l.columns.Row(dst, int(col))[columnAsked] = 1 }
	heister := func(i int8) { l.heisters.Row(dst, int(i))[heisterAsked] = 1 }
	if s.frame.kind != none {
		card(s.frame.kind)
		if s.frame.col >= 0 {
			column(s.frame.col)
		}
		if list := s.effects(); !s.frame.placing && int(s.frame.at) < len(list) {
			e, r := &list[s.frame.at], l.effect.In(dst)
			r[effectPlace], r[effectAmount] = float32(s.frame.at)/maxEffects, float32(e.Amount)/maxAmount
			r[effectWidth+int(e.Op)] = 1
		}
		if s.frame.officer.slot >= 0 {
			officer(s.frame.officer)
		}
	}
	switch s.question {
	case AskLootAt:
		if p == Police {
			column(s.placed)
		}
	case AskHard:
		if p == Police {
			card(g.deck.Hard[s.nextHard()])
		}
	case AskObstacleAt, AskGuardAt:
		if p == Police {
			card(s.placing)
		}
	case AskMoveWho:
		l.places.Row(dst, s.row(int(s.from.col), int(s.from.depth)))[placeAsked] = 1
	case AskMoveTo:
		officer(s.who)
	case AskRegroup:
		officer(s.who)
		column(s.cursor)
	case AskCombat, AskAttacker:
		column(s.battle)
	case AskAttack:
		column(s.battle)
		heister(s.attacker)
	case AskFire:
		column(s.battle)
		officer(target{col: s.battle, depth: s.cols[s.battle].top, slot: s.firing})
	case AskPay:
		column(s.cursor)
	case AskLoot:
		column(s.cursor)
		heister(s.lootAt)
	}
}

// observeSubject writes the place that the question is about, and the officer or
// heister.
func (s *State) observeSubject(c *crew, dst []float32) {
	col, depth, who := s.subject()
	if col < 0 {
		return
	}
	if who.slot >= 0 {
		s.observeOfficer(who, dst)
	}
	if s.question == AskAttack {
		for i := range c.count {
			if h := &c.heisters[i]; h.Slot == int(s.attacker) {
				r := s.game.fields.subject.In(dst)
				r[subjectDamage], r[subjectArmor] = scaled(h.Strength, 5), scaled(h.Armor, 5)
				r[subjectTargets] = scaled(h.Targets-s.attackedCount(), 3)
			}
		}
	}
	s.observeLocals(c, col, depth, who, dst)
}

// subject returns the place that the question is about, with column -1 for none, and
// the officer, with slot -1 for none.
func (s *State) subject() (col, depth int, who target) {
	who = target{slot: -1}
	switch s.question {
	case AskMoveWho:
		return int(s.from.col), int(s.from.depth), who
	case AskMoveTo, AskRegroup: // those who wait at an objective that is gone are in no other field
		who = s.who
	case AskRedeploy:
		who = s.frame.officer
		if s.battle >= 0 { // the combat goes on where it is
			return int(s.battle), int(s.cols[s.battle].top), who
		}
	case AskFire:
		who = target{col: s.battle, depth: s.cols[s.battle].top, slot: s.firing}
	default:
		if s.battle < 0 {
			return -1, 0, who
		}
		return int(s.battle), int(s.cols[s.battle].top), who
	}
	return int(who.col), int(who.depth), who
}

// observeOfficer writes the subject when it is an officer.
func (s *State) observeOfficer(who target, dst []float32) {
	col, depth, slot := int(who.col), int(who.depth), int(who.slot)
	o := s.at(who)
	r := s.game.fields.subject.In(dst)
	r[subjectDamage], r[subjectArmor] = scaled(s.damageOf(col, depth, slot), 5), float32(s.armorOf(col, depth, slot)-int(o.hurt))/5
	r[subjectWidth+int(s.kindOf(o.kind).Subtype)] = 1
}

// observeLocals writes the officers of a place and the heisters before it. who is the
// officer that the question is about.
func (s *State) observeLocals(c *crew, col, depth int, who target, dst []float32) {
	l, d := &s.game.fields, &s.game.deck
	var victims uint8
	if s.question == AskAttack {
		victims = s.victims()
	}
	help := s.helpAt(col, depth, s.placeLasts(col, depth))
	for j := range slots {
		o := s.officer(col, depth, j)
		if o.kind == none || o.down {
			continue
		}
		left := s.officerArmor(o, help.armor) - int(o.hurt)
		f := l.localOfficers.Row(dst, j)
		f[localOfficerPresent], f[localOfficerDamage], f[localOfficerArmor] = 1, scaled(s.officerDamage(o, help.damage), 5), float32(left)/5
		f[localOfficerDies] = layout.Bit(victims>>j&1 != 0 && s.strengthAgainst(int(s.attacker), s.kindOf(o.kind).Subtype) > left)
		f[localOfficerAsked] = layout.Bit(who == target{heister: who.heister, col: int8(col), depth: int8(depth), slot: int8(j)})
		f[localOfficerHurt], f[localOfficerShield] = scaled(int(o.hurt), 5), layout.Bit(s.shielded(o))
		f[localOfficerKind], f[localOfficerEquip] = cardNumber(d, o.kind), cardNumber(d, o.equip)
		f[localOfficerDone] = layout.Bit(s.question == AskMoveWho && o.moved || s.question == AskAttack && s.attacked>>j&1 != 0)
	}
	damage := s.FiringDamage()
	for i := range c.count {
		h := &c.heisters[i]
		if h.Column != col {
			continue
		}
		f := l.localHeisters.Row(dst, h.Slot)
		takes := max(0, damage-h.Armor)
		f[localHeisterPresent], f[localHeisterHealth], f[localHeisterArmor] = 1, float32(h.Health)/5, scaled(h.Armor, 5)
		f[localHeisterTakes], f[localHeisterFalls] = scaled(takes, 5), layout.Bit(takes >= h.Health && takes > 0)
	}
}
