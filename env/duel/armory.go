package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

func init() {
	runners[taskTwoHanded] = runTwoHanded
	runners[taskShield] = runShield
}

// A two-handed weapon may roll one own attack die again, after all are seen,
// but not against a target in cover (DUEL-39). A shield is light cover against
// attacks from its front, hand to hand too; its bearer's owner turns it after
// placement and each Move (DUEL-38).
var armoryRule = rule{
	name: "armory",
	on: [points]func(s *State, m int8){
		atPlaced: turnShield,
		atMoved:  turnShield,
		atRolled: func(s *State, m int8) {
			if s.usesTwoHands(m) && !(m == s.duel.by && s.duel.twice) && s.coverOf(m, s.targetOf(m)) == coverNone {
				s.push(taskTwoHanded, m, 0, 0)
			}
		},
	},
}

func turnShield(s *State, m int8) {
	if s.build(m).shield && s.models[m].status == standing {
		s.push(taskShield, m, 0, 0)
	}
}

// usesTwoHands says whether the weapon used in the running Duel is two-handed.
func (s *State) usesTwoHands(m int8) bool {
	b := s.build(m)
	if s.duel.melee {
		return b.melee == twoHanded
	}
	return b.ranged == twoHanded
}

// targetOf is whom a model attacks in the running Duel.
func (s *State) targetOf(m int8) int8 {
	if m == s.duel.by {
		return s.duel.target
	}
	return s.duel.by
}

// runTwoHanded offers one die to be rolled again.
func runTwoHanded(s *State, t *task) {
	g, d := s.game, &s.duel
	switch t.step {
	case 0:
		t.step = 1
		s.forbidAll()
		s.allow(g.do(doDone))
		for _, f := range d.faces[:d.rolled] {
			s.allow(g.dieID(f))
		}
		s.ask(nodeReroll, s.owner(t.m), t.m, s.targetOf(t.m))
	case 1:
		if s.answer == g.do(doDone) {
			s.pop()
			return
		}
		t.step = 2
		d.twice = d.twice || t.m == d.by
		s.setAside(uint8(s.answer-g.actions.die) + 1)
		s.chance(chanceDice, 1, t.m)
	default:
		s.bringBack()
		s.pop()
	}
}

func runShield(s *State, t *task) {
	g, m := s.game, t.m
	if t.step == 1 {
		s.pop()
		s.models[m].facing = int8(s.answer - g.actions.direction)
		return
	}
	t.step = 1
	s.forbidAll()
	for d := range env.Action(directions) {
		s.allow(g.actions.direction + d)
	}
	s.ask(nodeFace, s.owner(m), m, nobody)
}

// directions are east, northeast and so on, counter-clockwise.
const directions = space.Directions

var directionSteps = [directions][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

// shielded says whether an attack on a model comes from the front of its
// shield: the closed half-plane it faces.
func (s *State) shielded(by, target int8) bool {
	x := &s.models[target]
	if !s.build(target).shield || x.facing < 0 {
		return false
	}
	d := directionSteps[x.facing]
	a := &s.models[by]
	return (int(a.at.X)-int(x.at.X))*d[0]+(int(a.at.Y)-int(x.at.Y))*d[1] >= 0
}
