package policy

import (
	"context"
	"fmt"

	"ringer/env"
)

// Steps makes passes over the rows of a batch in minibatches. Every pass is in a fresh order and
// drops the rows that do not fill a minibatch. The zero value with its two settings is ready; one
// goroutine at a time uses it.
type Steps struct {
	Epochs    int // passes
	Minibatch int // rows of a step

	order []int32 // [rows]
	sums  []float64
}

// Means are the numbers of the steps of an update, in the order in which a step returns them.
type Means struct {
	First []float32 // of the first step
	Mean  []float64 // over all steps
}

// Fills returns an error for a batch of so few rows that no step can be made.
func (s *Steps) Fills(rows int) error {
	if rows < s.Minibatch {
		return fmt.Errorf("a batch of %d rows does not fill a minibatch of %d: raise collect.batch", rows, s.Minibatch)
	}
	return nil
}

// Run calls step with the row numbers of each minibatch, which it may not keep, until all passes
// are made, ctx is done or a step fails. What it returns is valid until the next Run.
func (s *Steps) Run(ctx context.Context, rows int, rng env.Rand, step func(rows []int32) ([]float32, error)) (*Means, error) {
	if err := s.Fills(rows); err != nil {
		return nil, err
	}
	if cap(s.order) < rows {
		s.order = make([]int32, 2*rows)
	}
	s.order = s.order[:rows]
	clear(s.sums)
	means, steps := &Means{}, 0
	for range s.Epochs {
		for i := range s.order {
			s.order[i] = int32(i)
		}
		rng.Shuffle(len(s.order), func(i, j int) { s.order[i], s.order[j] = s.order[j], s.order[i] })
		for at := 0; at+s.Minibatch <= len(s.order); at += s.Minibatch {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			values, err := step(s.order[at : at+s.Minibatch])
			if err != nil {
				return nil, err
			}
			if steps == 0 {
				means.First = values
				if s.sums == nil {
					s.sums = make([]float64, len(values))
				}
			}
			for i, v := range values {
				s.sums[i] += float64(v)
			}
			steps++
		}
	}
	for i := range s.sums {
		s.sums[i] /= float64(steps)
	}
	means.Mean = s.sums
	return means, nil
}
