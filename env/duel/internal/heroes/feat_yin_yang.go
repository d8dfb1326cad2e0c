package heroes

import "ringer/env/duel/internal/turn"

// Yin Yang: the Hero is Yin and declares any other model, an enemy too, its Yang.
// The owner of either may send hits on it to the other, from whatever source, and as many
// of them as he likes; but not hits that one of them deals to the other when they are
// enemies (DUEL-14, DUEL-95). The Yang of several may choose among them.
func yinYangFeat() *turn.Skill {
	return &turn.Skill{
		Designate: func(s *turn.State, m int8) turn.ModelSet { return fielded(s, s.Game.All&^turn.Bit(m)) },
		Redirect: func(s *turn.State, b *turn.Blow) (turn.ModelSet, bool) {
			to := otherHalves(s, b.At) & s.InPlay
			if b.By != turn.Nobody {
				to &^= turn.Bit(b.By) & s.Enemies(s.Owner(b.At))
			}
			return to, false
		},
	}
}

// otherHalves returns the Yang of a Yin, and those whose Yang a model is.
func otherHalves(s *turn.State, m int8) (set turn.ModelSet) {
	for rest := s.Bearers[turn.FeatYinYang]; rest != 0; rest &= rest - 1 {
		yin := rest.First()
		switch yang := s.Bond(yin, turn.FeatYinYang); {
		case yang == turn.Nobody:
		case yin == m:
			set |= turn.Bit(yang)
		case yang == m:
			set |= turn.Bit(yin)
		}
	}
	return set
}
