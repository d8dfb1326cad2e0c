package payday

import (
	"ringer/env"
	"ringer/env/payday/internal/cards"
)

// This file is combat (PAY-13, PAY-34).

// fight goes on with the combats of a round. It returns true when it asks.
func (s *State) fight() bool {
	if s.battle >= 0 {
		return s.clash()
	}
	var first, n int
	for col := s.columns() - 1; col >= 0; col-- {
		if s.fought>>col&1 == 0 && s.fightable(col) {
			first, n = col, n+1
		}
	}
	switch n {
	case 0:
		s.beginUpdate()
		return false
	case 1:
		s.beginCombat(first)
		return false
	}
	return s.ask(AskBattle, Police)
}

func (s *State) beginCombat(col int) {
	s.battle, s.fought = int8(col), s.fought|1<<col
	s.passes, s.fielded, s.attacker, s.firing = 0, [2]uint8{}, -1, -1
	s.turn = Police // to play the first combat card
}

// clash goes on with one combat: combat cards until both pass in a row, then the
// heisters, then the officers.
func (s *State) clash() bool {
	col := int(s.battle)
	if !s.fightable(col) {
		s.endCombat() // a card has ended it
		return false
	}
	if s.passes < 2 {
		return s.ask(AskCombat, int(s.turn))
	}
	if s.firing < 0 && s.askAttack() {
		return true
	}
	if s.firing < 0 {
		s.bury()
		s.firing = 0
	}
	if s.askFire() {
		return true
	}
	s.endCombat()
	return false
}

// mayAttack reports whether a heister still attacks in this combat: it deals damage, and
// somebody is left within its weapon's reach.
func (s *State) mayAttack(i int) bool {
	h := &s.heisters[i]
	if !s.hereAt(i, int(s.battle)) || h.attacked || h.stunned || s.strength(i) <= 0 {
		return false
	}
	reach := s.reachOf(i)
	for j := range slots {
		if s.hittable(j, reach) {
			return true
		}
	}
	return false
}

// reachOf returns the subtypes that a heister may attack, as bits.
func (s *State) reachOf(i int) uint8 {
	if w := s.heisters[i].weapon; w != none {
		return s.kindOf(w).Reach
	}
	return 1<<cards.Subtypes - 1
}

// hittable reports whether the officer in a slot of the combat may be attacked with a
// reach: one that was dealt a deadly wound in this step is no target any more (PAY-34).
func (s *State) hittable(slot int, reach uint8) bool {
	col, depth := int(s.battle), int(s.cols[s.battle].top)
	o := s.officer(col, depth, slot)
	return o.kind != none && !o.down && reach>>s.kindOf(o.kind).Subtype&1 != 0 && !s.doomed(col, depth, slot)
}

// doomed reports whether the damage of this combat on an officer exceeds its armor: it is
// buried when all heisters have attacked (PAY-34).
func (s *State) doomed(col, depth, slot int) bool {
	o := s.officer(col, depth, slot)
	return o.hurt > 0 && int(o.hurt) > s.armorOf(col, depth, slot)
}

// askAttack asks which heister attacks, and which officer.
func (s *State) askAttack() bool {
	for {
		if s.attacker >= 0 {
			if s.attackedCount() < s.targetValue(int(s.attacker)) && s.victims() != 0 {
				return s.ask(AskAttack, Criminal)
			}
			s.attacker = -1
		}
		first, n := 0, 0
		for i := maxHeisters - 1; i >= 0; i-- {
			if s.mayAttack(i) {
				first, n = i, n+1
			}
		}
		switch n {
		case 0:
			return false
		case 1:
			s.beginAttack(first)
		default:
			return s.ask(AskAttacker, Criminal)
		}
	}
}

func (s *State) beginAttack(i int) {
	s.attacker, s.attacked = int8(i), 0
	s.heisters[i].attacked = true
}

func (s *State) attackedCount() int {
	n := 0
	for j := range slots {
		n += int(s.attacked >> j & 1)
	}
	return n
}

// appendVictims lists the officers that the attacker may still attack: those within its
// weapon's reach, with a shield first.
func (s *State) appendVictims(dst []env.Action) []env.Action {
	col := int(s.battle)
	depth := int(s.cols[col].top)
	victims := s.victims()
	for j := range slots {
		if victims>>j&1 != 0 {
			dst = append(dst, s.officerAt(col, depth, j))
		}
	}
	return dst
}

// victims returns the slots of those officers, as bits.
func (s *State) victims() uint8 {
	col := int(s.battle)
	depth := int(s.cols[col].top)
	reach := s.reachOf(int(s.attacker))
	var shielded, others uint8
	for j := range slots {
		switch {
		case s.attacked>>j&1 != 0 || !s.hittable(j, reach):
		case s.shielded(s.officer(col, depth, j)):
			shielded |= 1 << j
		default:
			others |= 1 << j
		}
	}
	if shielded != 0 {
		return shielded
	}
	return others
}

