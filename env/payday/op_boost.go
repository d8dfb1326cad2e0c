package payday

// boost raises damage in this combat.
type boost struct{}

func (boost) apply(s *State, e *effect, t target) {
	if t.heister >= 0 {
		s.heisters[t.heister].boost += e.amount
		return
	}
	s.at(t).boost += e.amount
}
