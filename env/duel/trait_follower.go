package duel

// Follower: X gangers, or 2X rookies or animals, one kind for all of a Hero's. They
// have its warband's arms for their kind, and survive it (DUEL-96).
func init() {
	skills[traitFollower] = &skill{
		fielded: func(s *State, m int8) {
			next := s.game.firstOf(s.owner(m)) + int8(s.game.heroes)
			for range following(s.models[m].followers, s.trait(m, traitFollower)) {
				for s.models[next].leader != nobody {
					next++
				}
				s.follow(next, m, s.models[m].followers)
			}
		},
	}
}
