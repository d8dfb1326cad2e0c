package sweep

import (
	"fmt"

	"ringer/env"
)

// mostCombinations is the size of the largest grid.
const mostCombinations = 10_000

// Grid returns a point for every combination of values, the last setting changing
// fastest. The error names settings that are ranges of numbers, whose values have no end.
func (s Space) Grid() ([][]float64, error) {
	var faults env.Faults
	size := 1
	for i := range s {
		if s[i].Choices == nil {
			faults.Add(s[i].Key, fmt.Sprintf("%g..%g", s[i].Low, s[i].High), "VALUE | VALUE in a grid")
		}
		if size *= max(1, len(s[i].Choices)); size > mostCombinations {
			faults.Add(s[i].Key, fmt.Sprintf("%d values", len(s[i].Choices)), "at most %d combinations", mostCombinations)
			break
		}
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	points := make([][]float64, size)
	for k := range points {
		points[k] = make([]float64, len(s))
		rest := k
		for i := len(s) - 1; i >= 0; i-- {
			n := len(s[i].Choices)
			points[k][i] = (float64(rest%n) + .5) / float64(n) // the middle of the choice's part
			rest /= n
		}
	}
	return points, nil
}
