package replay

import (
	"fmt"

	"ringer/env"
	"ringer/models"
	"ringer/train"
)

// Samples is a Reservoir of decisions for which a number for every action is learned, such as a policy or regrets, and in
// which some decisions count for more than others.
type Samples struct {
	Reservoir

	Target []float32 // [Len, A], 0 for illegal actions
	Weight []float32 // [Len], above 0
}

// NewSamples returns empty samples of decisions that a network sees. Its error names the bounds of a capacity that is
// outside them.
func NewSamples(capacity int, network *models.Network) (*Samples, error) {
	r, err := NewReservoir(capacity, network)
	if err == nil {
		err = CheckSamples(capacity, network.ObservationSize(), network.Actions)
	}
	return &Samples{Reservoir: *r}, err
}

// CheckSamples is Check for Samples.
func CheckSamples(capacity, observations, actions int) error {
	return Check(capacity, observations+1, 2*actions)
}

// Add adds the rows of a batch that chosen names, with their targets, [Rows, A], and one weight for all of them. Targets
// of illegal actions are noted as 0.
func (s *Samples) Add(b *train.Batch, chosen []bool, targets []float32, weight float32, rng env.Rand) {
	s.check(b)
	a := s.actions
	for i := range b.Rows {
		if !chosen[i] {
			continue
		}
		place := s.place(rng)
		if place < 0 {
			continue
		}
		if place == s.Len() {
			s.Target, s.Weight = s.grow(s.Target, a), s.grow(s.Weight, 1)
		}
		s.put(place, b, i)
		for j := range a {
			s.Target[place*a+j] = b.Mask[i*a+j] * targets[i*a+j]
		}
		s.Weight[place] = weight
	}
}

func (s *Samples) columns() []column {
	return append(s.Rows.columns(), column{"target", s.actions, &s.Target}, column{"weight", 1, &s.Weight})
}

// State returns the samples as tensors whose names begin with prefix: windows into them, which the next Add changes.
func (s *Samples) State(prefix string) []models.Tensor { return s.stateOf(prefix, s.columns()) }

// Restore takes the tensors of State out of a state and returns the others. A nil state empties the samples. On an error
// nothing has changed.
func (s *Samples) Restore(prefix string, state []models.Tensor) (others []models.Tensor, err error) {
	for _, t := range state {
		if t.Name == prefix+"weight" {
			for i, w := range t.Data {
				if !(w > 0) {
					return nil, fmt.Errorf("replay: %s: row %d: %v: want a number above 0", t.Name, i, w)
				}
			}
		}
	}
	return s.restoreOf(prefix, s.columns(), state)
}
