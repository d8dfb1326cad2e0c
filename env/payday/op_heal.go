package payday

// heal takes damage tokens off a heister.
type heal struct{}

func (heal) apply(s *State, e *effect, t target) {
	h := &s.heisters[t.heister]
	n := min(h.damage, uint8(e.amount))
	h.damage -= n
	s.ledger.healed += int32(n)
}
