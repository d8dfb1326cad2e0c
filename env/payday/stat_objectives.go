package payday

// This file rules the stats of obstacles, and when the demands of an obstacle are met.

// needed returns the progress that the top obstacle of a column requires; 0 for one
// that requires none.
func (s *State) needed(col int) int {
	c := &s.cols[col]
	n := int(s.kindOf(c.obstacles[c.top]).req.progress)
	if n == 0 {
		return 0
	}
	return max(1, n+s.sumPlace(col, int(c.top), statNeed, scopeHere))
}

// slowed returns the progress that heisters lose in an Update at a column.
func (s *State) slowed(col int) int {
	return s.sumPlace(col, int(s.cols[col].top), statSlow, scopeHere)
}

// blocked reports whether heisters make no progress at a column: officers stop
// them only where their card says it (PAY-36).
func (s *State) blocked(col int) bool {
	return s.sumPlace(col, int(s.cols[col].top), statBlock, scopeHere) > 0
}

// effort returns the progress that the heisters at a column make in one Update.
func (s *State) effort(col int) int {
	n := 0
	for i := range s.heisters {
		if s.hereAt(i, col) {
			n += effortWith(s.sum(i, statProgress, none))
		}
	}
	return s.effortOf(col, n)
}

// effortWith returns the progress of a heister to which lasting operations add n.
func effortWith(n int) int { return max(0, 1+n) }

// effortOf returns the progress of an Update at a column whose heisters make n.
func (s *State) effortOf(col, n int) int {
	if n == 0 || s.blocked(col) {
		return 0
	}
	return max(0, n-s.slowed(col))
}

// presence returns the number of heisters that the obstacle of a column counts.
func (s *State) presence(col int) int {
	n := 0
	for i := range s.heisters {
		if s.hereAt(i, col) {
			n += presenceWith(s.sum(i, statPresence, none))
		}
	}
	return n
}

// presenceWith returns the number of heisters that an obstacle counts for a heister to
// which lasting operations add n.
func presenceWith(n int) int { return max(0, 1+n) }

// met reports whether all but the cash of a requirement holds for the top of a
// column (PAY-15, PAY-36, PAY-37).
func (s *State) met(col int) bool {
	c := &s.cols[col]
	r := &s.game.deck.kinds[c.obstacles[c.top]].req
	if c.locked {
		return false
	}
	if int(c.progress) < s.needed(col) || s.presence(col) < int(r.present) {
		return false
	}
	if r.clear && s.policeAt(col, int(c.top)) > 0 {
		return false
	}
	return r.key == none || s.hasLoot(col, r.key)
}

// hasLoot reports whether a heister at a column carries a kind of Loot.
func (s *State) hasLoot(col int, loot uint8) bool {
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind != none && int(h.col) == col && h.loot == loot {
			return true
		}
	}
	return false
}
