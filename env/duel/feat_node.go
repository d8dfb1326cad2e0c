package duel

// nodeReach is how near to the Hero a friend must be, in inches.
const nodeReach = 5

// Node: a friend within 5 inches of the standing Hero that sees it may use the Hero's
// sight when it initiates a Duel (DUEL-88).
func init() {
	skills[featNode] = &skill{eyes: func(s *State, m int8) (set modelSet) {
		for rest := s.bearers[featNode] & s.allied(s.owner(m)) & s.inPlay &^ bit(m); rest != 0; rest &= rest - 1 {
			if node := first(rest); s.lends(featNode, node, m) && s.within(m, node, nodeReach) && s.sees(m, node) {
				set |= bit(node)
			}
		}
		return set
	}}
}
