package payday

import (
	"slices"

	"ringer/env"
)

// This file draws the face-down cards of the heist.

// resampleHeist draws a heist that the Criminal cannot tell from the true one.
func (s *State) resampleHeist(rng env.Rand) {
	if s.shown {
		s.dealFaceDown(rng)
		s.rewriteSetup()
		return
	}
	s.setUpAgain(rng)
}

// setUpAgain plays the setup again up to the same question, with random answers
// to all that is hidden. The questions and their number depend on nothing hidden.
func (s *State) setUpAgain(rng env.Rand) {
	var again []int
	for i, e := range s.log {
		if e.kind == evAct && e.seen == 1<<Police {
			again = append(again, i)
		}
	}
	if len(again) == 0 {
		return
	}
	fresh := s.game.first.Clone().(*State)
	for i, e := range s.log[:len(s.log):len(s.log)] {
		if e.kind != evAct {
			continue
		}
		a := env.Action(e.value)
		if e.seen == 1<<Police {
			var buffer [512]env.Action
			legal := fresh.LegalActions(buffer[:0])
			a = legal[rng.IntN(len(legal))]
		}
		if err := fresh.Apply(a); err != nil {
			panic("payday: the setup cannot be played again: " + err.Error())
		}
		_ = i
	}
	*s = *fresh
}

// maxDeals is how often a deal of the face-down cards is tried before the true one
// is kept; a legal one is among the first few.
const maxDeals = 500

// dealFaceDown gives every face-down card of the heist a new kind.
func (s *State) dealFaceDown(rng env.Rand) {
	d := &s.game.deck
	obstacles, guards := s.ordinary()
	for range maxDeals {
		var loots, hard []uint8 // that are missing
		var free []target       // face-down obstacles
		l := plan{columns: s.columns()}
		for i := range l.home {
			l.home[i] = -1
		}
		for col := range s.columns() {
			c := &s.cols[col]
			l.loot[col], l.count[col] = c.loot, c.count
			if !c.lootUp {
				loots = append(loots, c.loot)
			}
			for depth := range int(c.count) {
				key := s.kindOf(c.obstacles[depth]).Demand.Key
				if c.up>>depth&1 != 0 {
					if key != none {
						l.hardIn[col] |= 1 << key
					}
					continue
				}
				free = append(free, target{col: int8(col), depth: int8(depth)})
				if key != none {
					hard = append(hard, key)
				}
			}
		}
		slices.Sort(loots) // so that the deal does not follow the true places
		slices.Sort(hard)
		rng.Shuffle(len(loots), func(i, j int) { loots[i], loots[j] = loots[j], loots[i] })
		rng.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
		next := 0
		for col := range s.columns() {
			if !s.cols[col].lootUp {
				l.loot[col] = loots[next]
				next++
			}
			if k := l.loot[col]; k > 0 {
				l.home[k] = int8(col)
			}
		}
		for i, key := range hard {
			l.hardIn[free[i].col] |= 1 << key
		}
		if !l.acyclic() {
			continue
		}
		for col := range s.columns() {
			s.cols[col].loot = l.loot[col]
		}
		for i, t := range free {
			k := obstacles[rng.IntN(len(obstacles))]
			if i < len(hard) {
				k = d.Hard[hard[i]]
			}
			s.cols[t.col].obstacles[t.depth] = k
		}
		break
	}
	for col := range s.columns() {
		c := &s.cols[col]
		for depth := int(c.top) + 1; depth <= int(c.count); depth++ {
			for j := range c.guards[depth] {
				if c.guards[depth][j] != none {
					k := guards[rng.IntN(len(guards))]
					c.guards[depth][j] = k
					s.setGuard(col, depth, j, k)
				}
			}
		}
	}
}

// setGuard changes the kind of the j-th guard set up at a place, which is still
// face down: those are the first slots, in their order.
func (s *State) setGuard(col, depth, j int, k uint8) {
	for slot := range slots {
		if o := s.officer(col, depth, slot); o.kind != none && o.down {
			if j == 0 {
				o.kind = k
				return
			}
			j--
		}
	}
}

// ordinary lists the kinds of normal obstacle and of guard.
func (s *State) ordinary() (obstacles, guards []uint8) {
	d := &s.game.deck
	for k := d.Base[Heist]; k < d.Base[3]; k++ {
		switch d.Kinds[k].Type {
		case TypeObstacle:
			obstacles = append(obstacles, uint8(k))
		case TypeGuard:
			guards = append(guards, uint8(k))
		}
	}
	return obstacles, guards
}

// rewriteSetup puts into the log a setup that leads to the heist as it is: Loot by
// column, hard obstacles, the others from front to back, guards.
func (s *State) rewriteSetup() {
	var events []int
	for i, e := range s.log {
		if e.kind == evAct && e.seen == 1<<Police {
			events = append(events, i)
		}
	}
	next := 0
	write := func(a env.Action) {
		if next < len(events) {
			s.log[events[next]].value = uint16(a)
			next++
		}
	}
	ids, d := &s.game.actions, &s.game.deck
	for col := range s.columns() {
		write(env.Action(d.Loots[s.cols[col].loot]))
	}
	var there [maxColumns]uint8 // depths that are filled, as bits
	before := func(col, depth int) int {
		n := 0
		for i := range depth {
			n += int(there[col] >> i & 1)
		}
		return n
	}
	for key := uint8(1); key < lootKinds; key++ {
		for col := range s.columns() {
			for depth, k := range s.cols[col].obstacles[:s.cols[col].count] {
				if s.kindOf(k).Demand.Key == key {
					write(ids.placeFromTop(col, before(col, depth)))
					there[col] |= 1 << depth
				}
			}
		}
	}
	// Columns that are empty still come first, so that each step is completable.
	for pass := range 2 {
		for col := range s.columns() {
			for depth, k := range s.cols[col].obstacles[:s.cols[col].count] {
				if there[col]>>depth&1 != 0 || pass == 0 && there[col] != 0 {
					continue
				}
				write(env.Action(k))
				write(ids.placeFromTop(col, before(col, depth)))
				there[col] |= 1 << depth
			}
		}
	}
	for col := range s.columns() {
		for depth := range places {
			for _, k := range s.cols[col].guards[depth] {
				if k != none {
					write(env.Action(k))
					write(ids.placeFromTop(col, depth))
				}
			}
		}
	}
}
