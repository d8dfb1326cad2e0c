package cfr

import "ringer/eval/tree"

// Point is how far a solver had come after a number of iterations.
type Point struct {
	Iterations     int     `json:"iterations"`
	NashConv       float64 `json:"nash_conv"`
	Exploitability float64 `json:"exploitability"` // NashConv / seats
}

// Rung reports whether a number of iterations is worth a Point: 1, 2, 5, 10, 20,
// 50, 100 and so on.
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

// Measure computes how far the average policy is from an equilibrium, and what
// it is worth to every seat. policy is overwritten with it; it must have one
// element a slot.
func (s *Solver) Measure(policy tree.Policy) (Point, []float64) {
	s.Average(policy)
	nashConv, values, _ := s.tree.NashConv(policy)
	return Point{s.iteration, nashConv, nashConv / float64(len(values))}, values
}
