package payday

// progress raises what a heister adds to an obstacle each turn.

// effort is the progress that the heisters at a column make in one Update.
func (s *State) effort(col int) int {
	if s.blocked(col) {
		return 0
	}
	n := 0
	for i := range s.heisters {
		if s.hereAt(i, col) {
			n += max(0, 1+s.sum(i, statProgress, none))
		}
	}
	return max(0, n-s.slowed(col))
}
