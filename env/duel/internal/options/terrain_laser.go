package options

import (
	"ringer/env/duel/internal/config"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// A laser can be shot through; a path that crosses it costs a hit, and the Move
// ends there when that places the model prone; crossed twice, it hurts twice (DUEL-52). Paths keep off lasers
// where they can (DUEL-24).
var laserRule = turn.Rule{
	Name:  "interactive_terrain: laser",
	Ready: func(g *turn.Game) { g.Lasers = g.Scene.KindSet(space.Laser) },
	Hook: func(h *turn.Hooks) {
		h.Stops.Add(func(s *turn.State, m int8, path []space.Point) (first turn.Stop, found bool) {
			g := s.Game
			for rest := g.Lasers &^ s.Land.Gone; rest != 0; rest &= rest - 1 {
				i := turn.Lowest(rest)
				crossed := g.Scene.Crossed
				if passing(s, m)>>i&1 != 0 {
					crossed = g.Scene.CrossedAgain
				}
				if after, ok := crossed(path, s.Base(m), i); ok && (!found || after < first.After) {
					first, found = turn.Stop{After: after, Kind: taskLaserHit, What: i}, true
				}
			}
			return first, found
		})
		h.Passed.Add(func(s *turn.State, m int8, way []space.Point) {
			for rest := passing(s, m); rest != 0; rest &= rest - 1 {
				i, end := turn.Lowest(rest), way[len(way)-1:]
				if _, over := s.Game.Scene.Crossed(way, s.Base(m), i); !over {
					continue
				}
				if _, still := s.Game.Scene.Crossed(end, s.Base(m), i); !still {
					s.Act.Crossed &^= 1 << i // the next time it is hit again
				}
			}
		})
	},
}

// passing returns the lasers that have hit a model and that it has not passed yet.
func passing(s *turn.State, m int8) uint64 {
	if s.Act.Crosser != m {
		return 0
	}
	return s.Act.Crossed
}

func runLaser(s *turn.State, t *turn.Task) {
	m := t.M
	s.Act.Crossed, s.Act.Crosser = passing(s, m)|1<<t.Thing, m
	s.Pop()
	Hurt(s, m, s.Game.Whole(config.LaserHits))
}
