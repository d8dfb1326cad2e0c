package turn

import (
	"ringer/env"
	"ringer/env/duel/space"
)

// Corners in the order of the block corner: counter-clockwise from the
// southwest.
const Corners = 4

// Steps of taskCorners.
const (
	cornersBegin   Step = iota
	cornersDealt        // chance has dealt them
	cornersOrdered      // chance has put the seats that choose in order
	cornersOpen         // the order is known without chance
	cornersChosen       // the seat at Next in the order has chosen
)

// runCorners gives every seat its corner (DUEL-33). On a symmetric map two sides
// start opposite each other and four in seat order; the corners of three are dealt
// by chance. Elsewhere seat 1 of two sides chooses and the other side gets the
// opposite corner; of more, seats in chance order choose, or where they have put down
// terrain in the order that follows from that.
func runCorners(s *State, t *Task) {
	g := s.Game
	n := g.Camps
	if g.fixedCorners {
		if n == 3 && t.Step == cornersBegin {
			t.Step = cornersDealt
			s.Chance(ChanceMap, len(threeCorners), Nobody)
			return
		}
		for seat := range g.Players {
			switch n {
			case 2:
				s.Corner[seat] = 2 * g.Side[seat]
			case 3:
				s.Corner[seat] = threeCorners[s.Answer][seat]
			default:
				s.Corner[seat] = int8(seat)
			}
		}
		s.Pop()
		return
	}
	if t.Step == cornersBegin {
		if n == 2 {
			s.Order[0], s.Order[1] = 1, 0
			t.Step = cornersOpen
		} else if g.Yard != nil { // the last to put down terrain is the first to choose (DUEL-123)
			for i := range n {
				s.Order[i] = int8(n - 1 - i)
			}
			t.Step = cornersOpen
		} else {
			t.Step = cornersOrdered
			s.Chance(ChanceTie, Factorial(n), Nobody)
			return
		}
	}
	if t.Step == cornersOrdered {
		seats := [MaxSeats]int8{0, 1, 2, 3}
		s.Order = Permuted(seats, n, int(s.Answer))
	} else if t.Step == cornersChosen {
		seat := s.Order[t.Next]
		s.Corner[seat] = int8(s.Answer - g.Actions.Corner)
		t.Next++
		if n == 2 {
			for other := range g.Players {
				if s.Corner[other] = s.Corner[seat]; g.Side[other] != g.Side[seat] {
					s.Corner[other] = (s.Corner[seat] + 2) % Corners
				}
			}
			t.Next++
		}
	}
	if int(t.Next) == n {
		s.Pop()
		return
	}
	s.ForbidAll()
	for c := range int8(Corners) {
		free := true
		for seat := range n {
			free = free && s.Corner[seat] != c
		}
		if free {
			s.Allow(g.Actions.Corner + env.Action(c))
		}
	}
	t.Step = cornersChosen
	s.Ask(NodeCorner, int(s.Order[t.Next]), Nobody, Nobody)
}

// threeCorners are the ways in which three seats can get different corners.
var threeCorners = func() (all [][3]int8) {
	for a := range int8(Corners) {
		for b := range int8(Corners) {
			for c := range int8(Corners) {
				if a != b && b != c && a != c {
					all = append(all, [3]int8{a, b, c})
				}
			}
		}
	}
	return all
}()

// Factorial returns n!.
func Factorial(n int) int {
	if n < 2 {
		return 1
	}
	return n * Factorial(n-1)
}

// Permuted returns the k-th order of the first n seats of list.
func Permuted(list [MaxSeats]int8, n, k int) [MaxSeats]int8 {
	out := list
	for i := range n {
		f := Factorial(n - 1 - i)
		j := i + k/f
		k %= f
		x := out[j]
		copy(out[i+1:j+1], out[i:j])
		out[i] = x
	}
	return out
}

// runSetup runs once, before the first round.
func runSetup(s *State, t *Task) {
	s.Pop()
	if start := s.Game.Scenario.Start; start != nil {
		start(s)
		return
	}
	s.Push(TaskRound, Nobody)
	s.Reach(AtSetup, Nobody)
}

// runPlace brings a model into play within place_within of its corner, or as
// far out as the nearest free point is (DUEL-7, DUEL-111). That is its whole
// activation.
func runPlace(s *State, t *Task) {
	g := s.Game
	m := t.M
	home := g.Corners[s.Corner[s.Owner(m)]]
	if t.Step == Answered {
		s.Pop()
		s.Enter(m, g.DestOf(home, s.Answer))
		return
	}
	t.Step = Answered
	s.Origin = home
	if !s.allowPlaces(m, home) {
		s.Pop() // no room anywhere near: it waits for its next activation
		return
	}
	s.Ask(NodePlace, s.Owner(m), m, Nobody)
}

// allowPlaces makes all free points around a corner legal.
func (s *State) allowPlaces(m int8, home space.Point) bool {
	g := s.Game
	for within := g.Config.PlaceWithin; within <= g.Config.PlaceWithin+g.spread(); within++ {
		s.ForbidAll()
		if far := space.Inches(within); s.eachFree(m, home, far, func(space.Point) bool { return false }) {
			s.offered = offer{open: true, comes: true, m: m, around: home, far: far}
			return true
		}
	}
	return false
}

// AllowFree makes all free points within a distance of a point legal; false
// when there is none.
func (s *State) AllowFree(m int8, center space.Point, within space.Length) bool {
	return s.eachFree(m, center, within, func(p space.Point) bool {
		s.Allow(s.Game.DestID(center, p))
		return true
	})
}

// eachFree calls use for the free points within a distance of a point until it returns false;
// false when there is none.
func (s *State) eachFree(m int8, center space.Point, within space.Length, use func(space.Point) bool) (found bool) {
	g := s.Game
	steps := int(within / g.Step)
	var room [MaxModels]space.Model
	base := s.Base(m)
	others := g.Scene.Around(space.Model{At: center, Base: base}, within, s.Others(m, &room))
	square := int(within) * int(within) / (int(g.Step) * int(g.Step)) // of the distance in steps
	for dy := max(-steps, -int(center.Y)); dy <= min(steps, g.Rows-1-int(center.Y)); dy++ {
		half := steps
		for half*half+dy*dy > square {
			half--
		}
		for dx := max(-half, -int(center.X)); dx <= min(half, g.Columns-1-int(center.X)); dx++ {
			at := space.Model{At: space.Point{X: center.X + int8(dx), Y: center.Y + int8(dy)}, Base: base}
			if g.Scene.Free(at, &s.Land, others) {
				found = true
				if !use(at.At) {
					return found
				}
			}
		}
	}
	return found
}

// Enter puts a model into play.
func (s *State) Enter(m int8, p space.Point) {
	x := &s.Models[m]
	x.At, x.Status, x.Hits = p, Standing, 0
	s.InPlay |= Bit(m)
	s.Reach(AtPlaced, m)
}

// Squares is the side of the imaginary grid that things are placed on at random:
// two dice name a square, and the thing goes to the legal point of the lattice
// nearest to its centre; squares without room are drawn again (DUEL-59).
const Squares = 6
