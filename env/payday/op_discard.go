package payday

// discard makes the other side discard cards at random.
type discard struct{}

func (discard) apply(s *State, e *effect, _ target) { s.drops[1-s.frame.seat] += uint8(e.amount) }
