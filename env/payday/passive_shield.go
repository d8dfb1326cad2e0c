package payday

// shield makes heisters attack an officer before others that have none.

func (s *State) shielded(o *officer) bool {
	return s.sumCard(o.kind, statShield, scopeSelf) > 0 || s.sumCard(o.equip, statShield, scopeSelf) > 0
}
