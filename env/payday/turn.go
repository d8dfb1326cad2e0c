package payday

import (
	"ringer/env"
	"ringer/env/payday/internal/cards"
)

// This file begins and ends the turns of both sides, and holds the Criminal's steps
// after the cards (PAY-8, PAY-11, PAY-45).

// beginTurn begins the turn of a seat with its income (PAY-8, PAY-12).
func (s *State) beginTurn(seat int) {
	s.turn, s.phase = int8(seat), phaseCards
	s.pending, s.acted, s.freeUsed, s.moves = 0, false, false, 0
	s.from.slot = -1
	s.earn(seat, max(0, s.game.config.Income+s.income(seat)))
	if seat == Criminal {
		for i := range s.heisters {
			h := &s.heisters[i]
			h.moved, h.used, h.given = false, false, 0
		}
		return
	}
	for i := range s.funds {
		switch f := &s.funds[i]; {
		case f.kind == none:
		case s.kindOf(f.kind).Trigger == cards.TriggerEachTurn:
			s.payOut(f)
		case s.kindOf(f.kind).Trigger == cards.TriggerEvery:
			f.wait--
			if f.wait == 0 {
				f.wait = s.kindOf(f.kind).Every
				s.payOut(f)
			}
		}
	}
}

// trigger lets the active Funding pay that waits for an event (PAY-30).
func (s *State) trigger(event uint8) {
	for i := range s.funds {
		if f := &s.funds[i]; f.kind != none && s.kindOf(f.kind).Trigger == event {
			s.payOut(f)
		}
	}
}

// payOut lets one active Funding pay; its last use discards it.
func (s *State) payOut(f *funding) {
	for i := range s.kindOf(f.kind).Once {
		switch e := &s.kindOf(f.kind).Once[i]; {
		case !s.holds(e.Cond, Police):
		case e.Op == cards.OpDraw:
			s.draws[Police] += uint8(e.Amount)
		default:
			s.earn(Police, int(e.Amount))
		}
	}
	f.uses--
	if f.uses == 0 {
		s.discardCard(f.kind)
		f.kind = none
	}
}

// askMoves asks for the moves of the seat whose turn it is, unless everybody can
// see that there are none.
func (s *State) askMoves() bool {
	if s.turn == Police {
		return s.askPoliceMoves()
	}
	var buffer [2 * maxHeisters]env.Action
	if len(s.appendMoves(buffer[:0], true)) > 0 {
		return s.ask(AskMove, Criminal)
	}
	s.phase = phaseTransfers
	return false
}

func (s *State) askTransfers() bool {
	var buffer [maxHeisters * items * maxHeisters]env.Action
	if len(s.appendTransfers(buffer[:0])) > 0 {
		return s.ask(AskTransfer, Criminal)
	}
	s.phase = phaseEscapes
	return false
}

func (s *State) askEscapes() bool {
	var buffer [maxHeisters]env.Action
	if len(s.appendEscapes(buffer[:0])) > 0 {
		return s.ask(AskEscape, Criminal)
	}
	s.phase = phaseDraw
	return false
}

// transfer moves an item from one heister to another, or exchanges the two; to
// itself means that its Loot is laid down (PAY-27). Each card is moved at most
// once a turn (PAY-40).
func (s *State) transfer(from, item, to int) {
	a, b := &s.heisters[from], &s.heisters[to]
	if from == to {
		s.cols[a.col].lying[a.loot]++
		a.loot = none
		a.given &^= 1 << item
		return
	}
	x, y := a.item(item), b.item(item)
	a.setItem(item, y)
	b.setItem(item, x)
	b.given |= 1 << item
	a.given &^= 1 << item
	if y != none {
		a.given |= 1 << item
	}
}

// escape takes a heister off the board: its PAYDAY is secured, its cards are
// shuffled into the draw pile (PAY-11, PAY-28).
func (s *State) escape(i int) {
	h := &s.heisters[i]
	s.secured++
	s.ledger.erased += int32(h.damage)
	for _, k := range [...]uint8{h.kind, h.perk, h.weapon, h.armor} {
		s.toPile(k)
	}
	*h = heister{kind: none, perk: none, weapon: none, armor: none, loot: none}
	if int(s.secured) == int(s.paydays) {
		s.end(Criminal)
	}
}

