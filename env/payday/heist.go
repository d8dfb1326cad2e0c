package payday

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
			if key := s.kindOf(o).req.key; key != none {
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
