package duel

import "ringer/env/duel/space"

func init() { runners[taskFall] = runFall }

// Who falls further than an inch rolls a die for each full inch of the fall:
// what is not 7 or more, with the bonus, is a hit (DUEL-48). At most maxDice dice
// are rolled (DUEL-120). The rule itself hooks nothing: whatever makes a model
// fall calls fall.
var fallingRule = rule{name: "falling"}

// fall lands a model at a lower point, from a height above it.
func (s *State) fall(m int8, to space.Point, height space.Length) {
	s.models[m].at = to
	if s.game.config.Falling && height > space.Inches(s.game.config.FallFree) {
		s.push(taskFall, m, min(int(height/space.Inch), maxDice), 0)
	}
}

func runFall(s *State, t *task) {
	if t.step == 0 {
		t.step = 1
		s.chance(chanceDice, int(t.a), t.m)
		return
	}
	m, n := t.m, int(t.a)
	faces := throws(n)[s.answer].faces
	bonus := s.game.fallBonus(s.models[m].kind) + int(s.build(m).protection)
	hits := 0
	for _, f := range faces[:n] {
		if int(f)+bonus < s.game.config.HitOn {
			hits++
		}
	}
	s.pop()
	s.hurt(m, hits)
}

// tumble makes every model fall whose ground has sunk: those that a piece held
// up which is not there any more. before is the table as it was.
func (s *State) tumble(before *space.Field) {
	g := s.game
	for rest := s.inPlay; rest != 0; rest &= rest - 1 {
		m := first(rest)
		at := s.models[m].at
		high, low := g.scene.Height(at, before), g.scene.Height(at, &s.land)
		if low >= high {
			continue
		}
		to := s.nearestBelow(m, at, high-1)
		if to == space.Nowhere {
			to = at
		}
		s.fall(m, to, high-g.scene.Height(to, &s.land))
	}
}