// bury removes the officers whose damage of this combat exceeds their armor. Until then
// their cards help the others: all heisters deal their damage in one step (PAY-34).
func (s *State) bury() {
	col := s.battle
	depth := s.cols[col].top
	var dead uint8
	for j := range slots {
		if s.officer(int(col), int(depth), j).kind != none && s.doomed(int(col), int(depth), j) {
			dead |= 1 << j
		}
	}
	for j := range slots {
		if dead>>j&1 != 0 {
			s.kill(target{col: col, depth: depth, slot: int8(j)})
		}
	}
}

// askFire lets the surviving officers attack in slot order; one heister is not
// asked for.
func (s *State) askFire() bool {
	col := int(s.battle)
	depth := int(s.cols[col].top)
	for ; s.firing < slots; s.firing++ {
		o := s.officer(col, depth, int(s.firing))
		if o.kind == none || o.down || o.stunned || s.damageOf(col, depth, int(s.firing)) <= 0 {
			continue
		}
		first, n := 0, 0
		for i := maxHeisters - 1; i >= 0; i-- {
			if s.hereAt(i, col) {
				first, n = i, n+1
			}
		}
		if n > 1 {
			return s.ask(AskFire, Police)
		}
		if n == 1 {
			s.fireAt(first)
		}
	}
	return false
}

func (s *State) fireAt(i int) {
	col := int(s.battle)
	s.wound(i, s.damageOf(col, int(s.cols[col].top), int(s.firing)))
}

// wound puts damage tokens on a heister, less its armor (PAY-34).
func (s *State) wound(i, n int) {
	n = min(max(0, n-s.armorOn(i)), maxTokens-int(s.heisters[i].damage))
	s.heisters[i].damage += uint8(n)
	s.ledger.dealt += int32(n)
}

// hurtBy adds damage of this combat.
func (o *officer) hurtBy(n int) { o.hurt = uint8(min(int(o.hurt)+n, maxTokens)) }

// endCombat clears what was for this combat only.
func (s *State) endCombat() {
	for i := range s.heisters {
		h := &s.heisters[i]
		h.boost, h.brace, h.stunned, h.attacked = 0, 0, false, false
	}
	for d := range places {
		for j := range slots {
			o := s.officer(int(s.battle), d, j)
			o.boost, o.brace, o.stunned, o.hurt = 0, 0, false, 0
		}
	}
	s.battle, s.attacker, s.firing = -1, -1, -1
	s.settleLimbo()
}

// legalCombat lists the answers to the questions of a combat.
func (s *State) legalCombat(dst []env.Action) []env.Action {
	ids := &s.game.actions
	switch s.question {
	case AskBattle:
		for col := range s.columns() {
			if s.fought>>col&1 == 0 && s.fightable(col) {
				dst = append(dst, ids.column+env.Action(col))
			}
		}
	case AskCombat:
		return s.appendCombat(dst)
	case AskAttacker:
		for i := range s.heisters {
			if s.mayAttack(i) {
				dst = append(dst, ids.heister+env.Action(i))
			}
		}
	case AskAttack:
		return append(s.appendVictims(dst), ids.say(StepEnd)) // an attack may be withheld
	case AskFire:
		for i := range s.heisters {
			if s.hereAt(i, int(s.battle)) {
				dst = append(dst, ids.heister+env.Action(i))
			}
		}
	}
	return dst
}

// appendCombat lists combat cards that the seat can pay for, whatever it played
// before, and assets for combat (PAY-23, PAY-25, PAY-43).
func (s *State) appendCombat(dst []env.Action) []env.Action {
	d, seat := &s.game.deck, int(s.actor)
	if int(s.fielded[seat]) < s.game.config.CombatCards {
		base := d.Base[seat]
		for i, n := range s.zones[seat].hand[:d.KindsOf(seat)] {
			if k := &d.Kinds[base+i]; n > 0 && k.Combat && (k.Type == TypeSkill || k.Type == TypeOrder) && s.cost(seat, uint8(base+i)) <= int(s.cash[seat]) {
				dst = append(dst, env.Action(base+i))
			}
		}
		dst = s.appendAssets(dst, seat, true)
	}
	return append(dst, s.game.actions.say(StepEnd))
}

// answerCombat answers the questions of a combat.
func (s *State) answerCombat(a env.Action) {
	ids := &s.game.actions
	end := a == ids.say(StepEnd)
	switch s.question {
	case AskBattle:
		s.beginCombat(int(a - ids.column))
	case AskCombat:
		seat := int(s.actor)
		s.turn = int8(1 - seat)
		if end {
			s.passes++
			return
		}
		s.passes = 0
		s.fielded[seat]++
		if a >= ids.heister {
			s.useAsset(a)
			return
		}
		k := uint8(a)
		s.pay(seat, s.cost(seat, k))
		s.leaveHand(k)
		z, i := s.zonesOf(k)
		z.limbo[i]++
		s.carryOut(k, seat, listOnce, s.battle)
	case AskAttacker:
		s.beginAttack(int(a - ids.heister))
	case AskAttack:
		if end {
			s.attacker = -1
			return
		}
		t := s.asOfficer(a)
		o := s.at(t)
		o.hurtBy(s.strengthAgainst(int(s.attacker), s.kindOf(o.kind).Subtype))
		s.attacked |= 1 << t.slot
	case AskFire:
		s.fireAt(int(a - ids.heister))
		s.firing++
	}
}
