package payday

import "ringer/env"

// This file is the setup, steps 1 to 3 of the rule book: the heist and the first hands.
// The questions come in an order that depends on nothing but the numbers that both
// sides know, so that the Criminal learns nothing from it (PAY-19).

// begin starts a game.
func (s *State) begin() {
	s.blank()
	s.earn(Criminal, s.game.config.CriminalCash)
	s.earn(Police, s.game.config.PoliceCash)
	s.proceed()
}

// blank clears the table, with all cards in the draw piles.
func (s *State) blank() {
	g := s.game
	s.phase, s.winner, s.placing = phaseSetup, -1, none
	s.battle, s.attacker, s.firing, s.regroup, s.from.slot, s.who.slot, s.frame.kind = -1, -1, -1, -1, -1, -1, none
	for i := range s.cols {
		c := &s.cols[i]
		c.loot, c.asset = none, none
		for d := range c.obstacles {
			c.obstacles[d] = none
		}
		for d := range c.places {
			p := &c.places[d]
			p.mandate, p.asset = none, none
			for j := range p.officers {
				p.officers[j].kind, p.officers[j].equip = none, none
			}
			for j := range c.guards[d] {
				c.guards[d][j] = none
			}
		}
	}
	for i := range s.heisters {
		s.heisters[i] = heister{kind: none, perk: none, weapon: none, armor: none, loot: none}
	}
	for i := range s.funds {
		s.funds[i].kind = none
	}
	for side := range s.zones {
		for i := range g.deck.KindsOf(side) {
			n := g.deck.Kinds[g.deck.Base[side]+i].Copies
			s.zones[side].pile[i] = n
			s.zones[side].left += n
		}
	}
}

// chooser lets a seat choose, or chance where the setup is random.
func (s *State) chooser(n Question, seat int) bool {
	if s.game.config.Setup == SetupRandom {
		return s.roll(n)
	}
	return s.ask(n, seat)
}

// setUp asks the next question of the setup, and lays the heist out at the end. It
// returns true when it asks.
func (s *State) setUp() bool {
	c := &s.game.config
	if s.loots == 0 {
		if c.LootCards == 0 {
			return s.chooser(AskSize, Criminal)
		}
		s.loots = int8(c.LootCards)
	}
	if s.paydays == 0 {
		if c.Payday == PaydayChoose && s.mostKeys() > 0 {
			return s.chooser(AskPaydays, Criminal)
		}
		s.choosePaydays(paydaysOf(s.columns()))
	}
	if s.keysLeft() > 0 {
		return s.chooser(AskKey, Criminal)
	}
	n := s.columns()
	obstacles := n * c.ObstaclesPerLoot
	guards := n * c.GuardsPerLoot
	switch {
	case int(s.placed) < n:
		return s.chooser(AskLootAt, Police)
	case s.nextHard() != none:
		return s.chooser(AskHard, Police)
	case int(s.placed) < n+obstacles && s.placing == none:
		return s.chooser(AskObstacle, Police)
	case int(s.placed) < n+obstacles:
		return s.chooser(AskObstacleAt, Police)
	case int(s.placed) < n+obstacles+guards && s.placing == none:
		return s.chooser(AskGuard, Police)
	case int(s.placed) < n+obstacles+guards:
		return s.chooser(AskGuardAt, Police)
	}
	s.layOut()
	return false
}

// mostKeys returns how many key items the heist may have.
func (s *State) mostKeys() int { return s.columns() - paydaysOf(s.columns()) }

func (s *State) choosePaydays(n int) {
	s.paydays = int8(n)
	s.inHeist[0] = uint8(n)
	s.unplaced[0] = uint8(n)
	s.keyAt = 1
}

// keysLeft returns how many key items are still to be chosen.
func (s *State) keysLeft() int {
	n := s.columns() - int(s.paydays)
	for _, k := range s.inHeist[1:] {
		n -= int(k)
	}
	return n
}

