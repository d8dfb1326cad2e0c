package liarsdice

// SeatsDiffer implements env.SeatDiffer.
func (g *Game) SeatsDiffer() string { return "seat 0 bids first" }
