package payday

// presence makes a heister count as several.

// presence is how many heisters an obstacle sees at its column.
func (s *State) presence(col int) int {
	n := 0
	for i := range s.heisters {
		if s.hereAt(i, col) {
			n += max(0, 1+s.sum(i, statPresence, none))
		}
	}
	return n
}
