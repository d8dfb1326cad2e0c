package heroes

import (
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// Daemon: when the Hero removes another model in a Duel that it has initiated, it
// must, once the Duel is over and for each model removed, make a Move that ends
// nearer to the nearest enemy, any of them when several are as near; and if it then
// has an enemy in sight it initiates a Duel again (DUEL-68, DUEL-115). The remover is
// the model that rolled the hit.
func daemonFeat() *turn.Skill {
	return &turn.Skill{
		Hook: func(h *turn.Hooks) {
			h.On[turn.AtSlain].Add(func(s *turn.State, by int8) {
				if s.Initiates(by) && s.Bears(by, turn.FeatDaemon) {
					s.Await(turn.FeatDaemon, by, turn.Nobody)
				}
			})
		},
		Triggered: func(s *turn.State, m, _ int8) {
			s.Push(turn.TaskDuel, m)
			s.GiveMove(turn.FeatDaemon, m, s.Game.LongMove(), true, turn.Nobody)
		},
		MayGo: func(s *turn.State, m, _ int8, from space.Point) bool {
			scene, before := s.Game.Scene, s.Spot(m)
			before.At = from
			enemies := s.Enemies(s.Owner(m))
			nearest := float64(turn.FarAway)
			for rest := enemies; rest != 0; rest &= rest - 1 {
				nearest = min(nearest, scene.Range(before, s.Spot(rest.First()), &s.Land))
			}
			for rest := enemies; rest != 0; rest &= rest - 1 {
				e := s.Spot(rest.First())
				if scene.Range(before, e, &s.Land) == nearest && scene.Range(s.Spot(m), e, &s.Land) < nearest {
					return true
				}
			}
			return false
		},
	}
}
