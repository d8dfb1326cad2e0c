package payday

// gain gives the actor cash.
type gain struct{}

func (gain) apply(s *State, e *effect, _ target) { s.earn(int(s.frame.seat), int(e.amount)) }
