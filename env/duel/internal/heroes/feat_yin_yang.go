package heroes

import "ringer/env/duel/internal/turn"

// Yin Yang: the Hero is Yin and declares any other model, an enemy too, its Yang.
// The owner of either may send hits on it to the other, as many of an attack as he
// likes; but not hits that one of them deals to the other when they are enemies
// (DUEL-14, DUEL-95).
func yinYangFeat() *turn.Skill {
	return &turn.Skill{
		Designate: func(s *turn.State, m int8) turn.ModelSet { return fielded(s, s.Game.All&^turn.Bit(m)) },
		Redirect: func(s *turn.State, a *turn.Attack) (int8, bool) {
			to := otherHalf(s, a.At)
			if to == turn.Nobody || !s.InPlay.Has(to) || to == a.By && s.Owner(to) != s.Owner(a.At) {
				return turn.Nobody, false
			}
			return to, false
		},
	}
}

// otherHalf returns the Yang of a Yin, or the Yin of a Yang.
func otherHalf(s *turn.State, m int8) int8 {
	if s.Bears(m, turn.FeatYinYang) {
		return s.Bond(m, turn.FeatYinYang)
	}
	for rest := s.Bearers[turn.FeatYinYang]; rest != 0; rest &= rest - 1 {
		if yin := rest.First(); s.Bond(yin, turn.FeatYinYang) == m {
			return yin
		}
	}
	return turn.Nobody
}
