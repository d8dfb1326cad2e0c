package payday

// slow lowers the progress that heisters make on an obstacle.

func (s *State) slowed(col int) int {
	return s.sumPlace(col, int(s.cols[col].top), statSlow, scopeHere)
}
