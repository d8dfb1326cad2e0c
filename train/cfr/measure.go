package cfr

import "ringer/eval/tree"

// Point holds the distance from an equilibrium after a number of iterations.
type Point struct {
	Iterations     int     `json:"iterations"`
	NashConv       float64 `json:"nash_conv"`
	Exploitability float64 `json:"exploitability"` // NashConv / seats
}

// Rung reports whether a number of iterations is measured: 1, 2, 5, 10, 20, 50, 100
// and so on.
func Rung(iterations int) bool {
	for iterations >= 10 && iterations%10 == 0 {
		iterations /= 10
	}
	return iterations == 1 || iterations == 2 || iterations == 5
}

// NextRung returns the first rung above a number of iterations.
func NextRung(iterations int) int {
	for power := 1; ; power *= 10 {
		for _, first := range [...]int{1, 2, 5} {
			if first*power > iterations {
				return first * power
			}
		}
	}
}

// Measure returns the distance of the average policy from an equilibrium, and its
// expected return for every seat. It writes the average policy into policy, which must
// have one element a slot.
func (s *Solver) Measure(policy tree.Policy) (Point, []float64) {
	s.Average(policy)
	nashConv, values, _ := s.tree.NashConv(policy)
	return Point{s.iteration, nashConv, nashConv / float64(len(values))}, values
}
