package duel

// Hipshot, a Special Attack: a Move in two legs with the Duel between them, like a
// Skirmish, but of full length, with all dice, and without another Duel at the end
// (DUEL-79). Who is fast may do it in either of its Moves (DUEL-75).
func init() {
	skills[featHipshot] = &skill{
		attack: true, move: true,
		mayUse: func(s *State, m int8) bool { return !s.act.noDuel && !s.forbidsSpecials(m) },
		use: func(s *State, m int8) {
			s.act.left, s.act.moved = s.allowance(m, s.baseMove()), 0
			if s.act.more > 0 { // its Duel is the one of the activation
				s.act.noDuel = true
				s.again(m)
			}
			s.push(taskGo, m, goLastLeg, 0)
			s.push(taskDuel, m, 0, 0).with = featHipshot
			s.push(taskGo, m, goLeg, 0)
		},
	}
}
