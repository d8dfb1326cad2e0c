package tictactoe

// SeatsDiffer implements env.SeatDiffer.
func (g *Game) SeatsDiffer() string { return "seat 0 marks a cell first" }
