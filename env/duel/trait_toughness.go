package duel

// Toughness: each hit costs a point of it before anything else happens. What is
// lost stays lost; a Hero who is prone with toughness left is stunned (DUEL-49).
func init() {
	skills[traitToughness] = &skill{
		fielded: func(s *State, m int8) { s.models[m].toughness = uint8(s.trait(m, traitToughness)) },
	}
}
