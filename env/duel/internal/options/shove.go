package options

import (
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Shove moves a model by force, straight away from a point, as far as terrain, the
// other models and the edges of the area let it (DUEL-30). A model that hangs on a
// piece lets go, and one that is shoved off a piece falls. It reports whether
// something other than the edge stopped the model short.
func Shove(s *turn.State, m int8, from space.Point, inches int) (blocked bool) {
	letGo(s, m)
	var room [turn.MaxModels]space.Model
	scene := s.Game.Scene
	to, stopped, edge := scene.Push(s.Spot(m), from, space.Length(inches)*space.Inch, &s.Land, s.Others(m, &room))
	Fall(s, m, to, s.Feet(m)-scene.Height(to, &s.Land))
	return stopped && !edge
}
