package payday

import "ringer/env"

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	a := &s.game.actions
	switch s.node {
	case nodeSize, nodePaydays, nodeKey, nodeLootAt, nodeHard, nodeObstacle, nodeObstacleAt, nodeGuard, nodeGuardAt:
		return s.legalSetup(dst)
	case nodeRedraw:
		dst = append(dst, a.step+stepKeep)
		if s.mayRedraw() {
			dst = append(dst, a.step+stepRedraw)
		}
	case nodeSwap:
		return append(s.appendHand(dst, Police), a.step+stepEnd)
	case nodeHandLimit:
		return s.appendHand(dst, int(s.actor))
	case nodeCard:
		return s.legalCards(dst)
	case nodeWhere:
		return s.legalWhere(dst)
	case nodeTarget:
		return s.legalTargets(dst)
	case nodeDash:
		return s.appendMoves(dst, false)
	case nodeRedeploy:
		return s.appendDestinations(dst, s.frame.officer)
	case nodeRecover:
		return s.appendRecoverable(dst)
	case nodeMove:
		return append(s.appendMoves(dst, true), a.step+stepEnd)
	case nodeTransfer:
		return append(s.appendTransfers(dst), a.step+stepEnd)
	case nodeEscape:
		return append(s.appendEscapes(dst), a.step+stepEnd)
	case nodeMoveFrom, nodeMoveWho, nodeMoveTo:
		return s.legalPoliceMoves(dst)
	case nodeBattle, nodeCombat, nodeAttacker, nodeAttack, nodeFire:
		return s.legalCombat(dst)
	case nodePay:
		return append(dst, a.step+stepPay, a.step+stepDecline)
	case nodeRegroup:
		return append(dst, s.placeAt(int(s.cursor), int(s.cols[s.cursor].top)), a.step+stepHand)
	case nodeLoot:
		for i, n := range s.cols[s.cursor].lying {
			if n > 0 {
				dst = append(dst, env.Action(s.game.deck.loots[i]))
			}
		}
		return append(dst, a.step+stepDecline)
	case nodeDraw, nodeDrop:
		counts, base, _ := s.pool()
		for i, n := range counts {
			if n > 0 {
				dst = append(dst, base+env.Action(i))
			}
		}
	}
	return dst
}

// pool is what chance draws from: cards by kind, the id of the first, and their
// number.
func (s *State) pool() (counts []uint8, base env.Action, total int) {
	d := &s.game.deck
	seat := 0
	if s.node == nodeDraw {
		if s.draws[seat] == 0 {
			seat = 1
		}
		return s.zones[seat].pile[:d.kindsOf(seat)], env.Action(d.base[seat]), int(s.zones[seat].left)
	}
	if s.drops[seat] == 0 {
		seat = 1
	}
	return s.zones[seat].hand[:d.kindsOf(seat)], env.Action(d.base[seat]), int(s.zones[seat].size)
}

// ChanceOutcomes implements env.Chancer.
func (s *State) ChanceOutcomes(dst []env.Outcome) []env.Outcome {
	if s.actor != env.Chance {
		return dst
	}
	if s.node == nodeDraw || s.node == nodeDrop {
		counts, base, total := s.pool()
		for i, n := range counts {
			if n > 0 {
				dst = append(dst, env.Outcome{Action: base + env.Action(i), Prob: float64(n) / float64(total)})
			}
		}
		return dst
	}
	var buffer [maxKinds]env.Action // a random setup: uniform (PAY-20)
	list := s.LegalActions(buffer[:0])
	for _, a := range list {
		dst = append(dst, env.Outcome{Action: a, Prob: 1 / float64(len(list))})
	}
	return dst
}

func (s *State) appendHand(dst []env.Action, seat int) []env.Action {
	base := env.Action(s.game.deck.base[seat])
	for i, n := range s.zones[seat].hand[:s.game.deck.kindsOf(seat)] {
		if n > 0 {
			dst = append(dst, base+env.Action(i))
		}
	}
	return dst
}

// legalSetup lists the answers to the questions of the setup; the masks keep the
// layout completable (PAY-41).
func (s *State) legalSetup(dst []env.Action) []env.Action {
	g := s.game
	a, d := &g.actions, &g.deck
	switch s.node {
	case nodeSize:
		for n := 1; n <= maxColumns; n++ {
			dst = append(dst, a.number+env.Action(n-1))
		}
	case nodePaydays:
		for n := paydaysOf(s.columns()); n <= s.columns(); n++ {
			dst = append(dst, a.number+env.Action(n-1))
		}
	case nodeKey: // in their order, so that a choice has one way to be made
		for i := int(s.keyAt); i+s.keysLeft() <= len(d.loots); i++ {
			dst = append(dst, env.Action(d.loots[i]))
		}
	case nodeLootAt:
		for i, n := range s.unplaced {
			if n > 0 {
				dst = append(dst, env.Action(d.loots[i]))
			}
		}
	case nodeHard, nodeObstacleAt:
		l := s.layout()
		for c := range l.columns {
			if s.node == nodeHard && !l.takesHard(c, s.nextHard()) || s.node == nodeObstacleAt && !l.takes(c) {
				continue
			}
			for depth := range int(l.count[c]) + 1 {
				dst = append(dst, s.placeAt(c, depth))
			}
		}
	case nodeObstacle, nodeGuard:
		t := typeObstacle
		if s.node == nodeGuard {
			t = typeGuard
		}
		for k := d.base[heistSide]; k < d.base[3]; k++ {
			if d.kinds[k].typ == t {
				dst = append(dst, env.Action(k))
			}
		}
	case nodeGuardAt:
		for c := range s.columns() {
			for depth := range places {
				if s.takesGuard(c, depth) {
					dst = append(dst, s.placeAt(c, depth))
				}
			}
		}
	}
	return dst
}

