package duel

// Dauntless: no ally of an attacker supports an attack on the Hero in a melee
// (DUEL-55).
func init() {
	skills[featDauntless] = &skill{
		needs: needsMelee,
		rule: rule{
			supported: func(s *State, _, target int8) bool { return !s.bears(target, featDauntless) },
		},
	}
}
