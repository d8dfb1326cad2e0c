package payday

// This file is the stats of heisters and officers.

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

// health raises or lowers how much damage a heister can take.

// health of a heister: with so many damage tokens it is discarded (PAY-14).
func (s *State) health(i int) int { return s.healthWith(i, s.sum(i, statHealth, none)) }

// healthWith is the health of a heister to which lasting operations add n.
func (s *State) healthWith(i, n int) int {
	return max(1, int(s.kindOf(s.heisters[i].kind).health)+n)
}

// targets raises how many officers a heister can attack in one combat.

// targetValue is that number: 1, or what the weapon says (PAY-13).
func (s *State) targetValue(i int) int { return s.targetsWith(i, s.sum(i, statTargets, none)) }

// targetsWith is that number when lasting operations add n.
func (s *State) targetsWith(i, n int) int {
	weapon := 1
	if w := s.heisters[i].weapon; w != none {
		weapon = max(1, int(s.kindOf(w).targets))
	}
	return max(1, n+weapon)
}

// shield makes heisters attack an officer before others that have none.

func (s *State) shielded(o *officer) bool {
	return s.sumCard(o.kind, statShield, scopeSelf) > 0 || s.sumCard(o.equip, statShield, scopeSelf) > 0
}
