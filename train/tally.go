package train

import "math"

// tally is a sample of numbers in which old ones fade.
type tally struct {
	Weight  float64 `json:"weight"` // of all numbers; a fresh one has 1
	Sum     float64 `json:"sum"`
	Squares float64 `json:"squares"` // sum of the squares of the numbers

	// Best is the highest lower bound that the mean has ever had, 0 before any.
	Best float64 `json:"best"`
}

func (t *tally) fade() {
	t.Weight *= recordMemory
	t.Sum *= recordMemory
	t.Squares *= recordMemory
}

// add adds n numbers with the given sum and sum of squares.
func (t *tally) add(n int, sum, squares float64) {
	t.Weight += float64(n)
	t.Sum += sum
	t.Squares += squares
}

// enough is the weight from which the mean of a sample is judged.
const enough = 30

// bounds returns the mean and an interval around it of three standard errors either
// way: a healthy run looks at many of them. A sample counts as large as its weight, so
// that the interval widens while nothing is added: old numbers say little of now. ok is
// false for a sample that is too small.
func (t *tally) bounds() (low, mean, high float64, ok bool) {
	if t.Weight < enough {
		return 0, 0, 0, false
	}
	mean = t.Sum / t.Weight
	square := t.Squares / t.Weight
	// Where all numbers were equal, the next one may still be another.
	variance := max(square-mean*mean, square/t.Weight)
	e := 3 * math.Sqrt(variance/t.Weight)
	return mean - e, mean, mean + e, true
}

// typical returns the root of the mean square of the numbers.
func (t *tally) typical() float64 { return math.Sqrt(t.Squares / t.Weight) }

// note raises Best to the present lower bound.
func (t *tally) note() {
	if low, _, _, ok := t.bounds(); ok {
		t.Best = max(t.Best, low)
	}
}
