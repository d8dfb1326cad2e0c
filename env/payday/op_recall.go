package payday

// recall sends an officer back to hand; a guard leaves the game (PAY-31).
type recall struct{}

func (recall) apply(s *State, _ *effect, t target) { s.sendHome(t) }
