package payday

// This file says which heisters and officers stand at a place.

func (s *State) officer(col, depth, slot int) *officer {
	return &s.cols[col].places[depth].officers[slot]
}

// at returns the officer that a target names.
func (s *State) at(t target) *officer { return s.officer(int(t.col), int(t.depth), int(t.slot)) }

// room returns a free slot at a place, or -1: two rows of three (PAY-12, PAY-32).
func (s *State) room(col, depth int) int {
	for j := range slots {
		if s.officer(col, depth, j).kind == none {
			return j
		}
	}
	return -1
}

// policeAt counts officers and guards at a place, face down ones included.
func (s *State) policeAt(col, depth int) int {
	n := 0
	for j := range slots {
		if s.officer(col, depth, j).kind != none {
			n++
		}
	}
	return n
}

// faceUpAt counts those that can move, fight and be hit.
func (s *State) faceUpAt(col, depth int) int {
	n := 0
	for j := range slots {
		if o := s.officer(col, depth, j); o.kind != none && !o.down {
			n++
		}
	}
	return n
}

// onTable counts the heisters in play.
func (s *State) onTable() int {
	n := 0
	for i := range s.heisters {
		if s.heisters[i].kind != none {
			n++
		}
	}
	return n
}

func (s *State) isOnTable(k uint8) bool {
	for i := range s.heisters {
		if s.heisters[i].kind == k {
			return true
		}
	}
	return false
}

// heistersAt counts the heisters at a column.
func (s *State) heistersAt(col int) int {
	n := 0
	for i := range s.heisters {
		if h := &s.heisters[i]; h.kind != none && int(h.col) == col {
			n++
		}
	}
	return n
}

// hereAt reports whether slot i holds a heister at a column.
func (s *State) hereAt(i, col int) bool {
	return s.heisters[i].kind != none && int(s.heisters[i].col) == col
}

// freeFunding returns a free place for active Funding, or -1 (PAY-30).
func (s *State) freeFunding() int {
	for i := range s.funds {
		if s.funds[i].kind == none {
			return i
		}
	}
	return -1
}

// isTop reports whether a place is the one that heisters of its column are at.
func (s *State) isTop(col, depth int) bool { return int(s.cols[col].top) == depth }

// fightable reports whether both sides are at the top of a column.
func (s *State) fightable(col int) bool {
	return s.heistersAt(col) > 0 && s.faceUpAt(col, int(s.cols[col].top)) > 0
}
