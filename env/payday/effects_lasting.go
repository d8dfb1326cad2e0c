package payday

import "ringer/env/payday/internal/cards"

// This file adds up lasting operations, stat by stat: perks, weapons, armor.

// carried returns the cards of a heister that may have lasting operations.
func (h *heister) carried() [4]uint8 { return [4]uint8{h.kind, h.perk, h.weapon, h.armor} }

// crewLasts returns the stats that the cards of a heister touch, as bits; of an empty
// slot none.
func (s *State) crewLasts(i int) uint16 {
	h, lasts := &s.heisters[i], &s.game.deck.Lasts
	return lasts[h.kind] | lasts[h.perk] | lasts[h.weapon] | lasts[h.armor]
}

// sum returns the sum of a stat for the heister in slot i: of its own cards, of its team's,
// and of the Police at its place. subtype is the subtype of the officer that it attacks, or
// none.
func (s *State) sum(i int, stat, subtype uint8) int {
	me := &s.heisters[i]
	n := 0
	for j := range s.heisters {
		if s.crewLasts(j)>>stat&1 == 0 {
			continue
		}
		h := &s.heisters[j]
		for _, k := range h.carried() {
			if s.game.deck.Lasts[k]>>stat&1 == 0 {
				continue
			}
			for _, p := range s.kindOf(k).Passives {
				if p.Stat != stat || !s.holdsFor(p.Cond, i, subtype) {
					continue
				}
				if p.Scope == cards.ScopeSelf && j == i || p.Scope == cards.ScopeHere && h.col == me.col || p.Scope == cards.ScopeTeam {
					n += int(p.Amount)
				}
			}
		}
	}
	col := int(me.col)
	return n + s.sumPlace(col, int(s.cols[col].top), stat, cards.ScopeFoes)
}

// placeLasts returns the stats that the officers of a place, their equipment and its
// mandate touch, as bits.
func (s *State) placeLasts(col, depth int) uint16 {
	lasts := &s.game.deck.Lasts
	p := &s.cols[col].places[depth]
	bits := lasts[p.mandate]
	for j := range p.officers {
		if o := &p.officers[j]; !o.down {
			bits |= lasts[o.kind] | lasts[o.equip]
		}
	}
	return bits
}

// sumPlace returns the sum of a stat of one scope over the officers, their equipment and the
// mandate of a place.
func (s *State) sumPlace(col, depth int, stat, scope uint8) int {
	d := &s.game.deck
	if d.PoliceLasts[scope]>>stat&1 == 0 {
		return 0
	}
	n := 0
	p := &s.cols[col].places[depth]
	for j := range p.officers {
		o := &p.officers[j]
		if (d.Lasts[o.kind]|d.Lasts[o.equip])>>stat&1 != 0 && !o.down {
			n += s.sumCard(o.kind, stat, scope) + s.sumCard(o.equip, stat, scope)
		}
	}
	return n + s.sumCard(p.mandate, stat, scope)
}

// sumCard returns the sum of a stat of one scope over a card of the Police, or none.
func (s *State) sumCard(k, stat, scope uint8) int {
	if s.game.deck.Lasts[k]>>stat&1 == 0 {
		return 0
	}
	n := 0
	for _, p := range s.kindOf(k).Passives {
		if p.Stat == stat && p.Scope == scope && s.holds(p.Cond, Police) {
			n += int(p.Amount)
		}
	}
	return n
}

// sumOfficer returns the sum of a stat of an officer's own cards.
func (s *State) sumOfficer(o *officer, stat uint8) int {
	return s.sumCard(o.kind, stat, cards.ScopeSelf) + s.sumCard(o.equip, stat, cards.ScopeSelf)
}

// sumPosted returns the sum of a stat for all officers of a place: added by the
// officers there, and lowered by the heisters before it.
func (s *State) sumPosted(col, depth int, stat uint8) int {
	d := &s.game.deck
	n := s.sumPlace(col, depth, stat, cards.ScopeHere)
	if d.CrewLasts[cards.ScopeFoes]>>stat&1 == 0 || !s.isTop(col, depth) {
		return n
	}
	for i := range s.heisters {
		if !s.hereAt(i, col) || s.crewLasts(i)>>stat&1 == 0 {
			continue
		}
		for _, k := range s.heisters[i].carried() {
			if d.Lasts[k]>>stat&1 == 0 {
				continue
			}
			for _, p := range s.kindOf(k).Passives {
				if p.Stat == stat && p.Scope == cards.ScopeFoes && s.holdsFor(p.Cond, i, none) {
					n += int(p.Amount)
				}
			}
		}
	}
	return n
}

