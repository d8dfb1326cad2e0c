package payday

// block stops all progress on an obstacle: officers do so only where their card
// says it (PAY-36).

func (s *State) blocked(col int) bool {
	return s.sumPlace(col, int(s.cols[col].top), statBlock, scopeHere) > 0
}
