package payday

// health raises or lowers how much damage a heister can take.

// health of a heister: with so many damage tokens it is discarded (PAY-14).
func (s *State) health(i int) int { return s.healthWith(i, s.sum(i, statHealth, none)) }

// healthWith is the health of a heister to which lasting operations add n.
func (s *State) healthWith(i, n int) int {
	return max(1, int(s.kindOf(s.heisters[i].kind).health)+n)
}
