package duel

// Xenos: friendly Heroes who have it may use each other's sight when they initiate a
// Duel, however far apart, and the gangers of such a Hero may use its sight, but no
// other Hero's. Whose sight is used must stand (DUEL-88).
func init() {
	skills[featXenos] = &skill{eyes: func(s *State, m int8) (set modelSet) {
		switch x := &s.models[m]; {
		case x.kind == ganger && x.leader != nobody && s.lends(featXenos, x.leader, m):
			return bit(x.leader)
		case x.kind == hero && s.bears(m, featXenos):
			for rest := s.bearers[featXenos] & s.allied(s.owner(m)) & s.inPlay &^ bit(m); rest != 0; rest &= rest - 1 {
				if other := first(rest); s.models[other].kind == hero && s.lends(featXenos, other, m) {
					set |= bit(other)
				}
			}
		}
		return set
	}}
}
