package duel

import "ringer/env/duel/space"

// Water covers whoever is in it, and drowns whoever a hit places prone there. A
// drowned carrier leaves the treasure at the nearest point of the shore. Who loses
// only toughness there rolls a die for it (DUEL-50).
var waterRule = rule{
	name: "interactive_terrain: water",
	on: [points]func(s *State, m int8){
		atHit: func(s *State, m int8) {
			x := &s.models[m]
			if x.status != prone || !s.inWater(m) {
				return
			}
			s.drown(m)
		},
		atTough: func(s *State, m int8) {
			if s.inWater(m) {
				s.push(taskDrown, m, 0, 0)
			}
		},
	},
}

func init() { runners[taskDrown] = runDrown }

// runDrown rolls for a Hero whom the water costs toughness only: a die and what
// toughness is left make 7, or it drowns. A carrier lets the treasure go first.
func runDrown(s *State, t *task) {
	m := t.m
	if t.step == 0 {
		if t.step = 1; has(s.inPlay, m) {
			s.chance(chanceDice, 1, m)
			return
		}
		s.pop()
		return
	}
	s.pop()
	if int(s.answer)+1+int(s.models[m].toughness) < s.game.config.HitOn {
		s.letFall(m)
		s.drown(m)
	}
}

// drown removes a model, and brings what it carried ashore.
func (s *State) drown(m int8) {
	if s.carrier == nobody && s.treasure == s.models[m].at {
		s.treasure = s.shore(m)
	}
	s.remove(m)
}

func (s *State) inWater(m int8) bool {
	return s.game.scene.Inside(s.models[m].at, &s.land)&s.game.scene.KindSet(space.Water) != 0
}

// swims says whether a target is in water that the attacker is not in: it counts
// as in cover.
func (s *State) swims(by, target int8) bool {
	g := s.game
	return g.water != 0 && g.scene.Inside(s.models[target].at, &s.land)&^g.scene.Inside(s.models[by].at, &s.land)&g.water != 0
}

// shore is the point nearest to a model where a fighter could stand dry.
func (s *State) shore(m int8) space.Point {
	g, at := s.game, s.models[m].at
	water := g.scene.KindSet(space.Water)
	best, found := at, -1.
	for i := range g.scene.Points() {
		p := g.scene.PointAt(i)
		if d := g.scene.Distance(at, p); (found < 0 || d < found) && g.scene.Inside(p, &s.land)&water == 0 && g.scene.Standable(p, s.base(m), &s.land) {
			best, found = p, d
		}
	}
	return best
}
