package duel

// Yin Yang: the Hero is Yin and declares any other model, an enemy too, its Yang.
// The owner of either may send hits on it to the other, as many of an attack as he
// likes; but not hits that one of them deals to the other when they are enemies
// (DUEL-14, DUEL-95).
func init() {
	skills[featYinYang] = &skill{
		designate: func(s *State, m int8) modelSet { return s.fielded(s.game.all &^ bit(m)) },
		redirect: func(s *State, a *attack) (int8, bool) {
			to := s.otherHalf(a.at)
			if to == nobody || !has(s.inPlay, to) || to == a.by && s.owner(to) != s.owner(a.at) {
				return nobody, false
			}
			return to, false
		},
	}
}

// otherHalf is the Yang of a Yin, or the Yin of a Yang.
func (s *State) otherHalf(m int8) int8 {
	if s.bears(m, featYinYang) {
		return s.bond(m, featYinYang)
	}
	for rest := s.bearers[featYinYang]; rest != 0; rest &= rest - 1 {
		if yin := first(rest); s.bond(yin, featYinYang) == m {
			return yin
		}
	}
	return nobody
}
