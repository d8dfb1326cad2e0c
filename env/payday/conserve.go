package payday

import "fmt"

// Conservation implements env.Conserver: every copy of every card is in exactly
// one place, guards are where they were set up or gone, and no cash, damage or
// progress appears or vanishes but by the rules.
func (s *State) Conservation() error {
	var count [2 * maxKinds]int
	put := func(k uint8) {
		if k != none && s.kindOf(k).Side != Heist {
			count[k]++
		}
	}
	guards, damage := 0, 0
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind == none {
			continue
		}
		for _, k := range h.carried() {
			put(k)
		}
		damage += int(h.damage)
		if s.battle < 0 && !s.over() && int(h.damage) >= s.health(i) { // after the last escape nobody is counted out
			return fmt.Errorf("payday: a heister stands with %d damage and %d health", h.damage, s.health(i))
		}
	}
	for col := range s.columns() {
		c := &s.cols[col]
		put(c.asset)
		for d := range c.places {
			p := &c.places[d]
			put(p.asset)
			put(p.mandate)
			for j := range p.officers {
				o := &p.officers[j]
				if o.kind == none {
					continue
				}
				put(o.kind)
				put(o.equip)
				if s.kindOf(o.kind).Side == Heist {
					guards++
				}
				if s.shown && s.regroup < 0 && (d < int(c.top) || d > int(c.count)) {
					return fmt.Errorf("payday: an officer stands at column %d depth %d, where nothing is", col, d)
				}
			}
		}
	}
	for i := range s.funds {
		put(s.funds[i].kind)
	}
	for side := range s.zones {
		z := &s.zones[side]
		size, left := 0, 0
		for i := range s.game.deck.KindsOf(side) {
			k := s.game.deck.Base[side] + i
			count[k] += int(z.hand[i]) + int(z.pile[i]) + int(z.discards[i]) + int(z.limbo[i]) + int(z.secret[i])
			size, left = size+int(z.hand[i]), left+int(z.pile[i])
			if have, want := count[k], int(s.game.deck.Kinds[k].Copies); have != want {
				return fmt.Errorf("payday: %d copies of %s instead of %d", have, s.game.deck.Kinds[k].Title, want)
			}
			if z.known[i] > z.hand[i] {
				return fmt.Errorf("payday: %d copies of %s are known in a hand of %d", z.known[i], s.game.deck.Kinds[k].Title, z.hand[i])
			}
		}
		if size != int(z.size) || left != int(z.left) {
			return fmt.Errorf("payday: seat %d holds %d cards and counts %d; its pile %d and %d", side, size, z.size, left, z.left)
		}
		if want := s.ledger.earned[side] - s.ledger.spent[side]; int32(s.cash[side]) != want || want < 0 {
			return fmt.Errorf("payday: seat %d has $%d, its ledger says %d", side, s.cash[side], want)
		}
	}
	if want := s.ledger.dealt - s.ledger.healed - s.ledger.erased; int32(damage) != want {
		return fmt.Errorf("payday: %d damage tokens on the table, the ledger says %d", damage, want)
	}
	if s.shown {
		if want := s.ledger.placed - s.ledger.gone; int32(guards) != want {
			return fmt.Errorf("payday: %d guards on the table, the ledger says %d", guards, want)
		}
		return s.conserveLoot()
	}
	return nil
}

// conserveLoot counts the Loot cards of the heist.
func (s *State) conserveLoot() error {
	var count [lootKinds]int
	count[0] = int(s.secured)
	for i := range s.heisters {
		if h := &s.heisters[i]; h.kind != none && h.loot != none {
			count[h.loot]++
		}
	}
	for col := range s.columns() {
		c := &s.cols[col]
		if !c.lootUp {
			count[c.loot]++
		}
		for i, n := range c.lying {
			count[i] += int(n)
		}
		if c.top < c.count && int(c.progress) > 2*maxAmount || c.top == c.count && c.progress > 0 {
			return fmt.Errorf("payday: %d progress on column %d", c.progress, col)
		}
		if (c.asset != none) != (c.uses > 0) {
			return fmt.Errorf("payday: an asset of %d uses in column %d", c.uses, col)
		}
	}
	for i, n := range count {
		if n != int(s.inHeist[i]) {
			return fmt.Errorf("payday: %d Loot cards of kind %d instead of %d", n, i, s.inHeist[i])
		}
	}
	return nil
}
