package heroes

import (
	"ringer/env"
	"ringer/env/duel/internal/options"
	"ringer/env/duel/internal/turn"
	"ringer/env/duel/space"
)

// maxObstacles is how many pieces a Hero can have on the table: with one more the
// oldest goes (DUEL-120).
const maxObstacles = 2

// Obstacle, channelled where nothing could be duelled: a block of an inch beside
// the Hero, in one of eight directions. It blocks the way and sight, covers, and
// can be stood on (DUEL-89).
func obstacleFeat() *turn.Skill {
	return &turn.Skill{
		Channel: true,
		MayUse: func(s *turn.State, m int8) bool {
			if s.CouldDuel(m) {
				return false
			}
			for d := range turn.Directions {
				if _, _, ok := obstacle(s, m, d); ok {
					return true
				}
			}
			return false
		},
		Use: func(s *turn.State, m int8) { s.PushSkill(turn.FeatObstacle, m) },
		Run: runObstacle,
	}
}

func runObstacle(s *turn.State, t *turn.Task) {
	g, m := s.Game, t.M
	if t.Step == turn.Asking {
		t.Step = turn.Answered
		s.ForbidAll()
		for d := range turn.Directions {
			if _, _, ok := obstacle(s, m, d); ok {
				s.Allow(g.Actions.Direction + env.Action(d))
			}
		}
		s.AskSkill(turn.FeatObstacle, turn.NodeHow, s.Owner(m), m, turn.Nobody)
		return
	}
	s.Pop()
	block, land, _ := obstacle(s, m, int(s.Answer-g.Actions.Direction))
	before := s.Land
	if old := oldest(s, m); len(land.Added()) < len(before.Added()) {
		copy(s.Builders[old:], s.Builders[old+1:])
		s.Builders[len(s.Builders)-1] = 0
	}
	s.Builders[len(land.Added())] = m + 1
	s.Land = land
	s.Land.Put(block)
	options.Tumble(s, &before)
}

// obstacle returns the block that a Hero could lay in a direction, and the table
// without the block that would go for it.
func obstacle(s *turn.State, m int8, direction int) (block space.Added, land space.Field, ok bool) {
	var room [turn.MaxModels]space.Model
	land = s.Land
	mine := 0
	for i := range land.Added() {
		if s.Builders[i] == m+1 {
			mine++
		}
	}
	if mine == maxObstacles {
		land.TakeAway(oldest(s, m))
	}
	block, ok = s.Game.Scene.Block(s.Spot(m), direction, &land, s.Others(turn.Nobody, &room))
	return block, land, ok
}

// oldest returns the first of the pieces put down that a Hero has built.
func oldest(s *turn.State, m int8) int {
	for i, by := range s.Builders {
		if by == m+1 {
			return i
		}
	}
	return -1
}
