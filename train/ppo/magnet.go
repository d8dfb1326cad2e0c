package ppo

import (
	"fmt"
	"math"
	"strings"

	"ringer/models"
)

// magnet is the slow policy that the learner is pulled to: an exponential moving
// average of its weights, or what they were when it was last replaced.
type magnet struct {
	decay float32
	every int // iterations after which the weights take its place; 0: it follows them
	age   int // iterations since they did; 0 where it follows

	average *models.Weights
	pass    *pass
}

// magnetPrefix begins the names of the magnet's tensors in the state of the algorithm,
// and magnetAge names its age, which a magnet has that is replaced.
const (
	magnetPrefix = "magnet/"
	magnetAge    = "magnet_age"
)

func newMagnet(cfg *MagnetConfig, weights *models.Weights) (*magnet, error) {
	pass, err := newPass(weights.Network, false)
	if err != nil {
		return nil, err
	}
	return &magnet{decay: float32(cfg.Decay), every: cfg.ReplaceEvery, average: weights.Clone(), pass: pass}, nil
}

// follow moves the average towards the weights, or counts an iteration until they take its place.
func (m *magnet) follow(weights *models.Weights) {
	if m.every == 0 {
		for i, w := range weights.Flat {
			m.average.Flat[i] = m.decay*m.average.Flat[i] + (1-m.decay)*w
		}
		return
	}
	if m.age++; m.age == m.every {
		copy(m.average.Flat, weights.Flat)
		m.age = 0
	}
}

// state returns copies of the magnet's tensors.
func (m *magnet) state() []models.Tensor {
	tensors := m.average.Clone().NamedTensors()
	for i := range tensors {
		tensors[i].Name = magnetPrefix + tensors[i].Name
	}
	if m.every > 0 {
		tensors = append(tensors, models.Tensor{TensorInfo: models.TensorInfo{Name: magnetAge, Shape: []int{1}}, Data: []float32{float32(m.age)}})
	}
	return tensors
}

// restore takes the magnet's tensors out of a state and returns the others. Without a
// state the magnet is where the weights are.
func (m *magnet) restore(weights *models.Weights, state []models.Tensor) (others []models.Tensor, err error) {
	m.age = 0
	if state == nil {
		copy(m.average.Flat, weights.Flat)
		return nil, nil
	}
	var own []models.Tensor
	aged := false
	for _, t := range state {
		if name, ok := strings.CutPrefix(t.Name, magnetPrefix); ok {
			t.Name = name
			own = append(own, t)
		} else if m.every > 0 && t.Name == magnetAge {
			if err := m.restoreAge(t.Data); err != nil {
				return nil, err
			}
			aged = true
		} else {
			others = append(others, t)
		}
	}
	if m.every > 0 && !aged {
		return nil, fmt.Errorf("ppo: no %s beside a magnet that is replaced every %d iterations", magnetAge, m.every)
	}
	if err := m.average.Assign(own); err != nil {
		return nil, fmt.Errorf("ppo: the magnet: %w", err)
	}
	return others, nil
}

func (m *magnet) restoreAge(data []float32) error {
	if len(data) != 1 || !(data[0] >= 0 && data[0] < float32(m.every)) || float64(data[0]) != math.Trunc(float64(data[0])) {
		return fmt.Errorf("ppo: %s: %v: want one whole number from 0 to %d", magnetAge, data, m.every-1)
	}
	m.age = int(data[0])
	return nil
}
