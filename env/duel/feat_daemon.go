package duel

import "ringer/env/duel/space"

// Daemon: when the Hero removes another model in a Duel that it has initiated, it
// must, once the Duel is over and for each model removed, make a Move that ends
// nearer to the nearest enemy, any of them when several are as near; and if it then
// has an enemy in sight it initiates a Duel again (DUEL-68, DUEL-115). The remover is
// whoever rolled the hit.
func init() {
	skills[featDaemon] = &skill{
		rule: rule{on: [points]func(s *State, m int8){
			atRemoved: func(s *State, m int8) {
				if by := s.blame; by != nobody && by != m && s.initiates(by) && s.bears(by, featDaemon) {
					s.await(featDaemon, by, m)
				}
			},
		}},
		triggered: func(s *State, m, _ int8) {
			s.push(taskDuel, m, 0, 0)
			s.giveMove(featDaemon, m, s.game.longMove(), true)
		},
		mayGo: func(s *State, m int8, from space.Point) bool {
			scene, before := s.game.scene, s.spot(m)
			before.At = from
			enemies := s.enemies(s.owner(m))
			nearest := float64(farAway)
			for rest := enemies; rest != 0; rest &= rest - 1 {
				nearest = min(nearest, scene.Range(before, s.spot(first(rest)), &s.land))
			}
			for rest := enemies; rest != 0; rest &= rest - 1 {
				e := s.spot(first(rest))
				if scene.Range(before, e, &s.land) == nearest && scene.Range(s.spot(m), e, &s.land) < nearest {
					return true
				}
			}
			return false
		},
	}
}
