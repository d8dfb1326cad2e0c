package heroes

import "ringer/env/duel/internal/turn"

// Follower: X gangers, or 2X rookies or animals, one kind for all of a Hero's. They
// have its warband's arms for their kind, and survive it (DUEL-96).
func followerTrait() *turn.Skill {
	return &turn.Skill{
		Fielded: func(s *turn.State, m int8) {
			next := s.Game.FirstOf(s.Owner(m)) + int8(s.Game.Heroes)
			for range turn.Following(s.Models[m].Followers, s.Trait(m, turn.TraitFollower)) {
				for s.Models[next].Leader != turn.Nobody {
					next++
				}
				follow(s, next, m, s.Models[m].Followers)
			}
		},
	}
}
