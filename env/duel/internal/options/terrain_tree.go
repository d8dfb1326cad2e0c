package options

import (
	"ringer/env"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// A model in contact with a tree may spend its action on toppling it in one of
// eight directions: the log is as long as the tree was high, covers, and cannot
// be walked through; it may not come down on models or other blocking terrain.
// No Duel follows (DUEL-52).
var treeRule = turn.Rule{Name: "interactive_terrain: tree", Hook: func(h *turn.Hooks) {
	h.Offer.Add(func(s *turn.State, m int8) {
		if i := treeBeside(s, m); i >= 0 && !s.Act.Plain() {
			for d := range turn.Directions {
				if _, ok := topple(s, i, d); ok {
					s.Allow(s.Game.Actions.Direction + env.Action(d))
				}
			}
		}
	})
	h.Acted.Add(func(s *turn.State, m int8, a env.Action) bool {
		d := int(a - s.Game.Actions.Direction)
		if d < 0 || d >= turn.Directions {
			return false
		}
		i := treeBeside(s, m)
		log, _ := topple(s, i, d)
		s.Land.Remove(i)
		s.Land.Put(log)
		return true
	})
}}

// treeBeside returns the first tree of the map that a model is in contact with; -1
// for none.
func treeBeside(s *turn.State, m int8) int {
	scene := s.Game.Scene
	return turn.Lowest(scene.Beside(s.Models[m].At, s.Base(m), &s.Land) & scene.KindSet(space.Tree))
}

// topple finds the log that a tree leaves in a direction.
func topple(s *turn.State, i, direction int) (space.Added, bool) {
	var room [turn.MaxModels]space.Model
	return s.Game.Scene.Topple(i, direction, &s.Land, s.Others(turn.Nobody, &room))
}
