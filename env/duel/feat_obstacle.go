package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// maxObstacles is how many pieces a Hero can have on the table: with one more the
// oldest goes (DUEL-120).
const maxObstacles = 2

// Obstacle, channelled where nothing could be duelled: a block of an inch beside
// the Hero, in one of eight directions. It blocks the way and sight, covers, and
// can be stood on (DUEL-89).
func init() {
	skills[featObstacle] = &skill{
		channel: true,
		mayUse: func(s *State, m int8) bool {
			if s.couldDuel(m) {
				return false
			}
			for d := range directions {
				if _, _, ok := s.obstacle(m, d); ok {
					return true
				}
			}
			return false
		},
		use: func(s *State, m int8) { s.pushSkill(featObstacle, m, 0, 0) },
		run: runObstacle,
	}
}

func runObstacle(s *State, t *task) {
	g, m := s.game, t.m
	if t.step == 0 {
		t.step = 1
		s.forbidAll()
		for d := range directions {
			if _, _, ok := s.obstacle(m, d); ok {
				s.allow(g.actions.direction + env.Action(d))
			}
		}
		s.askSkill(featObstacle, nodeHow, s.owner(m), m, nobody)
		return
	}
	s.pop()
	block, land, _ := s.obstacle(m, int(s.answer-g.actions.direction))
	before := s.land
	if old := s.oldest(m); len(land.Added()) < len(before.Added()) {
		copy(s.builders[old:], s.builders[old+1:])
		s.builders[len(s.builders)-1] = 0
	}
	s.builders[len(land.Added())] = m + 1
	s.land = land
	s.land.Put(block)
	s.tumble(&before)
}

// obstacle is the block that a Hero could lay in a direction, and the table
// without the block that would go for it.
func (s *State) obstacle(m int8, direction int) (block space.Added, land space.Field, ok bool) {
	var room [maxModels]space.Model
	land = s.land
	mine := 0
	for i := range land.Added() {
		mine += int(oneIf(s.builders[i] == m+1))
	}
	if mine == maxObstacles {
		land.TakeAway(s.oldest(m))
	}
	block, ok = s.game.scene.Block(s.spot(m), direction, &land, s.others(nobody, &room))
	return block, land, ok
}

// oldest is the first of the pieces put down that a Hero has built.
func (s *State) oldest(m int8) int {
	for i, by := range s.builders {
		if by == m+1 {
			return i
		}
	}
	return -1
}
