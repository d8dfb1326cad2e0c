package payday

import "ringer/env"

// This file is how cards are paid for, played and put in their places, and how
// their effects are carried out one by one.

// affordable says whether a seat can pay for a card of its hand in its card step:
// any number that cost cash, and one that is free (PAY-23).
func (s *State) affordable(seat int, k uint8) bool {
	if s.firstHeister(k) {
		return true
	}
	if s.kindOf(k).cost == 0 && s.kindOf(k).typ != typeHeister {
		return !s.freeUsed
	}
	have := int(s.cash[seat])
	if seat == Criminal {
		have += int(s.pending)
	}
	return s.cost(seat, k) <= have
}

// firstHeister says whether a card is a heister played while none is on the table
// (PAY-9).
func (s *State) firstHeister(k uint8) bool {
	return s.kindOf(k).typ == typeHeister && s.onTable() == 0
}

// cost is what a card costs now.
func (s *State) cost(seat int, k uint8) int {
	n := int(s.kindOf(k).cost)
	if s.kindOf(k).typ == typeHeister {
		n += s.onTable()
	}
	return max(0, n-s.discount(seat, k))
}

// charge takes the cash for a card. A Loot that waits pays first; what is left of
// it is lost (PAY-22).
func (s *State) charge(seat int, k uint8) {
	switch {
	case s.firstHeister(k):
		return
	case s.kindOf(k).cost == 0 && s.kindOf(k).typ != typeHeister:
		s.freeUsed = true
		return
	}
	n := s.cost(seat, k)
	if seat == Criminal && s.pending > 0 {
		n = max(0, n-int(s.pending))
		s.pending = 0
	}
	s.pay(seat, n)
}

// answerCard answers nodeCard.
func (s *State) answerCard(a env.Action) {
	ids := &s.game.actions
	seat := int(s.actor)
	switch {
	case a == ids.step+stepEnd:
		s.pending = 0
		s.phase = phaseMoves
		return
	case a < ids.heister:
		s.playCard(seat, uint8(a))
	case a < ids.officer:
		i := int8(a - ids.heister)
		h := &s.heisters[i]
		h.used = true
		s.carryOut(h.kind, seat, listTurn, h.col)
	default:
		s.useAsset(a)
	}
	s.acted = true
}

// carryOut starts on the effects of one card.
func (s *State) carryOut(k uint8, seat int, list uint8, col int8) {
	s.frame = frame{kind: k, seat: int8(seat), list: list, col: col, officer: target{slot: -1}}
}

// playCard plays a card of the hand in the card step.
func (s *State) playCard(seat int, k uint8) {
	kd := s.kindOf(k)
	switch kd.typ {
	case typeLoot: // PAY-22: not the free card
		if kd.keep {
			s.earn(seat, int(kd.value))
		} else {
			s.pending = kd.value
		}
	case typeFunding:
		if kd.trigger != triggerImmediate {
			i := s.freeFunding()
			s.funds[i] = funding{kind: k, uses: kd.uses, wait: kd.every}
			s.leaveHand(k)
			return
		}
	default:
		s.charge(seat, k)
	}
	s.leaveHand(k)
	z, i := s.zonesOf(k)
	z.limbo[i]++
	switch kd.typ {
	case typeLoot:
	case typeSkill, typeOrder, typeFunding:
		s.carryOut(k, seat, listOnce, -1)
	default:
		s.carryOut(k, seat, listEnter, -1)
		s.frame.placing = true
	}
}

