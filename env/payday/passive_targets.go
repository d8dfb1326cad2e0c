package payday

// targets raises how many officers a heister can attack in one combat.

// targetValue is that number: 1, or what the weapon says (PAY-13).
func (s *State) targetValue(i int) int { return s.targetsWith(i, s.sum(i, statTargets, none)) }

// targetsWith is that number when lasting operations add n.
func (s *State) targetsWith(i, n int) int {
	weapon := 1
	if w := s.heisters[i].weapon; w != none {
		weapon = max(1, int(s.kindOf(w).targets))
	}
	return max(1, n+weapon)
}
