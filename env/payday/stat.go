package payday

// This file adds up lasting operations, stat by stat. The files stat_….go say what the
// sum of a stat means.

// carried returns the cards of a heister that may have lasting operations.
func (h *heister) carried() [4]uint8 { return [4]uint8{h.kind, h.perk, h.weapon, h.armor} }

// crewLasts returns the stats that the cards of a heister touch, as bits; of an empty
// slot none.
func (s *State) crewLasts(i int) uint16 {
	h, lasts := &s.heisters[i], &s.game.deck.lasts
	return lasts[h.kind] | lasts[h.perk] | lasts[h.weapon] | lasts[h.armor]
}

// sum returns the sum of a stat for the heister in slot i: of its own cards, of those of
// its team, and of the Police at its place. subtype is that of the officer that it
// attacks, or none.
func (s *State) sum(i int, stat, subtype uint8) int {
	me := &s.heisters[i]
	n := 0
	for j := range s.heisters {
		if s.crewLasts(j)>>stat&1 == 0 {
			continue
		}
		h := &s.heisters[j]
		for _, k := range h.carried() {
			if s.game.deck.lasts[k]>>stat&1 == 0 {
				continue
			}
			for _, p := range s.kindOf(k).passives {
				if p.stat != stat || !s.holdsFor(p.cond, i, subtype) {
					continue
				}
				if p.scope == scopeSelf && j == i || p.scope == scopeHere && h.col == me.col || p.scope == scopeTeam {
					n += int(p.amount)
				}
			}
		}
	}
	col := int(me.col)
	return n + s.sumPlace(col, int(s.cols[col].top), stat, scopeFoes)
}

// placeLasts returns the stats that the officers of a place, their equipment and its
// mandate touch, as bits.
func (s *State) placeLasts(col, depth int) uint16 {
	lasts := &s.game.deck.lasts
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
	if d.policeLasts[scope]>>stat&1 == 0 {
		return 0
	}
	n := 0
	p := &s.cols[col].places[depth]
	for j := range p.officers {
		o := &p.officers[j]
		if (d.lasts[o.kind]|d.lasts[o.equip])>>stat&1 != 0 && !o.down {
			n += s.sumCard(o.kind, stat, scope) + s.sumCard(o.equip, stat, scope)
		}
	}
	return n + s.sumCard(p.mandate, stat, scope)
}

// sumCard returns the sum of a stat of one scope over a card of the Police, or none.
func (s *State) sumCard(k, stat, scope uint8) int {
	if s.game.deck.lasts[k]>>stat&1 == 0 {
		return 0
	}
	n := 0
	for _, p := range s.kindOf(k).passives {
		if p.stat == stat && p.scope == scope && s.holds(p.cond, Police) {
			n += int(p.amount)
		}
	}
	return n
}

// sumOfficer returns the sum of a stat of an officer's own cards.
func (s *State) sumOfficer(o *officer, stat uint8) int {
	return s.sumCard(o.kind, stat, scopeSelf) + s.sumCard(o.equip, stat, scopeSelf)
}

// sumPosted returns the sum of a stat for all officers of a place: added by the
// officers there, and lowered by the heisters before it.
func (s *State) sumPosted(col, depth int, stat uint8) int {
	d := &s.game.deck
	n := s.sumPlace(col, depth, stat, scopeHere)
	if d.crewLasts[scopeFoes]>>stat&1 == 0 || !s.isTop(col, depth) {
		return n
	}
	for i := range s.heisters {
		if !s.hereAt(i, col) || s.crewLasts(i)>>stat&1 == 0 {
			continue
		}
		for _, k := range s.heisters[i].carried() {
			if d.lasts[k]>>stat&1 == 0 {
				continue
			}
			for _, p := range s.kindOf(k).passives {
				if p.stat == stat && p.scope == scopeFoes && s.holdsFor(p.cond, i, none) {
					n += int(p.amount)
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
	case ifAlways:
		return true
	case ifAlone:
		return s.heistersAt(int(h.col)) == 1
	case ifCrowd:
		return s.heistersAt(int(h.col)) > 1
	case ifOutnumbered:
		return s.policeAt(int(h.col), int(s.cols[h.col].top)) > s.heistersAt(int(h.col))
	case ifLoaded:
		return h.loot != none
	case ifWounded:
		return h.damage > 0
	}
	if cond >= ifAgainst {
		return subtype == cond-ifAgainst
	}
	return s.holds(cond, Criminal)
}
