package payday

// targets raises how many officers a heister can attack in one combat.

// targetValue is that number: 1, or what the weapon says (PAY-13).
func (s *State) targetValue(i int) int {
	n := 1
	if w := s.heisters[i].weapon; w != none {
		n = max(1, int(s.kindOf(w).targets))
	}
	return max(1, n+s.sum(i, statTargets, none))
}
