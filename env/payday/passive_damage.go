package payday

// damage raises or lowers what a heister or an officer deals.

// strengthAgainst is what a heister deals to an officer of a subtype; none: of any.
func (s *State) strengthAgainst(i int, subtype uint8) int {
	return s.strengthWith(i, s.sum(i, statDamage, subtype))
}

// strengthWith is what a heister deals to whom lasting operations add n.
func (s *State) strengthWith(i, n int) int {
	h := &s.heisters[i]
	n += int(s.kindOf(h.kind).damage) + int(h.boost)
	if h.weapon != none {
		n += int(s.kindOf(h.weapon).damage)
	}
	return max(0, n)
}

// strength is the most that a heister can deal to one officer at its place.
func (s *State) strength(i int) int {
	return s.bestStrength(i, s.strengthAgainst(i, none))
}

// bestStrength is the most that a heister can deal who deals n to just anyone.
func (s *State) bestStrength(i, n int) int {
	if !s.choosy(i) {
		return n
	}
	col := int(s.heisters[i].col)
	for j := range slots {
		if o := s.officer(col, int(s.cols[col].top), j); o.kind != none && !o.down {
			n = max(n, s.strengthAgainst(i, s.kindOf(o.kind).subtype))
		}
	}
	return n
}

// choosy says whether some card that may help a heister asks whom it attacks.
func (s *State) choosy(i int) bool {
	lasts := &s.game.deck.crewLasts
	shared := (lasts[scopeHere]|lasts[scopeTeam])&asksSubtype != 0
	for j := range s.heisters {
		if (j == i || shared) && s.crewLasts(j)&asksSubtype != 0 {
			return true
		}
	}
	return false
}

// damageOf is what an officer deals before armor.
func (s *State) damageOf(col, depth, slot int) int {
	return s.officerDamage(s.officer(col, depth, slot), s.sumPosted(col, depth, statDamage))
}

// officerDamage is what an officer deals to whom others add n.
func (s *State) officerDamage(o *officer, n int) int {
	n += int(s.kindOf(o.kind).damage) + int(o.boost) + s.sumOfficer(o, statDamage)
	if o.equip != none {
		n += int(s.kindOf(o.equip).damage)
	}
	return max(0, n)
}
