package duel

// Regenerate: a prone Hero gets up in Upkeep without a roll.
func init() {
	skills[featRegenerate] = &skill{rule: rule{
		recovers: func(s *State, m int8) bool { return s.bears(m, featRegenerate) },
	}}
}
