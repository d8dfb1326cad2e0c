package heroes

import (
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
)

// Grudge: when the Hero attacks the enemy Hero it has designated, every die that
// misses is rolled again once, before other rerolls (DUEL-36).
func grudgeFeat() *turn.Skill {
	return &turn.Skill{
		Designate: enemyHeroes,
		Rule: turn.Rule{On: [turn.Moments]func(s *turn.State, m int8){
			turn.AtRolled: func(s *turn.State, m int8) {
				if s.Bears(m, turn.FeatGrudge) && options.TargetOf(s, m) == s.Bond(m, turn.FeatGrudge) {
					s.PushSkill(turn.FeatGrudge, m)
				}
			},
		}},
		Run: runMissesAgain,
	}
}
