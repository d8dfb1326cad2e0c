package payday

// draw lets the actor draw cards.
type draw struct{}

func (draw) apply(s *State, e *effect, _ target) { s.draws[s.frame.seat] += uint8(e.amount) }
