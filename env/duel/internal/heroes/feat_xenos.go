package heroes

import "ringer/env/duel/internal/turn"

// Xenos: friendly Heroes who have it may use each other's sight when they initiate
// a Duel, however far apart, and the gangers of such a Hero may use its sight, but
// no other Hero's. The model whose sight is used must stand (DUEL-88).
func xenosFeat() *turn.Skill {
	return &turn.Skill{Eyes: func(s *turn.State, m int8) (set turn.ModelSet) {
		switch x := &s.Models[m]; {
		case x.Kind == turn.Ganger && x.Leader != turn.Nobody && s.Lends(turn.FeatXenos, x.Leader, m):
			return turn.Bit(x.Leader)
		case x.Kind == turn.Hero && s.Bears(m, turn.FeatXenos):
			for rest := s.Bearers[turn.FeatXenos] & s.Allied(s.Owner(m)) & s.InPlay &^ turn.Bit(m); rest != 0; rest &= rest - 1 {
				if other := rest.First(); s.Models[other].Kind == turn.Hero && s.Lends(turn.FeatXenos, other, m) {
					set |= turn.Bit(other)
				}
			}
		}
		return set
	}}
}
