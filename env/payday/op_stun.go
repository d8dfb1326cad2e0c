package payday

// stun keeps someone from dealing damage in this combat.
type stun struct{}

func (stun) apply(s *State, _ *effect, t target) {
	if t.heister >= 0 {
		s.heisters[t.heister].stunned = true
		return
	}
	s.at(t).stunned = true
}