// holdsFor tests a condition for the heister in slot i.
func (s *State) holdsFor(cond uint8, i int, subtype uint8) bool {
	h := &s.heisters[i]
	switch cond {
	case cards.IfAlways:
		return true
	case cards.IfAlone:
		return s.heistersAt(int(h.col)) == 1
	case cards.IfCrowd:
		return s.heistersAt(int(h.col)) > 1
	case cards.IfOutnumbered:
		return s.policeAt(int(h.col), int(s.cols[h.col].top)) > s.heistersAt(int(h.col))
	case cards.IfLoaded:
		return h.loot != none
	case cards.IfWounded:
		return h.damage > 0
	}
	if cond >= cards.IfAgainst {
		return subtype == cond-cards.IfAgainst
	}
	return s.holds(cond, Criminal)
}

// This file rules the stats of cash: income and discount.

// income returns the cash that the cards of a seat on the table add.
func (s *State) income(seat int) int {
	n := 0
	if seat == Criminal {
		for i := range s.heisters {
			if s.crewLasts(i)>>cards.StatIncome&1 == 0 {
				continue
			}
			for _, k := range s.heisters[i].carried() {
				if s.game.deck.Lasts[k]>>cards.StatIncome&1 == 0 {
					continue
				}
				for _, p := range s.kindOf(k).Passives {
					if p.Stat == cards.StatIncome && s.holdsFor(p.Cond, i, none) {
						n += int(p.Amount)
					}
				}
			}
		}
		return n
	}
	for col := range s.columns() {
		for d := int(s.cols[col].top); d <= int(s.cols[col].count); d++ {
			n += s.sumPlace(col, d, cards.StatIncome, cards.ScopeTeam)
		}
	}
	return n
}

// discount returns the cash by which a card costs the Criminal less.
func (s *State) discount(seat int, k uint8) int {
	if seat != Criminal {
		return 0
	}
	n := 0
	for i := range s.heisters {
		if s.crewLasts(i)>>cards.StatDiscount&1 == 0 {
			continue
		}
		for _, c := range s.heisters[i].carried() {
			if s.game.deck.Lasts[c]>>cards.StatDiscount&1 == 0 {
				continue
			}
			for _, p := range s.kindOf(c).Passives {
				if p.Stat == cards.StatDiscount && (p.Of == none || p.Of == uint8(s.kindOf(k).Type)) && s.holdsFor(p.Cond, i, none) {
					n += int(p.Amount)
				}
			}
		}
	}
	return n
}

// This file rules the stats of obstacles, and when the demands of an obstacle are met.

// needed returns the progress that the top obstacle of a column requires; 0 for one
// that requires none.
func (s *State) needed(col int) int {
	c := &s.cols[col]
	n := int(s.kindOf(c.obstacles[c.top]).Demand.Progress)
	if n == 0 {
		return 0
	}
	return max(1, n+s.sumPlace(col, int(c.top), cards.StatNeed, cards.ScopeHere))
}

// slowed returns the progress that heisters lose in an Update at a column.
func (s *State) slowed(col int) int {
	return s.sumPlace(col, int(s.cols[col].top), cards.StatSlow, cards.ScopeHere)
}

// blocked reports whether heisters make no progress at a column: officers stop
// them only where their card says it (PAY-36).
func (s *State) blocked(col int) bool {
	return s.sumPlace(col, int(s.cols[col].top), cards.StatBlock, cards.ScopeHere) > 0
}

// effort returns the progress that the heisters at a column make in one Update.
func (s *State) effort(col int) int {
	n := 0
	for i := range s.heisters {
		if s.hereAt(i, col) {
			n += effortWith(s.sum(i, cards.StatProgress, none))
		}
	}
	return s.effortOf(col, n)
}

// effortWith returns the progress of a heister to which lasting operations add n.
func effortWith(n int) int { return max(0, 1+n) }

// effortOf returns the progress of an Update at a column whose heisters make n.
func (s *State) effortOf(col, n int) int {
	if n == 0 || s.blocked(col) {
		return 0
	}
	return max(0, n-s.slowed(col))
}

// presence returns the number of heisters that the obstacle of a column counts.
func (s *State) presence(col int) int {
	n := 0
	for i := range s.heisters {
		if s.hereAt(i, col) {
			n += presenceWith(s.sum(i, cards.StatPresence, none))
		}
	}
	return n
}

// presenceWith returns the number of heisters that an obstacle counts for a heister to
// which lasting operations add n.
func presenceWith(n int) int { return max(0, 1+n) }

// met reports whether all but the cash of a requirement holds for the top of a
// column (PAY-15, PAY-36, PAY-37).
func (s *State) met(col int) bool {
	c := &s.cols[col]
	r := &s.game.deck.Kinds[c.obstacles[c.top]].Demand
	if c.locked {
		return false
	}
	if int(c.progress) < s.needed(col) || s.presence(col) < int(r.Present) {
		return false
	}
	if r.Clear && s.policeAt(col, int(c.top)) > 0 {
		return false
	}
	return r.Key == none || s.hasLoot(col, r.Key)
}

