package payday

// drain takes cash from the other side, as far as it has any.
type drain struct{}

func (drain) apply(s *State, e *effect, _ target) {
	other := 1 - int(s.frame.seat)
	s.pay(other, min(int(e.amount), int(s.cash[other])))
}
