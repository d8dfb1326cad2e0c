package tictactoe

// Mark returns the seat that has marked a cell, counted row by row from 0; -1 for none.
func (s *State) Mark(cell int) int {
	for seat, marks := range s.marks {
		if marks>>cell&1 == 1 {
			return seat
		}
	}
	return -1
}

// Winner returns the seat with three in a row, -1 for none.
func (s *State) Winner() int { return int(s.winner) - 1 }
