package duel

import "ringer/env/duel/space"

// shove moves a model by force, straight away from another, as far as terrain, the
// other models and the edges of the area let it (DUEL-30). Who hangs on a piece lets
// go, and who is shoved off one falls. It says whether something other than the edge
// stopped the model short.
func (s *State) shove(m, from int8, inches int) (blocked bool) {
	letGo(s, m)
	var room [maxModels]space.Model
	scene := s.game.scene
	to, stopped, edge := scene.Push(s.spot(m), s.models[from].at, space.Length(inches)*space.Inch, &s.land, s.others(m, &room))
	s.fall(m, to, s.feet(m)-scene.Height(to, &s.land))
	return stopped && !edge
}
