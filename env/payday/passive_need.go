package payday

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
