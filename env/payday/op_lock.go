package payday

// lock keeps the top obstacle of a column from being discarded in this round.
type lock struct{}

func (lock) apply(s *State, _ *effect, t target) {
	if c := &s.cols[t.col]; c.top < c.count {
		c.locked = true
	}
}
