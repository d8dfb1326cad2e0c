package payday

// armor raises or lowers what damage must exceed to kill an officer, and what it
// is reduced by for a heister.

// armorOn is the armor of a heister.
func (s *State) armorOn(i int) int {
	h := &s.heisters[i]
	n := int(h.brace) + s.sum(i, statArmor, none)
	if h.armor != none {
		n += int(s.kindOf(h.armor).armor)
	}
	return max(0, n)
}

// armorOf is the armor of an officer.
func (s *State) armorOf(col, depth, slot int) int {
	o := s.officer(col, depth, slot)
	n := int(s.kindOf(o.kind).armor) + int(o.brace) + s.sumOfficer(col, depth, slot, statArmor)
	if o.equip != none {
		n += int(s.kindOf(o.equip).armor)
	}
	return max(0, n)
}
