package ppo

import (
	"fmt"
	"strings"

	"ringer/models"
)

// magnet is the slow policy that the learner is pulled to: an exponential moving
// average of its weights.
type magnet struct {
	decay   float32
	average *models.Weights
	pass    *pass
}

// magnetPrefix begins the names of the magnet's tensors in the state of the algorithm.
const magnetPrefix = "magnet/"

func newMagnet(decay float64, weights *models.Weights) (*magnet, error) {
	pass, err := newPass(weights.Network, false)
	if err != nil {
		return nil, err
	}
	return &magnet{decay: float32(decay), average: weights.Clone(), pass: pass}, nil
}

// follow moves the average towards the weights.
func (m *magnet) follow(weights *models.Weights) {
	for i, w := range weights.Flat {
		m.average.Flat[i] = m.decay*m.average.Flat[i] + (1-m.decay)*w
	}
}

// state returns copies of the magnet's tensors.
func (m *magnet) state() []models.Tensor {
	tensors := m.average.Clone().NamedTensors()
	for i := range tensors {
		tensors[i].Name = magnetPrefix + tensors[i].Name
	}
	return tensors
}

// restore takes the magnet's tensors out of a state and returns the others. Without a
// state the magnet is where the weights are.
func (m *magnet) restore(weights *models.Weights, state []models.Tensor) (others []models.Tensor, err error) {
	if state == nil {
		copy(m.average.Flat, weights.Flat)
		return nil, nil
	}
	var own []models.Tensor
	for _, t := range state {
		if name, ok := strings.CutPrefix(t.Name, magnetPrefix); ok {
			t.Name = name
			own = append(own, t)
		} else {
			others = append(others, t)
		}
	}
	if err := m.average.Assign(own); err != nil {
		return nil, fmt.Errorf("ppo: the magnet: %w", err)
	}
	return others, nil
}
