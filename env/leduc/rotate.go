package leduc

// SeatsDiffer implements env.SeatDiffer.
func (g *Game) SeatsDiffer() string { return "seat 0 bets first in both rounds, while it is in" }
