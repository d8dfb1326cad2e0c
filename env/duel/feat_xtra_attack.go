package duel

// Xtra Attack: the Hero may interrupt the Move of an enemy in its sight and reach,
// each enemy once a round, with a Duel of one die in which the mover may only avoid
// hits. A mover who goes prone stops there (DUEL-94).
func init() {
	skills[featXtraAttack] = &skill{
		attack: true,
		mayInterrupt: func(s *State, m, mover int8) bool {
			return s.models[m].status == standing && !has(s.models[m].struck, mover) && !s.forbidsSpecials(m) &&
				s.engageable(m, mover) && s.sees(m, mover) && s.reaches(m, mover)
		},
		interrupt: func(s *State, m, mover int8) {
			s.models[m].struck |= bit(mover)
			s.push(taskDuel, m, duelOneDie|duelOnly|duelDodge, int(mover)).with = featXtraAttack
		},
	}
}
