package payday

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
