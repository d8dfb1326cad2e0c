package payday

// This file is the stats of obstacles, and what an obstacle asks for.

// need raises the progress that an obstacle requires.

// needed is the progress that the top obstacle of a column requires; 0 for one
// that requires none.
func (s *State) needed(col int) int {
	c := &s.cols[col]
	n := int(s.kindOf(c.obstacles[c.top]).req.progress)
	if n == 0 {
		return 0
	}
	return max(1, n+s.sumPlace(col, int(c.top), statNeed, scopeHere))
}

// slow lowers the progress that heisters make on an obstacle.

func (s *State) slowed(col int) int {
	return s.sumPlace(col, int(s.cols[col].top), statSlow, scopeHere)
}

// block stops all progress on an obstacle: officers do so only where their card
// says it (PAY-36).

func (s *State) blocked(col int) bool {
	return s.sumPlace(col, int(s.cols[col].top), statBlock, scopeHere) > 0
}

// progress raises what a heister adds to an obstacle each turn.

// effort is the progress that the heisters at a column make in one Update.
func (s *State) effort(col int) int {
	n := 0
	for i := range s.heisters {
		if s.hereAt(i, col) {
			n += effortWith(s.sum(i, statProgress, none))
		}
	}
	return s.effortOf(col, n)
}

// effortWith is the progress of a heister to which lasting operations add n.
func effortWith(n int) int { return max(0, 1+n) }

// effortOf is what is left at a column of the progress of its heisters.
func (s *State) effortOf(col, n int) int {
	if n == 0 || s.blocked(col) {
		return 0
	}
	return max(0, n-s.slowed(col))
}

// presence makes a heister count as several.

// presence is how many heisters an obstacle sees at its column.
func (s *State) presence(col int) int {
	n := 0
	for i := range s.heisters {
		if s.hereAt(i, col) {
			n += presenceWith(s.sum(i, statPresence, none))
		}
	}
	return n
}

// presenceWith is as how many a heister counts when lasting operations add n.
func presenceWith(n int) int { return max(0, 1+n) }

// met says whether all but the cash of a requirement holds for the top of a
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

// hasLoot says whether a heister at a column carries a kind of Loot.
func (s *State) hasLoot(col int, loot uint8) bool {
	for i := range s.heisters {
		h := &s.heisters[i]
		if h.kind != none && int(h.col) == col && h.loot == loot {
			return true
		}
	}
	return false
}
