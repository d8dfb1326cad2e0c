package train

import "ringer/env"

// sides says which seats of a game learn together at a table with opponents.
type sides struct {
	of []int // [seats]
	n  int
}

// seatsOf returns every seat of a game by itself.
func seatsOf(spec *env.Spec) sides {
	s := sides{of: make([]int, spec.Players), n: spec.Players}
	for p := range s.of {
		s.of[p] = p
	}
	return s
}

// teamsOf returns the teams of a game, and every seat by itself where there are none.
func teamsOf(spec *env.Spec) sides {
	of, n := spec.SideOf()
	return sides{of: of, n: n}
}

// sides returns who learns together.
func (c *OpponentConfig) sides(spec *env.Spec) sides {
	if c.Teams {
		return teamsOf(spec)
	}
	return seatsOf(spec)
}

// Seat says who sits at the tables with opponents: whole teams learn there, or single
// seats. Without it seats do. Only the Teams of cfg counts.
func (c *Collector) Seat(cfg OpponentConfig) {
	for _, g := range c.groups {
		g.sides = cfg.sides(c.spec)
	}
}

// equal is an equal share of the wins.
func (s sides) equal() float64 { return 1 / float64(s.n) }

// share is the sum of what shareOf says of a side's seats.
func (s sides) share(rewards []float32, side int) float64 {
	sum := 0.0
	for p := range rewards {
		if s.of[p] == side {
			sum += shareOf(rewards, p)
		}
	}
	return sum
}

// lead returns how far the mean reward of a side is above that of the other seats.
func (s sides) lead(rewards []float32, side int) float64 {
	if s.n == 1 {
		return 0
	}
	var sum [2]float64 // of the others, and of the side
	var seats [2]int
	for p, r := range rewards {
		own := 0
		if s.of[p] == side {
			own = 1
		}
		sum[own] += float64(r)
		seats[own]++
	}
	return sum[1]/float64(seats[1]) - sum[0]/float64(seats[0])
}
