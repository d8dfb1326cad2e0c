package payday

// brace raises armor in this combat.
type brace struct{}

func (brace) apply(s *State, e *effect, t target) {
	if t.heister >= 0 {
		s.heisters[t.heister].brace += e.amount
		return
	}
	s.at(t).brace += e.amount
}
