package duel

import "ringer/env/duel/space"

// meets says whether a model that has gone a way touches a round token, and after
// how many inches: its base sweeps over it on the way (DUEL-24), or is in base
// contact with it at the end (DUEL-110).
func (s *State) meets(m int8, way []space.Point, token space.Point, radius float64) (after float64, ok bool) {
	scene := s.game.scene
	if !s.serves(m) {
		return 0, false
	}
	mover := s.spot(m)
	if after, ok = scene.Swept(way, mover.Base, token, space.Inches(radius)); ok {
		return after, true
	}
	mover.At = way[len(way)-1]
	return after, scene.ContactAt(mover, token, space.Inches(radius), &s.land)
}

// nearEnough says whether a model's base is at least partly within so many inches
// of a token.
func (s *State) nearEnough(m int8, token space.Point, inches float64) bool {
	return s.serves(m) && s.game.scene.RangeTo(s.spot(m), token, space.Inches(tokenRadius), &s.land) <= inches
}

// serves says whether a model can do anything that wins.
func (s *State) serves(m int8) bool {
	for _, f := range s.game.hooks.serves {
		if !f(s, m) {
			return false
		}
	}
	return true
}