// legalCards lists what a seat may do in its card step.
func (s *State) legalCards(dst []env.Action) []env.Action {
	a, seat := &s.game.actions, int(s.actor)
	base := s.game.deck.base[seat]
	for i, n := range s.zones[seat].hand[:s.game.deck.kindsOf(seat)] {
		if n > 0 && s.mayPlay(seat, uint8(base+i)) {
			dst = append(dst, env.Action(base+i))
		}
	}
	if seat == Criminal {
		for i := range s.heisters {
			if h := &s.heisters[i]; h.kind != none && !h.used && len(s.kindOf(h.kind).turn) > 0 {
				dst = append(dst, a.heister+env.Action(i))
			}
		}
	}
	return append(s.appendAssets(dst, seat, false), a.step+stepEnd)
}

// appendAssets lists the assets that a seat may use: where there are heisters; in
// combat only in the column of the combat, and only those for combat (PAY-25,
// PAY-29).
func (s *State) appendAssets(dst []env.Action, seat int, combat bool) []env.Action {
	a := &s.game.actions
	for col := range s.columns() {
		c := &s.cols[col]
		if s.heistersAt(col) == 0 || combat && col != int(s.battle) {
			continue
		}
		if seat == Criminal {
			if c.asset != none && s.kindOf(c.asset).combat == combat {
				dst = append(dst, a.column+env.Action(col))
			}
			continue
		}
		for d := int(c.top); d <= int(c.count); d++ {
			if k := c.places[d].asset; k != none && s.kindOf(k).combat == combat {
				dst = append(dst, s.placeAt(col, d))
			}
		}
	}
	return dst
}

// mayPlay says whether a card of the hand may be played in the card step.
func (s *State) mayPlay(seat int, k uint8) bool {
	kd := s.kindOf(k)
	switch kd.typ {
	case typeLoot:
		return !s.acted
	case typeFunding:
		return !s.acted && (kd.trigger == triggerImmediate || s.freeFunding() >= 0)
	case typeSkill, typeOrder:
		if kd.combat {
			return false
		}
	}
	if !s.affordable(seat, k) {
		return false
	}
	switch kd.typ {
	case typeHeister:
		return s.onTable() < s.game.config.MaxHeisters && !s.isOnTable(k)
	case typePerk, typeWeapon, typeArmor:
		return s.onTable() > 0
	case typeOfficer, typePoliceGun, typePoliceArmor, typeMandate:
		var buffer [maxColumns * places * slots]env.Action
		return len(s.appendWhere(buffer[:0], k)) > 0
	}
	return true
}

// legalWhere lists where the card being played may go.
func (s *State) legalWhere(dst []env.Action) []env.Action { return s.appendWhere(dst, s.frame.kind) }

func (s *State) appendWhere(dst []env.Action, k uint8) []env.Action {
	a := &s.game.actions
	switch s.kindOf(k).typ {
	case typeHeister, typeAsset:
		for c := range s.columns() {
			dst = append(dst, a.column+env.Action(c))
		}
	case typePerk, typeWeapon, typeArmor:
		for i := range s.heisters {
			if s.heisters[i].kind != none {
				dst = append(dst, a.heister+env.Action(i))
			}
		}
	case typeOfficer: // not at a top with a heister (PAY-12)
		for col := range s.columns() {
			c := &s.cols[col]
			for d := int(c.top); d <= int(c.count); d++ {
				if (d > int(c.top) || s.heistersAt(col) == 0) && s.room(col, d) >= 0 {
					dst = append(dst, s.placeAt(col, d))
				}
			}
		}
	case typePoliceGun, typePoliceArmor: // one equipment card each
		for col := range s.columns() {
			c := &s.cols[col]
			for d := int(c.top); d <= int(c.count); d++ {
				for j := range c.places[d].officers {
					if o := &c.places[d].officers[j]; o.kind != none && !o.down && o.equip == none {
						dst = append(dst, s.officerAt(col, d, j))
					}
				}
			}
		}
	case typeMandate: // one per obstacle, face up or down (PAY-29)
		for col := range s.columns() {
			c := &s.cols[col]
			for d := int(c.top); d < int(c.count); d++ {
				if c.places[d].mandate == none {
					dst = append(dst, s.placeAt(col, d))
				}
			}
		}
	case typePoliceAsset:
		for col := range s.columns() {
			for d := int(s.cols[col].top); d <= int(s.cols[col].count); d++ {
				dst = append(dst, s.placeAt(col, d))
			}
		}
	}
	return dst
}
