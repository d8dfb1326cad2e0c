package heroes

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
)

// Node: a friend within 5 inches of the standing Hero that sees it may use the Hero's
// sight when it initiates a Duel (DUEL-88).
func nodeFeat() *turn.Skill {
	return &turn.Skill{Eyes: func(s *turn.State, m int8) (set turn.ModelSet) {
		for rest := s.Bearers[turn.FeatNode] & s.Allied(s.Owner(m)) & s.InPlay &^ turn.Bit(m); rest != 0; rest &= rest - 1 {
			if node := rest.First(); s.Lends(turn.FeatNode, node, m) && s.Within(m, node, s.Game.Number(config.NodeReach)) && s.Sees(m, node) {
				set |= turn.Bit(node)
			}
		}
		return set
	}}
}
