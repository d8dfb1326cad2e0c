package duel

// tokenRadius is the size of a token: with it, every base has contact points on
// both lattices (DUEL-110).
const tokenRadius = 0.25

// mayGrab says whether a model is in base contact with the treasure, lying
// (DUEL-7).
func (s *State) mayGrab(m int8) bool {
	return s.carrier == nobody && s.touches(m, s.treasure)
}

// grab takes the treasure.
func (s *State) grab(m int8) { s.carrier = m }

// drop leaves the treasure where its carrier stands (DUEL-9).
func (s *State) drop(m int8) {
	if s.carrier == m {
		s.carrier, s.treasure = nobody, s.models[m].at
	}
}
