package payday

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
