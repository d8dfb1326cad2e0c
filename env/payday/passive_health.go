package payday

// health raises or lowers how much damage a heister can take.

// health of a heister: with so many damage tokens it is discarded (PAY-14).
func (s *State) health(i int) int {
	return max(1, int(s.kindOf(s.heisters[i].kind).health)+s.sum(i, statHealth, none))
}
