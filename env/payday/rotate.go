package payday

// SeatsDiffer implements env.SeatDiffer.
func (g *Game) SeatsDiffer() string {
	return "seat 0 is the Criminal and seat 1 the Police: each has its own deck, turn and way to win"
}
