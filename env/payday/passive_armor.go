package payday

// armor raises or lowers what damage must exceed to kill an officer, and what it
// is reduced by for a heister.

// armorOn is the armor of a heister.
func (s *State) armorOn(i int) int { return s.armorWith(i, s.sum(i, statArmor, none)) }

// armorWith is the armor of a heister to whom lasting operations add n.
func (s *State) armorWith(i, n int) int {
	h := &s.heisters[i]
	n += int(h.brace)
	if h.armor != none {
		n += int(s.kindOf(h.armor).armor)
	}
	return max(0, n)
}

// armorOf is the armor of an officer.
func (s *State) armorOf(col, depth, slot int) int {
	return s.officerArmor(s.officer(col, depth, slot), s.sumPosted(col, depth, statArmor))
}

// officerArmor is the armor of an officer to whom others add n.
func (s *State) officerArmor(o *officer, n int) int {
	n += int(s.kindOf(o.kind).armor) + int(o.brace) + s.sumOfficer(o, statArmor)
	if o.equip != none {
		n += int(s.kindOf(o.equip).armor)
	}
	return max(0, n)
}
