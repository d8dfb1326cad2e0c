package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// To charge is to move up to 6 inches straight at an enemy in sight, into base
// contact, and to fight it there, and it alone, with 1 more on each die. It is
// offered only when the way to the nearest contact point is free (DUEL-43).
var chargeRule = rule{
	name: "charge",
	modify: func(s *State, r roll) int {
		if s.duel.charge && s.duel.melee && r.by == s.duel.by && r.kind == rollAttack {
			return 1
		}
		return 0
	},
	offer: func(s *State, m int8) {
		if s.act.plain() || !s.mayInitiate(m) || s.build(m).melee == noWeapon || s.contacts(m)&s.enemies(s.owner(m)) != 0 {
			return
		}
		seat := s.owner(m)
		for rest := s.enemies(seat); rest != 0; rest &= rest - 1 {
			if e := first(rest); s.sees(m, e) {
				if _, ok := s.chargePoint(m, e); ok {
					s.allow(s.game.modelID(seat, e))
				}
			}
		}
	},
	acted: func(s *State, m int8, a env.Action) bool {
		g := s.game
		if a < g.actions.model || int(a-g.actions.model) >= g.models {
			return false
		}
		e := g.modelOf(s.owner(m), a)
		to, _ := s.chargePoint(m, e)
		s.push(taskDuel, m, duelCharge, int(e))
		s.act.left, s.act.from = s.chargeLength(m), s.models[m].at
		s.travel(m, to, goCharge)
		return true
	},
}

// missCharge lets a charge fail whose target has moved out of contact: the charger
// has gone no further than a Move, and may only avoid hits (DUEL-43).
func (s *State) missCharge() {
	m, g := s.duel.by, s.game
	s.duel.avoidOnly = true
	x, far := &s.models[m], s.allowance(m, g.config.Move).Inches()
	if g.scene.Distance(s.act.from, x.at) > far {
		var room [maxModels]space.Model
		way := append(s.path[:0], s.act.from, x.at)
		x.at = g.scene.Along(way, far, s.spot(m), &s.land, s.others(m, &room))
		s.path = way
	}
}
