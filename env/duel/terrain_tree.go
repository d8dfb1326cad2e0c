package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// A model in contact with a tree may spend its action on toppling it in one of
// eight directions: the log is as long as the tree was high, covers, and cannot
// be walked through; it may not come down on models or other blocking terrain.
// No Duel follows (DUEL-52).
var treeRule = rule{
	name: "interactive_terrain: tree",
	offer: func(s *State, m int8) {
		if i := s.treeBeside(m); i >= 0 && !s.act.plain() {
			for d := range directions {
				if _, ok := s.topple(i, d); ok {
					s.allow(s.game.actions.direction + env.Action(d))
				}
			}
		}
	},
	acted: func(s *State, m int8, a env.Action) bool {
		d := int(a - s.game.actions.direction)
		if d < 0 || d >= directions {
			return false
		}
		i := s.treeBeside(m)
		log, _ := s.topple(i, d)
		s.land.Remove(i)
		s.land.Put(log)
		return true
	},
}

// treeBeside is the first tree of the map that a model is in contact with; -1
// for none.
func (s *State) treeBeside(m int8) int {
	scene := s.game.scene
	return lowest(scene.Beside(s.models[m].at, s.base(m), &s.land) & scene.KindSet(space.Tree))
}

// topple finds the log that a tree leaves in a direction.
func (s *State) topple(i, direction int) (space.Added, bool) {
	var room [maxModels]space.Model
	return s.game.scene.Topple(i, direction, &s.land, s.others(nobody, &room))
}
