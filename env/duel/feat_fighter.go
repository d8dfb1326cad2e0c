package duel

// Fighter: the Hero avoids hits before its enemies attack also when its Duel Score
// is higher than theirs, instead of attacking. Each of its dice has -2 when its
// score is the single highest of the Duel. On equal scores there is no defense
// (DUEL-76).
func init() {
	skills[featFighter] = &skill{
		needs: needsAvoidHits,
		rule: rule{
			early: func(s *State, m int8) bool { return s.bears(m, featFighter) },
			modify: func(s *State, r roll) int {
				if r.kind == rollDefense && s.bears(r.by, featFighter) && s.highest(r.by) {
					return -2
				}
				return 0
			},
		},
	}
}

// highest says whether a model has the single highest score of the Duel.
func (s *State) highest(m int8) bool {
	d := &s.duel
	for rest := d.set &^ bit(m); rest != 0; rest &= rest - 1 {
		if d.score[first(rest)] >= d.score[m] {
			return false
		}
	}
	return true
}