// answerWhere puts the card being played in its place.
func (s *State) answerWhere(a env.Action) {
	ids := &s.game.actions
	k := s.frame.kind
	kd := s.kindOf(k)
	z, local := s.zonesOf(k)
	z.limbo[local]--
	s.frame.placing = false
	switch kd.typ {
	case typeHeister:
		s.enter(k, int8(a-ids.column))
		s.frame.col = int8(a - ids.column)
	case typePerk:
		h := &s.heisters[a-ids.heister]
		s.discardCard(h.perk) // PAY-10
		h.perk = k
	case typeWeapon:
		h := &s.heisters[a-ids.heister]
		s.discardCard(h.weapon)
		h.weapon = k
		h.given &^= 1 << itemWeapon
	case typeArmor:
		h := &s.heisters[a-ids.heister]
		s.discardCard(h.armor)
		h.armor = k
		h.given &^= 1 << itemArmor
	case typeAsset:
		c := &s.cols[a-ids.column]
		s.discardCard(c.asset) // PAY-25
		c.asset, c.uses = k, kd.uses
	case typeOfficer:
		col, depth := ids.asPlace(a)
		*s.officer(col, depth, s.room(col, depth)) = officer{kind: k, equip: none}
		s.frame.col = int8(col)
	case typePoliceGun, typePoliceArmor:
		s.at(ids.asOfficer(a)).equip = k
	case typeMandate:
		col, depth := ids.asPlace(a)
		s.cols[col].places[depth].mandate = k
	case typePoliceAsset:
		col, depth := ids.asPlace(a)
		p := &s.cols[col].places[depth]
		s.discardCard(p.asset)
		p.asset, p.uses = k, kd.uses
	}
}

// enter puts a heister on the table.
func (s *State) enter(k uint8, col int8) {
	for i := range s.heisters {
		if s.heisters[i].kind == none {
			s.heisters[i] = heister{kind: k, col: col, perk: none, weapon: none, armor: none, loot: none}
			s.played = true
			return
		}
	}
}

// useAsset takes a token off an asset and begins its effects (PAY-25, PAY-29).
func (s *State) useAsset(a env.Action) {
	ids := &s.game.actions
	if a >= ids.place && a < ids.move {
		col, depth := ids.asPlace(a)
		p := &s.cols[col].places[depth]
		s.carryOut(p.asset, Police, listOnce, int8(col))
		p.uses--
		if p.uses == 0 {
			s.discardCard(p.asset)
			p.asset = none
		}
		return
	}
	c := &s.cols[a-ids.column]
	s.carryOut(c.asset, Criminal, listOnce, int8(a-ids.column))
	c.uses--
	if c.uses == 0 {
		s.discardCard(c.asset)
		c.asset = none
	}
}

// effects lists what the frame carries out.
func (s *State) effects() []effect {
	kd := s.kindOf(s.frame.kind)
	switch s.frame.list {
	case listEnter:
		return kd.enter
	case listTurn:
		return kd.turn
	}
	return kd.once
}

// runFrame goes on with the card of the frame; true when it asks.
func (s *State) runFrame() bool {
	if s.frame.placing {
		return s.ask(nodeWhere, int(s.frame.seat))
	}
	if s.frame.officer.slot >= 0 {
		return s.ask(nodeRedeploy, int(s.frame.seat))
	}
	list := s.effects()
	if int(s.frame.at) >= len(list) {
		s.frame = frame{kind: none}
		return false
	}
	e := &list[s.frame.at]
	if !s.holds(e.cond, int(s.frame.seat)) {
		s.frame.at++
		return false
	}
	switch e.op {
	case opDash:
		if s.onTable() > 0 && s.columns() > 1 {
			return s.ask(nodeDash, int(s.frame.seat))
		}
		s.frame.at++
		return false
	case opRecover:
		if s.recoverable(e) {
			return s.ask(nodeRecover, int(s.frame.seat))
		}
		s.frame.at++
		return false
	}
	return s.aim(e)
}

// aim finds the target of the frame's effect: the only one there is, or the one
// that the seat chooses; with none the effect fizzles (PAY-39).
func (s *State) aim(e *effect) bool {
	switch e.on {
	case onNone:
		s.frame.at++
		operations[e.op].act.apply(s, e, target{heister: -1, col: s.frame.col, slot: -1})
		return false
	case onHeistersHere, onOfficersHere, onColumnHere:
		s.frame.at++
		s.each(e)
		return false
	}
	var buffer [maxColumns * places * slots]env.Action
	list := s.appendTargets(buffer[:0], e)
	switch len(list) {
	case 0:
		s.frame.at++
		return false
	case 1:
		s.aimAt(e, list[0])
		return false
	}
	return s.ask(nodeTarget, int(s.frame.seat))
}

