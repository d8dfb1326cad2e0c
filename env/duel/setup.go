package duel

import (
	"ringer/env"
	"ringer/env/duel/space"
)

func init() {
	runners[taskCorners] = runCorners
	runners[taskSetup] = runSetup
	runners[taskPlace] = runPlace
}

// Corners in the order of the block corner: counter-clockwise from the
// southwest.
const corners = 4

// runCorners gives every seat its corner (DUEL-33). On a symmetric map two sides
// start opposite each other and four in seat order; the corners of three are dealt
// by chance. Elsewhere seat 1 of two sides chooses and the other side gets the
// opposite corner; of more, seats in chance order choose.
func runCorners(s *State, t *task) {
	g := s.game
	n := g.camps
	if g.fixedCorners {
		if n == 3 && t.step == 0 {
			t.step = 1
			s.chance(chanceMap, len(threeCorners), nobody)
			return
		}
		for seat := range g.players {
			switch n {
			case 2:
				s.corner[seat] = 2 * g.side[seat]
			case 3:
				s.corner[seat] = threeCorners[s.answer][seat]
			default:
				s.corner[seat] = int8(seat)
			}
		}
		s.pop()
		return
	}
	if t.step == 0 {
		for i := range s.corner {
			s.corner[i] = -1
		}
		if n == 2 {
			s.order[0], s.order[1] = 1, 0
			t.step = 2
		} else {
			t.step = 1
			s.chance(chanceTie, factorial(n), nobody)
			return
		}
	}
	if t.step == 1 {
		seats := [maxSeats]int8{0, 1, 2, 3}
		s.order = permuted(seats, n, int(s.answer))
		t.step = 2
	} else if t.b == 1 { // somebody has chosen
		seat := s.order[t.a]
		s.corner[seat] = int8(s.answer - g.actions.corner)
		t.a++
		if n == 2 {
			for other := range g.players {
				if s.corner[other] = s.corner[seat]; g.side[other] != g.side[seat] {
					s.corner[other] = (s.corner[seat] + 2) % corners
				}
			}
			t.a++
		}
	}
	if int(t.a) == n {
		s.pop()
		return
	}
	s.forbidAll()
	for c := range int8(corners) {
		free := true
		for seat := range n {
			free = free && s.corner[seat] != c
		}
		if free {
			s.allow(g.actions.corner + env.Action(c))
		}
	}
	t.b = 1
	s.ask(nodeCorner, int(s.order[t.a]), nobody, nobody)
}

// threeCorners are the ways in which three seats can get different corners.
var threeCorners = func() (all [][3]int8) {
	for a := range int8(corners) {
		for b := range int8(corners) {
			for c := range int8(corners) {
				if a != b && b != c && a != c {
					all = append(all, [3]int8{a, b, c})
				}
			}
		}
	}
	return all
}()

func factorial(n int) int {
	if n < 2 {
		return 1
	}
	return n * factorial(n-1)
}

// permuted gives the k-th order of the first n seats of list.
func permuted(list [maxSeats]int8, n, k int) [maxSeats]int8 {
	out := list
	for i := range n {
		f := factorial(n - 1 - i)
		j := i + k/f
		k %= f
		x := out[j]
		copy(out[i+1:j+1], out[i:j])
		out[i] = x
	}
	return out
}

// runSetup runs once, before the first round.
func runSetup(s *State, t *task) {
	s.pop()
	if start := s.game.scenario.start; start != nil {
		start(s)
		return
	}
	s.push(taskRound, nobody, 0, 0)
	s.reach(atSetup, nobody)
}

// runPlace brings a model into play within place_within of its corner, or as
// far out as the nearest free point is (DUEL-7, DUEL-111). That is its whole
// activation.
func runPlace(s *State, t *task) {
	g := s.game
	m := t.m
	home := g.corners[s.corner[s.owner(m)]]
	if t.step == 1 {
		s.pop()
		s.enter(m, g.destOf(home, s.answer))
		return
	}
	t.step = 1
	s.origin = home
	if !s.allowPlaces(m, home) {
		s.pop() // no room anywhere near: it waits for its next activation
		return
	}
	s.ask(nodePlace, s.owner(m), m, nobody)
}

// allowPlaces makes all free points around a corner legal.
func (s *State) allowPlaces(m int8, home space.Point) bool {
	g := s.game
	for within := g.config.PlaceWithin; within <= g.config.PlaceWithin+g.spread(); within++ {
		s.forbidAll()
		if s.allowFree(m, home, space.Inches(within)) {
			return true
		}
	}
	return false
}

// allowFree makes all free points within a distance of a point legal; false
// when there is none.
func (s *State) allowFree(m int8, center space.Point, within space.Length) bool {
	g := s.game
	found := false
	steps := int(within / g.step)
	for dy := -steps; dy <= steps; dy++ {
		for dx := -steps; dx <= steps; dx++ {
			if (dx*dx+dy*dy)*int(g.step)*int(g.step) > int(within)*int(within) {
				continue
			}
			p := space.Point{X: center.X + int8(dx), Y: center.Y + int8(dy)}
			if s.free(m, p) {
				s.allow(g.destID(center, p))
				found = true
			}
		}
	}
	return found
}

// enter puts a model into play.
func (s *State) enter(m int8, p space.Point) {
	x := &s.models[m]
	x.at, x.status, x.hits = p, standing, 0
	s.inPlay |= bit(m)
	s.reach(atPlaced, m)
}
