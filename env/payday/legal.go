package payday

import (
	"ringer/env"
	"ringer/env/payday/internal/cards"
)

// LegalActions implements env.State.
func (s *State) LegalActions(dst []env.Action) []env.Action {
	a := &s.game.actions
	switch s.question {
	case AskSize, AskPaydays, AskKey, AskLootAt, AskHard, AskObstacle, AskObstacleAt, AskGuard, AskGuardAt:
		return s.legalSetup(dst)
	case AskRedraw:
		dst = append(dst, a.say(StepKeep))
		if s.mayRedraw() {
			dst = append(dst, a.say(StepRedraw))
		}
	case AskSwap:
		return append(s.appendHand(dst, Police), a.say(StepEnd))
	case AskHandLimit:
		return s.appendHand(dst, int(s.actor))
	case AskCard:
		return s.legalCards(dst)
	case AskWhere:
		return s.legalWhere(dst)
	case AskTarget:
		return s.legalTargets(dst)
	case AskDash:
		return s.appendMoves(dst, false)
	case AskRedeploy:
		return s.appendDestinations(dst, s.frame.officer)
	case AskRecover:
		return s.appendRecoverable(dst)
	case AskMove:
		return append(s.appendMoves(dst, true), a.say(StepEnd))
	case AskTransfer:
		return append(s.appendTransfers(dst), a.say(StepEnd))
	case AskEscape:
		return append(s.appendEscapes(dst), a.say(StepEnd))
	case AskMoveFrom, AskMoveWho, AskMoveTo:
		return s.legalPoliceMoves(dst)
	case AskBattle, AskCombat, AskAttacker, AskAttack, AskFire:
		return s.legalCombat(dst)
	case AskPay:
		return append(dst, a.say(StepPay), a.say(StepDecline))
	case AskRegroup:
		return append(dst, s.placeAt(int(s.cursor), int(s.cols[s.cursor].top)), a.say(StepHand))
	case AskLoot:
		for i, n := range s.cols[s.cursor].lying {
			if n > 0 {
				dst = append(dst, env.Action(s.game.deck.Loots[i]))
			}
		}
		return append(dst, a.say(StepDecline))
	case RollDraw, RollDrop:
		counts, base, _ := s.pool()
		for i, n := range counts {
			if n > 0 {
				dst = append(dst, base+env.Action(i))
			}
		}
	}
	return dst
}

func (s *State) appendHand(dst []env.Action, seat int) []env.Action {
	base := env.Action(s.game.deck.Base[seat])
	for i, n := range s.zones[seat].hand[:s.game.deck.KindsOf(seat)] {
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
	switch s.question {
	case AskSize:
		for n := 1; n <= maxColumns; n++ {
			dst = append(dst, a.number+env.Action(n-1))
		}
	case AskPaydays:
		for n := paydaysOf(s.columns()); n <= s.columns(); n++ {
			dst = append(dst, a.number+env.Action(n-1))
		}
	case AskKey: // in their order, so that a choice has one way to be made
		for i := int(s.keyAt); i+s.keysLeft() <= len(d.Loots); i++ {
			dst = append(dst, env.Action(d.Loots[i]))
		}
	case AskLootAt:
		for i, n := range s.unplaced {
			if n > 0 {
				dst = append(dst, env.Action(d.Loots[i]))
			}
		}
	case AskHard, AskObstacleAt:
		l := s.plan()
		for c := range l.columns {
			if s.question == AskHard && !l.takesHard(c, s.nextHard()) || s.question == AskObstacleAt && !l.takes(c) {
				continue
			}
			for depth := range int(l.count[c]) + 1 {
				dst = append(dst, s.placeAt(c, depth))
			}
		}
	case AskObstacle, AskGuard:
		t := TypeObstacle
		if s.question == AskGuard {
			t = TypeGuard
		}
		for k := d.Base[Heist]; k < d.Base[3]; k++ {
			if d.Kinds[k].Type == t {
				dst = append(dst, env.Action(k))
			}
		}
	case AskGuardAt:
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
	base := s.game.deck.Base[seat]
	for i, n := range s.zones[seat].hand[:s.game.deck.KindsOf(seat)] {
		if n > 0 && s.mayPlay(seat, uint8(base+i)) {
			dst = append(dst, env.Action(base+i))
		}
	}
	if seat == Criminal {
		for i := range s.heisters {
			if h := &s.heisters[i]; h.kind != none && !h.used && len(s.kindOf(h.kind).Turn) > 0 {
				dst = append(dst, a.heister+env.Action(i))
			}
		}
	}
	return append(s.appendAssets(dst, seat, false), a.say(StepEnd))
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
			if c.asset != none && s.kindOf(c.asset).Combat == combat {
				dst = append(dst, a.column+env.Action(col))
			}
			continue
		}
		for d := int(c.top); d <= int(c.count); d++ {
			if k := c.places[d].asset; k != none && s.kindOf(k).Combat == combat {
				dst = append(dst, s.placeAt(col, d))
			}
		}
	}
	return dst
}

// mayPlay reports whether a card of the hand may be played in the card step.
func (s *State) mayPlay(seat int, k uint8) bool {
	kd := s.kindOf(k)
	switch kd.Type {
	case TypeLoot:
		return !s.acted
	case TypeFunding:
		return !s.acted && (kd.Trigger == cards.TriggerImmediate || s.freeFunding() >= 0)
	case TypeSkill, TypeOrder:
		if kd.Combat {
			return false
		}
	}
	if !s.affordable(seat, k) {
		return false
	}
	switch kd.Type {
	case TypeHeister:
		return s.onTable() < s.game.config.MaxHeisters && !s.isOnTable(k)
	case TypePerk, TypeWeapon, TypeArmor:
		return s.onTable() > 0
	case TypeOfficer, TypePoliceWeapon, TypePoliceArmor, TypeMandate:
		var buffer [maxColumns * places * slots]env.Action
		return len(s.appendWhere(buffer[:0], k)) > 0
	}
	return true
}

