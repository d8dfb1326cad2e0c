package options

import (
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// A laser can be shot through; a path that crosses it costs a hit, and the Move
// ends there when that places the model prone (DUEL-52). Paths keep off lasers
// where they can (DUEL-24).
var laserRule = turn.Rule{
	Name:  "interactive_terrain: laser",
	Ready: func(g *turn.Game) { g.Lasers = g.Scene.KindSet(space.Laser) },
	Stops: func(s *turn.State, m int8, path []space.Point) (first turn.Stop, found bool) {
		g := s.Game
		for rest := g.Lasers &^ s.Land.Gone; rest != 0; rest &= rest - 1 {
			i := turn.Lowest(rest)
			if s.Act.Crossed>>i&1 != 0 {
				continue
			}
			if after, ok := g.Scene.Crossed(path, s.Base(m), i); ok && (!found || after < first.After) {
				first, found = turn.Stop{After: after, Kind: taskLaserHit, What: i}, true
			}
		}
		return first, found
	},
}

func runLaser(s *turn.State, t *turn.Task) {
	m := t.M
	s.Act.Crossed |= 1 << t.Thing
	s.Pop()
	Hurt(s, m, 1)
}
