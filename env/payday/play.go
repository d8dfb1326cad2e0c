package payday

import "ringer/env"

// This file is the card step: cards are paid for, played and put in their places, assets
// and abilities are used.

// affordable reports whether a seat can pay for a card of its hand in its card
// step: any number that cost cash, and one that is free (PAY-23).
func (s *State) affordable(seat int, k uint8) bool {
	if s.firstHeister(k) {
		return true
	}
	if s.kindOf(k).cost == 0 && s.kindOf(k).typ != TypeHeister {
		return !s.freeUsed
	}
	have := int(s.cash[seat])
	if seat == Criminal {
		have += int(s.pending)
	}
	return s.cost(seat, k) <= have
}

// firstHeister reports whether a card is a heister played while none is on the
// table (PAY-9).
func (s *State) firstHeister(k uint8) bool {
	return s.kindOf(k).typ == TypeHeister && s.onTable() == 0
}

// cost returns the price of a card now, in cash.
func (s *State) cost(seat int, k uint8) int {
	n := int(s.kindOf(k).cost)
	if s.kindOf(k).typ == TypeHeister {
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
	case s.kindOf(k).cost == 0 && s.kindOf(k).typ != TypeHeister:
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

// answerCard answers AskCard.
func (s *State) answerCard(a env.Action) {
	ids := &s.game.actions
	seat := int(s.actor)
	switch {
	case a == ids.say(StepEnd):
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
	case TypeLoot: // PAY-22: not the free card
		if kd.keep {
			s.earn(seat, int(kd.value))
		} else {
			s.pending = kd.value
		}
	case TypeFunding:
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
	case TypeLoot:
	case TypeSkill, TypeOrder, TypeFunding:
		s.carryOut(k, seat, listOnce, -1)
	default:
		s.carryOut(k, seat, listEnter, -1)
		s.frame.placing = true
	}
}

// answerWhere puts the card being played in its place; perks, weapons and armor on
// any heister on the table (PAY-24).
func (s *State) answerWhere(a env.Action) {
	ids := &s.game.actions
	k := s.frame.kind
	kd := s.kindOf(k)
	z, local := s.zonesOf(k)
	z.limbo[local]--
	s.frame.placing = false
	switch kd.typ {
	case TypeHeister:
		s.enter(k, int8(a-ids.column))
		s.frame.col = int8(a - ids.column)
	case TypePerk:
		h := &s.heisters[a-ids.heister]
		s.discardCard(h.perk) // PAY-10
		h.perk = k
	case TypeWeapon:
		h := &s.heisters[a-ids.heister]
		s.discardCard(h.weapon)
		h.weapon = k
		h.given &^= 1 << ItemWeapon
	case TypeArmor:
		h := &s.heisters[a-ids.heister]
		s.discardCard(h.armor)
		h.armor = k
		h.given &^= 1 << ItemArmor
	case TypeAsset:
		c := &s.cols[a-ids.column]
		s.discardCard(c.asset) // PAY-25
		c.asset, c.uses = k, kd.uses
	case TypeOfficer:
		col, depth := s.asPlace(a)
		*s.officer(col, depth, s.room(col, depth)) = officer{kind: k, equip: none}
		s.frame.col = int8(col)
	case TypePoliceWeapon, TypePoliceArmor:
		s.at(s.asOfficer(a)).equip = k
	case TypeMandate:
		col, depth := s.asPlace(a)
		s.cols[col].places[depth].mandate = k
	case TypePoliceAsset:
		col, depth := s.asPlace(a)
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
		col, depth := s.asPlace(a)
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