// nextHard returns the Loot kind of the next key item whose hard obstacle has no
// place, or none. Key items are served in their order.
func (s *State) nextHard() uint8 {
	done := int(s.placed) - s.columns()
	for i := 1; i < len(s.game.deck.Loots); i++ {
		if s.inHeist[i] > 0 {
			if done == 0 {
				return uint8(i)
			}
			done--
		}
	}
	return none
}

// insert puts an obstacle at a depth of a column; those behind it move back.
func (s *State) insert(kind uint8, col, depth int) {
	c := &s.cols[col]
	for d := int(c.count); d > depth; d-- {
		c.obstacles[d] = c.obstacles[d-1]
	}
	c.obstacles[depth] = kind
	c.count++
	s.placed++
}

// guardsIn counts the guards of a column.
func (s *State) guardsIn(col int) int {
	n := 0
	for d := range places {
		n += s.guardsAt(col, d)
	}
	return n
}

func (s *State) guardsAt(col, depth int) int {
	n := 0
	for _, k := range s.cols[col].guards[depth] {
		if k != none {
			n++
		}
	}
	return n
}

// takesGuard reports whether an objective may get one more guard (PAY-6).
func (s *State) takesGuard(col, depth int) bool {
	c := &s.cols[col]
	return depth >= 1 && depth <= int(c.count) && s.guardsIn(col) < int(c.count) && s.guardsAt(col, depth) < rowWidth
}

// layOut shows the finished heist, face down.
func (s *State) layOut() {
	s.shown = true
	for col := range s.columns() {
		c := &s.cols[col]
		value := uint16(c.count)
		for d := range c.guards {
			n := 0
			for j, k := range c.guards[d] {
				if k != none {
					c.places[d].officers[j] = officer{kind: k, equip: none, down: true}
					s.ledger.placed++
					n++
				}
			}
			value |= uint16(n) << (2 + 2*d)
		}
		s.record(event{kind: evLaid, seat: int8(env.Chance), seen: seenByAll, where: uint8(col), value: value})
	}
	s.phase, s.turn = phaseFirstHands, Criminal
	s.toDraw = int8(s.game.config.CriminalHand)
}

// dealHands deals the first hands and asks about them (PAY-7, PAY-21).
func (s *State) dealHands() bool {
	if s.toDraw > 0 {
		s.draws[s.turn] += uint8(s.toDraw)
		s.toDraw = 0
		return false
	}
	if s.turn == Criminal {
		return s.ask(AskRedraw, Criminal)
	}
	if !s.redrawn {
		return s.ask(AskSwap, Police)
	}
	s.round = 1
	s.beginTurn(Criminal)
	return false
}

// mayRedraw reports whether the Criminal may show the hand: there is no heister in
// it and more than a whole new hand is left (PAY-7, PAY-21).
func (s *State) mayRedraw() bool {
	g := s.game
	z := &s.zones[Criminal]
	for i := range g.deck.KindsOf(Criminal) {
		if z.hand[i] > 0 && g.deck.Kinds[i].Type == TypeHeister {
			return false
		}
	}
	return int(z.left) > g.config.CriminalHand
}

// redraw answers AskRedraw. Hands that were shown stay discarded until both
// sides are content.
func (s *State) redraw(again bool) {
	if !again {
		s.turn, s.toDraw = Police, int8(s.game.config.PoliceHand)
		return
	}
	base := uint8(s.game.deck.Base[Criminal])
	for i := range s.game.deck.KindsOf(Criminal) {
		for s.zones[Criminal].hand[i] > 0 {
			s.leaveHand(base + uint8(i))
			s.zones[Criminal].discards[i]++
		}
	}
	s.toDraw = int8(s.game.config.CriminalHand)
}

// swap answers AskSwap: a card that the Police discard in secret.
func (s *State) swap(k uint8) {
	z, i := s.zonesOf(k)
	z.hand[i]--
	z.size--
	z.secret[i]++
	s.swapped++
	s.record(event{kind: evSecret, seat: Police, value: uint16(k), seen: 1 << Police})
}