// each applies an effect to everyone at the column of the frame.
func (s *State) each(e *effect) {
	act, col := operations[e.op].act, int(s.frame.col)
	switch e.on {
	case onColumnHere:
		act.apply(s, e, target{heister: -1, col: s.frame.col, slot: -1})
	case onHeistersHere:
		for i := range s.heisters {
			if s.hereAt(i, col) {
				act.apply(s, e, target{heister: int8(i), col: -1, slot: -1})
			}
		}
	case onOfficersHere:
		depth := s.cols[col].top
		for j := range slots {
			if o := s.officer(col, int(depth), j); o.kind != none && !o.down {
				act.apply(s, e, target{heister: -1, col: int8(col), depth: depth, slot: int8(j)})
			}
		}
	}
}

// legalTargets lists the targets of the frame's effect.
func (s *State) legalTargets(dst []env.Action) []env.Action {
	return s.appendTargets(dst, &s.effects()[s.frame.at])
}

func (s *State) appendTargets(dst []env.Action, e *effect) []env.Action {
	ids := &s.game.actions
	switch e.on {
	case onHeister, onHeisterHere:
		for i := range s.heisters {
			if s.heisters[i].kind != none && (e.on == onHeister || int8(s.frame.col) == s.heisters[i].col) {
				dst = append(dst, ids.heister+env.Action(i))
			}
		}
	case onOfficer, onOfficerHere:
		for col := range s.columns() {
			if e.on == onOfficerHere && col != int(s.frame.col) {
				continue
			}
			for d := int(s.cols[col].top); d <= int(s.cols[col].count); d++ {
				if e.on == onOfficerHere && !s.isTop(col, d) {
					continue
				}
				for j := range slots {
					if o := s.officer(col, d, j); o.kind != none && !o.down {
						dst = append(dst, ids.officerAt(col, d, j))
					}
				}
			}
		}
	case onColumn:
		for col := range s.columns() {
			if s.useful(e, col) {
				dst = append(dst, ids.column+env.Action(col))
			}
		}
	}
	return dst
}

// useful says whether an effect can do something at a column.
func (s *State) useful(e *effect, col int) bool {
	switch e.op {
	case opWork:
		return s.workable(col) && s.heistersAt(col) > 0
	case opSetback:
		return s.workable(col) && s.cols[col].progress > 0
	case opLock:
		return s.cols[col].top < s.cols[col].count && !s.cols[col].locked
	case opReveal:
		return s.hiddenFrom(col) >= 0
	case opSabotage:
		return s.sabotageable(int(s.frame.seat), col)
	case opRefill:
		return s.refillable(int(s.frame.seat), col)
	}
	return true
}

// answerEffect takes the answer to a question of an effect.
func (s *State) answerEffect(a env.Action) {
	ids := &s.game.actions
	e := &s.effects()[s.frame.at]
	switch s.node {
	case nodeDash:
		i, dir := ids.asMove(a)
		s.step(i, dir)
	case nodeRedeploy:
		col, depth := ids.asPlace(a)
		s.relocate(s.frame.officer, col, depth)
		s.frame.officer.slot = -1
	case nodeRecover:
		s.takeBack(uint8(a))
	default:
		s.aimAt(e, a)
		return
	}
	s.frame.at++
}

// aimAt carries out the frame's effect on the target of an action.
func (s *State) aimAt(e *effect, a env.Action) {
	ids := &s.game.actions
	t := target{heister: -1, col: -1, slot: -1}
	switch {
	case a < ids.officer:
		t.heister = int8(a - ids.heister)
	case a < ids.column:
		t = ids.asOfficer(a)
	default:
		t.col = int8(a - ids.column)
	}
	if e.op == opRedeploy {
		var buffer [3 * places]env.Action
		if len(s.appendDestinations(buffer[:0], t)) > 0 {
			s.frame.officer = t // and then where to
			return
		}
	} else {
		operations[e.op].act.apply(s, e, t)
	}
	s.frame.at++
}

// relocate moves an officer to a place with room.
func (s *State) relocate(t target, col, depth int) *officer {
	from := s.at(t)
	to := s.officer(col, depth, s.room(col, depth))
	*to = *from
	*from = officer{kind: none, equip: none}
	return to
}

// step moves a heister one column.
func (s *State) step(i, dir int) {
	s.heisters[i].col += int8(2*dir - 1)
}

// holds tests a condition of the table as one side sees it.
func (s *State) holds(cond uint8, seat int) bool {
	switch cond {
	case ifSecured:
		return s.secured > 0
	case ifPoor:
		return s.cash[seat] <= 1
	}
	return true
}
