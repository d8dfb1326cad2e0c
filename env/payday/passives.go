package payday

// This file adds up lasting operations; what a sum means is in passive_NAME.go.

// carried are the cards of a heister that may have lasting operations.
func (h *heister) carried() [4]uint8 { return [4]uint8{h.kind, h.perk, h.weapon, h.armor} }

// sum adds up a stat for the heister in slot i: of its own cards, of those of the
// others at its column and on its team, and of the Police at its place. subtype is
// whom it attacks, or none.
func (s *State) sum(i int, stat, subtype uint8) int {
	me := &s.heisters[i]
	n := 0
	for j := range s.heisters {
		h := &s.heisters[j]
		if h.kind == none {
			continue
		}
		for _, k := range h.carried() {
			if k == none || s.kindOf(k).lasts>>stat&1 == 0 {
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

// sumPlace adds up a stat of one scope over the officers, their equipment and the
// mandate of a place.
func (s *State) sumPlace(col, depth int, stat, scope uint8) int {
	n := 0
	if s.game.deck.lasts[scope]>>stat&1 == 0 {
		return 0
	}
	p := &s.cols[col].places[depth]
	for j := range p.officers {
		o := &p.officers[j]
		if o.kind == none || o.down {
			continue
		}
		n += s.sumCard(o.kind, stat, scope)
		if o.equip != none {
			n += s.sumCard(o.equip, stat, scope)
		}
	}
	if p.mandate != none {
		n += s.sumCard(p.mandate, stat, scope)
	}
	return n
}

func (s *State) sumCard(k, stat, scope uint8) int {
	n := 0
	if s.kindOf(k).lasts>>stat&1 == 0 {
		return 0
	}
	for _, p := range s.kindOf(k).passives {
		if p.stat == stat && p.scope == scope && s.holds(p.cond, Police) {
			n += int(p.amount)
		}
	}
	return n
}

// sumOfficer adds up a stat for an officer: its own, what those at its place give
// and what the heisters before it take.
func (s *State) sumOfficer(col, depth, slot int, stat uint8) int {
	o := s.officer(col, depth, slot)
	n := s.sumCard(o.kind, stat, scopeSelf) + s.sumPlace(col, depth, stat, scopeHere)
	if o.equip != none {
		n += s.sumCard(o.equip, stat, scopeSelf)
	}
	if !s.isTop(col, depth) {
		return n
	}
	for i := range s.heisters {
		if !s.hereAt(i, col) {
			continue
		}
		for _, k := range s.heisters[i].carried() {
			if k == none || s.kindOf(k).lasts>>stat&1 == 0 {
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