// hasLoot reports whether a heister at a column carries a kind of Loot.
func (s *State) hasLoot(col int, loot uint8) bool {
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind != none && int(h.col) == col && h.loot == loot {
			return true
		}
	}
	return false
}

// This file rules the stats of heisters and officers.

// strengthAgainst returns the damage that a heister deals to an officer of a subtype;
// none: of any.
func (s *State) strengthAgainst(i int, subtype uint8) int {
	return s.strengthWith(i, s.sum(i, cards.StatDamage, subtype))
}

// strengthWith returns the damage of a heister to which lasting operations add n.
func (s *State) strengthWith(i, n int) int {
	h := &s.heisters[i]
	n += int(s.kindOf(h.kind).Damage) + int(h.boost)
	if h.weapon != none {
		n += int(s.kindOf(h.weapon).Damage)
	}
	return max(0, n)
}

// strength returns the most that a heister can deal to one officer at its place.
func (s *State) strength(i int) int {
	return s.bestStrength(i, s.strengthAgainst(i, none))
}

// bestStrength returns the most that a heister can deal to one officer at its place
// when it deals n to any officer.
func (s *State) bestStrength(i, n int) int {
	if !s.choosy(i) {
		return n
	}
	col := int(s.heisters[i].col)
	for j := range slots {
		if o := s.officer(col, int(s.cols[col].top), j); o.kind != none && !o.down {
			n = max(n, s.strengthAgainst(i, s.kindOf(o.kind).Subtype))
		}
	}
	return n
}

// choosy reports whether the strength of a heister may depend on the officer that
// it attacks.
func (s *State) choosy(i int) bool {
	lasts := &s.game.deck.CrewLasts
	shared := (lasts[cards.ScopeHere]|lasts[cards.ScopeTeam])&cards.AsksSubtype != 0
	for j := range s.heisters {
		if (j == i || shared) && s.crewLasts(j)&cards.AsksSubtype != 0 {
			return true
		}
	}
	return false
}

// damageOf returns the damage of an officer, before armor.
func (s *State) damageOf(col, depth, slot int) int {
	return s.officerDamage(s.officer(col, depth, slot), s.sumPosted(col, depth, cards.StatDamage))
}

// officerDamage returns the damage of an officer to which others add n.
func (s *State) officerDamage(o *officer, n int) int {
	n += int(s.kindOf(o.kind).Damage) + int(o.boost) + s.sumOfficer(o, cards.StatDamage)
	if o.equip != none {
		n += int(s.kindOf(o.equip).Damage)
	}
	return max(0, n)
}

// armorOn returns the armor of a heister: damage to it is reduced by so much.
func (s *State) armorOn(i int) int { return s.armorWith(i, s.sum(i, cards.StatArmor, none)) }

// armorWith returns the armor of a heister to which lasting operations add n.
func (s *State) armorWith(i, n int) int {
	h := &s.heisters[i]
	n += int(h.brace)
	if h.armor != none {
		n += int(s.kindOf(h.armor).Armor)
	}
	return max(0, n)
}

// armorOf returns the armor of an officer: damage must exceed it to kill.
func (s *State) armorOf(col, depth, slot int) int {
	return s.officerArmor(s.officer(col, depth, slot), s.sumPosted(col, depth, cards.StatArmor))
}

// officerArmor returns the armor of an officer to which others add n.
func (s *State) officerArmor(o *officer, n int) int {
	n += int(s.kindOf(o.kind).Armor) + int(o.brace) + s.sumOfficer(o, cards.StatArmor)
	if o.equip != none {
		n += int(s.kindOf(o.equip).Armor)
	}
	return max(0, n)
}

// health returns the health of a heister: with this many damage tokens it is discarded
// (PAY-14).
func (s *State) health(i int) int { return s.healthWith(i, s.sum(i, cards.StatHealth, none)) }

// healthWith returns the health of a heister to which lasting operations add n.
func (s *State) healthWith(i, n int) int {
	return max(1, int(s.kindOf(s.heisters[i].kind).Health)+n)
}

// targetValue returns how many officers a heister can attack in one combat: 1, or the
// Target value of its weapon (PAY-13), and what lasting operations add.
func (s *State) targetValue(i int) int { return s.targetsWith(i, s.sum(i, cards.StatTargets, none)) }

// targetsWith returns that number when lasting operations add n.
func (s *State) targetsWith(i, n int) int {
	weapon := 1
	if w := s.heisters[i].weapon; w != none {
		weapon = max(1, int(s.kindOf(w).Targets))
	}
	return max(1, n+weapon)
}

// shielded reports whether heisters must attack an officer before others that have
// no shield.
func (s *State) shielded(o *officer) bool {
	return s.sumCard(o.kind, cards.StatShield, cards.ScopeSelf) > 0 || s.sumCard(o.equip, cards.StatShield, cards.ScopeSelf) > 0
}
