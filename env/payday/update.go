package payday

import (
	"ringer/env"
	"ringer/env/payday/internal/cards"
)

// This file is the Update, step 4 of the rule book: obstacles are turned up and discarded,
// officers go on, Loot is taken (PAY-15, PAY-16, PAY-36 to PAY-38).

// beginUpdate turns up the obstacles that heisters stand before, and adds progress.
func (s *State) beginUpdate() {
	s.phase, s.cursor, s.regroup = phaseUpdate, 0, -1
	for col := range s.columns() {
		c := &s.cols[col]
		c.checked = false
		n := s.heistersAt(col)
		if c.top == c.count || n == 0 {
			continue
		}
		s.turnUp(col, int(c.top))
		c.progress = uint8(min(int(c.progress)+s.effort(col), s.needed(col)))
	}
}

// turnUp turns an obstacle face up.
func (s *State) turnUp(col, depth int) {
	c := &s.cols[col]
	if c.up>>depth&1 != 0 {
		return
	}
	c.up |= 1 << depth
	s.found(c.obstacles[depth], col, depth)
}

// found logs that a heist card was turned up.
func (s *State) found(k uint8, col, depth int) {
	s.record(event{kind: evFound, seat: int8(env.Chance), seen: seenByAll, where: uint8(col*places + depth), value: uint16(k)})
}

// update goes through the columns. It returns true when it asks.
func (s *State) update() bool {
	for ; int(s.cursor) < s.columns(); s.cursor++ {
		if s.regroup >= 0 {
			if s.askRegroup() {
				return true
			}
		}
		c := &s.cols[s.cursor]
		if c.checked {
			continue
		}
		if c.top == c.count || c.up>>c.top&1 == 0 || !s.met(int(s.cursor)) {
			c.checked = true
			continue
		}
		if price := s.kindOf(c.obstacles[c.top]).Demand.Cash; price > 0 {
			if int(s.cash[Criminal]) < int(price) {
				c.checked = true
				continue
			}
			return s.ask(AskPay, Criminal)
		}
		s.clearTop()
		if s.regroup >= 0 && s.askRegroup() {
			return true
		}
	}
	for col := range s.columns() {
		s.cols[col].locked = false
	}
	s.phase, s.cursor, s.lootAt = phaseLoot, 0, -1
	return false
}

// answerPay answers AskPay.
func (s *State) answerPay(yes bool) {
	c := &s.cols[s.cursor]
	c.checked = true
	if yes {
		s.pay(Criminal, int(s.kindOf(c.obstacles[c.top]).Demand.Cash))
		s.clearTop()
	}
}

// clearTop discards the top obstacle of the column at the cursor with what was
// attached to it, and turns up the guards behind it.
func (s *State) clearTop() {
	c := &s.cols[s.cursor]
	c.checked = true
	p := &c.places[c.top]
	s.discardCard(p.mandate)
	s.discardCard(p.asset)
	p.mandate, p.asset, p.uses = none, none, 0
	s.regroup = c.top
	c.top++
	c.progress, c.locked = 0, false
	for j := range slots {
		if o := s.officer(int(s.cursor), int(c.top), j); o.kind != none && o.down {
			o.down = false
			s.found(o.kind, int(s.cursor), int(c.top))
		}
	}
	s.trigger(cards.TriggerObstacleGoes)
}

// askRegroup sends the officers of a discarded place on: the Police choose which go to
// the new top while there is room; the others go back to hand.
func (s *State) askRegroup() bool {
	col := int(s.cursor)
	for j := range slots {
		if s.officer(col, int(s.regroup), j).kind == none {
			continue
		}
		if s.room(col, int(s.cols[col].top)) >= 0 {
			s.who = target{heister: -1, col: s.cursor, depth: s.regroup, slot: int8(j)}
			return s.ask(AskRegroup, Police)
		}
		s.sendHome(target{col: s.cursor, depth: s.regroup, slot: int8(j)})
	}
	s.regroup, s.who.slot = -1, -1
	return false
}

func (s *State) answerRegroup(home bool) {
	if home {
		s.sendHome(s.who)
	} else {
		s.relocate(s.who, int(s.who.col), int(s.cols[s.who.col].top))
	}
	s.who.slot = -1
}

// takeLoot lets heisters without Loot take Loot at tops without officers. It returns
// true when it asks. Then the round is over.
func (s *State) takeLoot() bool {
	for ; int(s.cursor) < s.columns(); s.cursor++ {
		col := int(s.cursor)
		c := &s.cols[col]
		if s.heistersAt(col) == 0 || s.policeAt(col, int(c.top)) > 0 {
			continue
		}
		if s.lootAt < 0 {
			s.lootAt = 0
			if c.top == c.count && !c.lootUp {
				c.lootUp = true
				c.lying[c.loot]++
				s.found(s.game.deck.Loots[c.loot], col, int(c.count))
			}
		}
		for ; s.lootAt < maxHeisters; s.lootAt++ {
			if s.hereAt(int(s.lootAt), col) && s.heisters[s.lootAt].loot == none && c.lying != [lootKinds]uint8{} {
				return s.ask(AskLoot, Criminal)
			}
		}
		s.lootAt = -1
	}
	s.settleLimbo()
	if int(s.round) >= s.Rounds() { // PAY-17
		s.end(Police)
		return false
	}
	s.round++
	s.beginTurn(Criminal)
	return false
}

func (s *State) answerLoot(a env.Action) {
	if a < s.game.actions.heister {
		i := s.kindOf(uint8(a)).Loot
		s.heisters[s.lootAt].loot = i
		s.cols[s.cursor].lying[i]--
	}
	s.lootAt++
}
