package duel

import "ringer/env/duel/space"

// A model removed in round r recovers in Upkeep r+1 and comes back in Upkeep
// r+2, at the free point nearest to its corner or to a spawn point, to be among
// its owner's first activations of that round (DUEL-61).
var respawnRule = rule{
	name: "respawn",
	on: [points]func(s *State, m int8){
		atRemoved: func(s *State, m int8) {
			x := &s.models[m]
			x.status, x.out, x.hits, x.upgrade = away, s.round, 0, 0
			s.clearMarks(m)
			x.flags &^= flagJammed | flagAimed | flagOwesDuel | flagRecovered
		},
		atUpkeepSeat: func(s *State, seat int8) {
			for m := int8(s.game.models) - 1; m >= 0; m-- {
				x := &s.models[m]
				if x.status != away || s.owner(m) != int(seat) {
					continue
				}
				if s.round > x.out+1 {
					s.push(taskRespawn, m, 0, 0)
				} else if s.round == x.out+1 {
					x.flags |= flagRecovered
				}
			}
		},
	},
}

func init() { runners[taskRespawn] = runRespawn }

func runRespawn(s *State, t *task) {
	g, m := s.game, t.m
	home := g.corners[s.corner[s.owner(m)]]
	for _, f := range g.hooks.home {
		if at, ok := f(s, m); ok {
			home = at
		}
	}
	if g.config.RespawnAt == RespawnPoints {
		if t.step == 0 {
			t.step = 1
			s.chance(chanceDice, 1, m)
			return
		}
		home = s.spawns[s.answer]
	}
	s.pop()
	p := s.nearestFree(m, home)
	if p == space.Nowhere {
		return // it waits (DUEL-121)
	}
	s.models[m].flags &^= flagRecovered
	s.set(m, flagFresh)
	s.enter(m, p)
}
