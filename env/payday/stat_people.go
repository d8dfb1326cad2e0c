package payday

// This file rules the stats of heisters and officers.

// strengthAgainst returns the damage that a heister deals to an officer of a subtype;
// none: of any.
func (s *State) strengthAgainst(i int, subtype uint8) int {
	return s.strengthWith(i, s.sum(i, statDamage, subtype))
}

// strengthWith returns the damage of a heister to which lasting operations add n.
func (s *State) strengthWith(i, n int) int {
	h := &s.heisters[i]
	n += int(s.kindOf(h.kind).damage) + int(h.boost)
	if h.weapon != none {
		n += int(s.kindOf(h.weapon).damage)
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
			n = max(n, s.strengthAgainst(i, s.kindOf(o.kind).subtype))
		}
	}
	return n
}

// choosy reports whether the strength of a heister may depend on the officer that
// it attacks.
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

// damageOf returns the damage of an officer, before armor.
func (s *State) damageOf(col, depth, slot int) int {
	return s.officerDamage(s.officer(col, depth, slot), s.sumPosted(col, depth, statDamage))
}

// officerDamage returns the damage of an officer to which others add n.
func (s *State) officerDamage(o *officer, n int) int {
	n += int(s.kindOf(o.kind).damage) + int(o.boost) + s.sumOfficer(o, statDamage)
	if o.equip != none {
		n += int(s.kindOf(o.equip).damage)
	}
	return max(0, n)
}

// armorOn returns the armor of a heister: damage to it is reduced by so much.
func (s *State) armorOn(i int) int { return s.armorWith(i, s.sum(i, statArmor, none)) }

// armorWith returns the armor of a heister to which lasting operations add n.
func (s *State) armorWith(i, n int) int {
	h := &s.heisters[i]
	n += int(h.brace)
	if h.armor != none {
		n += int(s.kindOf(h.armor).armor)
	}
	return max(0, n)
}

// armorOf returns the armor of an officer: damage must exceed it to kill.
func (s *State) armorOf(col, depth, slot int) int {
	return s.officerArmor(s.officer(col, depth, slot), s.sumPosted(col, depth, statArmor))
}

// officerArmor returns the armor of an officer to which others add n.
func (s *State) officerArmor(o *officer, n int) int {
	n += int(s.kindOf(o.kind).armor) + int(o.brace) + s.sumOfficer(o, statArmor)
	if o.equip != none {
		n += int(s.kindOf(o.equip).armor)
	}
	return max(0, n)
}

// health returns the health of a heister: with this many damage tokens it is discarded
// (PAY-14).
func (s *State) health(i int) int { return s.healthWith(i, s.sum(i, statHealth, none)) }

// healthWith returns the health of a heister to which lasting operations add n.
func (s *State) healthWith(i, n int) int {
	return max(1, int(s.kindOf(s.heisters[i].kind).health)+n)
}

// targetValue returns how many officers a heister can attack in one combat: 1, or the
// Target value of its weapon (PAY-13), and what lasting operations add.
func (s *State) targetValue(i int) int { return s.targetsWith(i, s.sum(i, statTargets, none)) }

// targetsWith returns that number when lasting operations add n.
func (s *State) targetsWith(i, n int) int {
	weapon := 1
	if w := s.heisters[i].weapon; w != none {
		weapon = max(1, int(s.kindOf(w).targets))
	}
	return max(1, n+weapon)
}

// shielded reports whether heisters must attack an officer before others that have
// no shield.
func (s *State) shielded(o *officer) bool {
	return s.sumCard(o.kind, statShield, scopeSelf) > 0 || s.sumCard(o.equip, statShield, scopeSelf) > 0
}