func (s *State) answerSetup(a env.Action) {
	ids, d := &s.game.actions, &s.game.deck
	switch s.question {
	case AskSize:
		s.loots = int8(a-ids.number) + 1
	case AskPaydays:
		s.choosePaydays(int(a-ids.number) + 1)
	case AskKey:
		i := d.Kinds[a].Loot
		s.inHeist[i], s.unplaced[i], s.keyAt = 1, 1, int8(i)+1
	case AskLootAt:
		i := d.Kinds[a].Loot
		s.unplaced[i]--
		s.cols[s.placed].loot = i
		s.placed++
	case AskHard:
		kind := d.Hard[s.nextHard()]
		col, depth := s.asPlace(a)
		s.insert(kind, col, depth)
	case AskObstacle, AskGuard:
		s.placing = uint8(a)
	case AskObstacleAt:
		col, depth := s.asPlace(a)
		s.insert(s.placing, col, depth)
		s.placing = none
	case AskGuardAt:
		col, depth := s.asPlace(a)
		s.cols[col].guards[depth][s.guardsAt(col, depth)] = s.placing
		s.placed++
		s.placing = none
	}
}

// This file says which layouts of a heist are legal (PAY-4, PAY-5, PAY-6), and keeps a
// layout that is being placed completable (PAY-41).

// A plan is a layout of obstacles and Loot that is being placed.
type plan struct {
	columns   int
	obstacles int               // in the end
	count     [maxColumns]int8  // obstacles placed
	hardIn    [maxColumns]uint8 // Loot kinds of the hard obstacles there, as bits
	home      [lootKinds]int8   // the column that ends in a key item, or -1
	loot      [maxColumns]uint8 // Loot kind, or none
}

// plan reads the columns of a state.
func (s *State) plan() plan {
	l := plan{columns: s.columns(), obstacles: s.columns() * s.game.config.ObstaclesPerLoot}
	for i := range l.home {
		l.home[i] = -1
	}
	for c := range l.columns {
		col := &s.cols[c]
		l.loot[c], l.count[c] = col.loot, col.count
		if col.loot != none && col.loot > 0 {
			l.home[col.loot] = int8(c)
		}
		for _, o := range col.obstacles[:col.count] {
			if key := s.kindOf(o).Demand.Key; key != none {
				l.hardIn[c] |= 1 << key
			}
		}
	}
	return l
}

// placed returns the number of obstacles in the layout.
func (l *plan) placed() int {
	n := 0
	for _, k := range l.count[:l.columns] {
		n += int(k)
	}
	return n
}

// takes reports whether column c may get one more obstacle so that every column
// can still end with 1 to 3 of them.
func (l *plan) takes(c int) bool {
	if int(l.count[c]) >= maxDepth {
		return false
	}
	left := l.obstacles - l.placed() - 1
	empty := 0
	for i, k := range l.count[:l.columns] {
		if k == 0 && i != c {
			empty++
		}
	}
	return left >= empty
}

// takesHard reports whether column c may get the hard obstacle of a key: the key
// is not behind it, and the needs of the columns stay without a cycle (PAY-5).
func (l *plan) takesHard(c int, key uint8) bool {
	if !l.takes(c) {
		return false
	}
	l.hardIn[c] |= 1 << key
	ok := l.acyclic()
	l.hardIn[c] &^= 1 << key
	return ok
}

// acyclic tests the needs graph: a column needs the columns of the keys of its
// hard obstacles.
func (l *plan) acyclic() bool {
	var done uint8 // columns whose Loot can be had
	for range l.columns {
		for c := range l.columns {
			if done>>c&1 != 0 {
				continue
			}
			free := true
			for key := uint8(1); key < lootKinds; key++ {
				if l.hardIn[c]>>key&1 != 0 {
					home := l.home[key]
					free = free && home >= 0 && done>>home&1 != 0
				}
			}
			if free {
				done |= 1 << c
			}
		}
	}
	return done == 1<<l.columns-1
}
