package duel

// Grudge: when the Hero attacks the enemy Hero it has designated, every die that
// misses is rolled again once, before other rerolls (DUEL-36).
func init() {
	skills[featGrudge] = &skill{
		designate: enemyHeroes,
		rule: rule{on: [points]func(s *State, m int8){
			atRolled: func(s *State, m int8) {
				if s.bears(m, featGrudge) && s.targetOf(m) == s.bond(m, featGrudge) {
					s.pushSkill(featGrudge, m, 0, 0)
				}
			},
		}},
		run: runMissesAgain,
	}
}