// endTurn draws a card, discards down to the limit and passes the turn on.
func (s *State) endTurn() bool {
	seat := int(s.turn)
	if s.toDraw == 0 {
		s.toDraw = -1 // the draw of this turn is done
		s.draws[seat]++
		return false
	}
	if int(s.zones[seat].size) > s.handLimit(seat) {
		return s.ask(AskHandLimit, seat)
	}
	s.toDraw = 0
	s.settleLimbo()
	if seat == Criminal {
		s.beginTurn(Police)
		return false
	}
	s.phase, s.fought = phaseCombat, 0
	return false
}

// handLimit returns the number of cards that a seat may keep at the end of its turn.
func (s *State) handLimit(seat int) int {
	if seat == Police {
		return s.game.config.PoliceLimit
	}
	return s.game.config.CriminalLimit
}

// reap discards heisters whose damage has reached their health, in combat only
// after all officers have dealt theirs (PAY-14, PAY-35), and ends the game when
// none is left (PAY-17).
func (s *State) reap() {
	if s.over() {
		return
	}
	for s.battle < 0 {
		var dead uint8 // who has enough damage falls at the same time; others may have lived by their help
		for i := range s.heisters {
			if h := &s.heisters[i]; h.kind != none && h.damage > 0 && int(h.damage) >= s.health(i) {
				dead |= 1 << i
			}
		}
		if dead == 0 {
			break
		}
		for i := range s.heisters {
			if dead>>i&1 != 0 {
				s.fall(i)
			}
		}
	}
	if s.played && s.onTable() == 0 {
		s.end(Police)
	}
}

// fall discards a heister with its cards; its Loot stays at the place (PAY-14).
func (s *State) fall(i int) {
	h := &s.heisters[i]
	for _, k := range [...]uint8{h.kind, h.perk, h.weapon, h.armor} {
		s.discardCard(k)
	}
	if h.loot != none {
		s.cols[h.col].lying[h.loot]++
	}
	s.ledger.erased += int32(h.damage)
	*h = heister{kind: none, perk: none, weapon: none, armor: none, loot: none}
	s.trigger(cards.TriggerHeisterDies)
}

// This file is the card step: cards are paid for, played and put in their places, assets
// and abilities are used.

// affordable reports whether a seat can pay for a card of its hand in its card
// step: any number that cost cash, and one that is free (PAY-23).
func (s *State) affordable(seat int, k uint8) bool {
	if s.firstHeister(k) {
		return true
	}
	if s.kindOf(k).Cost == 0 && s.kindOf(k).Type != TypeHeister {
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
	return s.kindOf(k).Type == TypeHeister && s.onTable() == 0
}

// cost returns the price of a card now, in cash.
func (s *State) cost(seat int, k uint8) int {
	n := int(s.kindOf(k).Cost)
	if s.kindOf(k).Type == TypeHeister {
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
	case s.kindOf(k).Cost == 0 && s.kindOf(k).Type != TypeHeister:
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
	switch kd.Type {
	case TypeLoot: // PAY-22: not the free card
		if kd.Keep {
			s.earn(seat, int(kd.Value))
		} else {
			s.pending = kd.Value
		}
	case TypeFunding:
		if kd.Trigger != cards.TriggerImmediate {
			i := s.freeFunding()
			s.funds[i] = funding{kind: k, uses: kd.Uses, wait: kd.Every}
			s.leaveHand(k)
			return
		}
	default:
		s.charge(seat, k)
	}
	s.leaveHand(k)
	z, i := s.zonesOf(k)
	z.limbo[i]++
	switch kd.Type {
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
	switch kd.Type {
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
		c.asset, c.uses = k, kd.Uses
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
		p.asset, p.uses = k, kd.Uses
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
