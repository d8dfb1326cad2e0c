package turn

import "ringer/env/duel/space"

// Meets reports whether a model that has gone a way touches a round token, and after
// how many inches: its base sweeps over it on the way (DUEL-24), or is in base
// contact with it at the end (DUEL-110).
func (s *State) Meets(m int8, way []space.Point, token space.Point, radius float64) (after float64, ok bool) {
	scene := s.Game.Scene
	if !s.Serves(m) {
		return 0, false
	}
	mover := s.Spot(m)
	if after, ok = scene.Swept(way, mover.Base, token, space.Inches(radius)); ok {
		return after, true
	}
	mover.At = way[len(way)-1]
	return after, scene.ContactAt(mover, token, space.Inches(radius), &s.Land)
}

// NearEnough reports whether a model's base is at least partly within this many inches
// of a token.
func (s *State) NearEnough(m int8, token space.Point, inches float64) bool {
	return s.Serves(m) && s.Game.Scene.RangeTo(s.Spot(m), token, space.Inches(TokenRadius), &s.Land) <= inches
}

// Serves reports whether a model can do anything that wins.
func (s *State) Serves(m int8) bool {
	for _, f := range s.Game.Hooks.Serves {
		if !f(s, m) {
			return false
		}
	}
	return true
}