// legalWhere lists where the card being played may go.
func (s *State) legalWhere(dst []env.Action) []env.Action { return s.appendWhere(dst, s.frame.kind) }

func (s *State) appendWhere(dst []env.Action, k uint8) []env.Action {
	a := &s.game.actions
	switch s.kindOf(k).Type {
	case TypeHeister, TypeAsset:
		for c := range s.columns() {
			dst = append(dst, a.column+env.Action(c))
		}
	case TypePerk, TypeWeapon, TypeArmor:
		for i := range s.heisters {
			if s.heisters[i].kind != none {
				dst = append(dst, a.heister+env.Action(i))
			}
		}
	case TypeOfficer: // not at a top with a heister (PAY-12)
		for col := range s.columns() {
			c := &s.cols[col]
			for d := int(c.top); d <= int(c.count); d++ {
				if (d > int(c.top) || s.heistersAt(col) == 0) && s.room(col, d) >= 0 {
					dst = append(dst, s.placeAt(col, d))
				}
			}
		}
	case TypePoliceWeapon, TypePoliceArmor: // one equipment card each
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
	case TypeMandate: // one per obstacle, face up or down (PAY-29)
		for col := range s.columns() {
			c := &s.cols[col]
			for d := int(c.top); d < int(c.count); d++ {
				if c.places[d].mandate == none {
					dst = append(dst, s.placeAt(col, d))
				}
			}
		}
	case TypePoliceAsset:
		for col := range s.columns() {
			for d := int(s.cols[col].top); d <= int(s.cols[col].count); d++ {
				dst = append(dst, s.placeAt(col, d))
			}
		}
	}
	return dst
}

// appendMoves lists heisters and directions; in the move step only of those that
// have not moved.
func (s *State) appendMoves(dst []env.Action, step bool) []env.Action {
	a := &s.game.actions
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind == none || step && h.moved {
			continue
		}
		if h.col > 0 {
			dst = append(dst, a.moveOf(i, left))
		}
		if int(h.col) < s.columns()-1 {
			dst = append(dst, a.moveOf(i, right))
		}
	}
	return dst
}

// appendTransfers lists what can change hands (PAY-11, PAY-27, PAY-40).
func (s *State) appendTransfers(dst []env.Action) []env.Action {
	a := &s.game.actions
	for from := range s.heisters {
		h := &s.heisters[from]
		if h.kind == none {
			continue
		}
		for item := range items {
			if h.item(item) == none || h.given>>item&1 != 0 {
				continue
			}
			for to := range s.heisters {
				t := &s.heisters[to]
				switch {
				case to == from && item == ItemLoot:
				case to == from || t.kind == none || t.col != h.col:
					continue
				case t.item(item) != none && t.given>>item&1 != 0:
					continue // an exchange would move that card twice
				}
				dst = append(dst, a.transferOf(from, item, to))
			}
		}
	}
	return dst
}

// item returns a card that a heister carries.
func (h *heister) item(i int) uint8 {
	switch i {
	case ItemWeapon:
		return h.weapon
	case ItemArmor:
		return h.armor
	}
	return h.loot
}

func (h *heister) setItem(i int, k uint8) {
	switch i {
	case ItemWeapon:
		h.weapon = k
	case ItemArmor:
		h.armor = k
	default:
		h.loot = k
	}
}

// appendEscapes lists the heisters that may step off: in an outermost column, with
// a PAYDAY, and not moved in this turn (PAY-11).
func (s *State) appendEscapes(dst []env.Action) []env.Action {
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind != none && h.loot == 0 && !h.moved && (h.col == 0 || int(h.col) == s.columns()-1) {
			dst = append(dst, s.game.actions.heister+env.Action(i))
		}
	}
	return dst
}

// legalPoliceMoves lists the answers to the questions of a move action.
func (s *State) legalPoliceMoves(dst []env.Action) []env.Action {
	a := &s.game.actions
	switch s.question {
	case AskMoveFrom:
		for col := range s.columns() {
			for d := int(s.cols[col].top); d <= int(s.cols[col].count); d++ {
				if s.faceUpAt(col, d) > 0 {
					dst = append(dst, s.placeAt(col, d))
				}
			}
		}
	case AskMoveWho:
		for j := range slots {
			if s.movable(j) {
				dst = append(dst, s.officerAt(int(s.from.col), int(s.from.depth), j))
			}
		}
	case AskMoveTo:
		dst = s.appendDestinations(dst, s.who)
		if s.who.col == 0 {
			dst = append(dst, a.edge+left)
		}
		if int(s.who.col) == s.columns()-1 {
			dst = append(dst, a.edge+right)
		}
		return dst
	}
	return append(dst, a.say(StepEnd))
}

// appendDestinations lists where an officer may go: any objective with room of its
// own column or the next on either side.
func (s *State) appendDestinations(dst []env.Action, who target) []env.Action {
	for col := max(int(who.col)-1, 0); col <= min(int(who.col)+1, s.columns()-1); col++ {
		for d := int(s.cols[col].top); d <= int(s.cols[col].count); d++ {
			if (col != int(who.col) || d != int(who.depth)) && s.room(col, d) >= 0 {
				dst = append(dst, s.placeAt(col, d))
			}
		}
	}
	return dst
}
