package kuhn

// SeatsDiffer implements env.SeatDiffer.
func (g *Game) SeatsDiffer() string {
	return "seat 0 bets first, and later seats have seen more before they bet"
}
