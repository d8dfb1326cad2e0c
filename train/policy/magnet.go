package policy

import (
	"fmt"
	"math"
	"strings"

	"ringer/env"
	"ringer/models"
	"ringer/train"
)

// MagnetConfig sets the pull towards a slow policy, the magnet of magnetic mirror
// descent (Sokota et al., arXiv 2206.05825, section 4): a penalty on
// KL(policy || magnet), where the magnet is an exponential moving average of the
// weights, or is replaced by them now and then.
type MagnetConfig struct {
	Coefficient float64 `yaml:"coefficient"` // 0: no magnet
	Final       float64 `yaml:"final"`       // reached linearly; -1: the same as coefficient
	Decay       float64 `yaml:"decay"`       // of the average, an iteration

	// ReplaceEvery is the number of iterations after which the weights take the place of the magnet, which stays what it
	// is until then (NashPG, arXiv 2510.18183); 0: it is the average. Each magnet makes another regularised game, with
	// an equilibrium nearer to one of the game itself.
	ReplaceEvery int `yaml:"replace_every,omitempty"`
}

// mostReplaceEvery is a whole number that a state holds exactly.
const mostReplaceEvery = 1 << 20

// usualDecay is the decay of a magnet whose configuration says nothing of it.
const usualDecay = 0.99

// NoMagnet returns the settings of a run without a magnet.
func NoMagnet() MagnetConfig { return MagnetConfig{Final: -1, Decay: usualDecay} }

// Validate reports every fault.
func (c *MagnetConfig) Validate() error {
	var faults env.Faults
	between := func(path string, v, low, high float64) { Between(&faults, path, v, low, high) }
	between("coefficient", c.Coefficient, 0, 100)
	if c.Final != -1 {
		between("final", c.Final, 0, 100)
		if c.Final > 0 && c.Coefficient == 0 {
			faults.Add("final", c.Final, "-1 or 0 without a coefficient: a magnet that is to grow begins with a small one")
		}
	}
	between("decay", c.Decay, 0, 1)
	switch every := c.ReplaceEvery; {
	case every < 0 || every > mostReplaceEvery:
		faults.Add("replace_every", every, "a whole number of iterations from 0 to %d", mostReplaceEvery)
	case every > 0 && c.Coefficient == 0:
		faults.Add("replace_every", every, "0 without a coefficient")
	case every > 0 && c.Decay != usualDecay:
		faults.Add("decay", c.Decay, "%v, as it is of itself, beside replace_every: no average is taken", usualDecay)
	}
	return faults.Err()
}

// Magnet is the slow policy that the learner is pulled to: an exponential moving
// average of its weights, or what they were when it was last replaced.
type Magnet struct {
	decay float32
	every int // iterations after which the weights take its place; 0: it follows them
	age   int // iterations since they did; 0 where it follows

	Weights *models.Weights // for reading
	*Pass
}

// magnetPrefix begins the names of the magnet's tensors in the state of the algorithm,
// and magnetAge names its age, which a magnet has that is replaced.
const (
	magnetPrefix = "magnet/"
	magnetAge    = "magnet_age"
)

// NewMagnet returns the magnet of a configuration, which is where the weights are.
func NewMagnet(cfg *MagnetConfig, weights *models.Weights) (*Magnet, error) {
	pass, err := NewPass(weights.Network, false)
	if err != nil {
		return nil, err
	}
	return &Magnet{decay: float32(cfg.Decay), every: cfg.ReplaceEvery, Weights: weights.Clone(), Pass: pass}, nil
}

// See computes the log-probabilities of the magnet in all rows of a batch.
func (m *Magnet) See(b *train.Batch) error { return m.Run(m.Weights, b) }

// Follow moves the average towards the weights, or counts an iteration until they take its place.
func (m *Magnet) Follow(weights *models.Weights) {
	if m.every == 0 {
		for i, w := range weights.Flat {
			m.Weights.Flat[i] = m.decay*m.Weights.Flat[i] + (1-m.decay)*w
		}
		return
	}
	if m.age++; m.age == m.every {
		copy(m.Weights.Flat, weights.Flat)
		m.age = 0
	}
}

// Age returns the number of updates since the weights took the magnet's place; 0 where it follows them.
func (m *Magnet) Age() int { return m.age }

// State returns copies of the magnet's tensors.
func (m *Magnet) State() []models.Tensor {
	tensors := Tensors(magnetPrefix, m.Weights)
	if m.every > 0 {
		tensors = append(tensors, models.Tensor{TensorInfo: models.TensorInfo{Name: magnetAge, Shape: []int{1}}, Data: []float32{float32(m.age)}})
	}
	return tensors
}

// Tensors returns copies of the tensors of weights, whose names begin with a prefix.
func Tensors(prefix string, w *models.Weights) []models.Tensor {
	tensors := w.Clone().NamedTensors()
	for i := range tensors {
		tensors[i].Name = prefix + tensors[i].Name
	}
	return tensors
}

// Assign takes the tensors whose names begin with a prefix out of a state into w, and returns the
// others.
func Assign(prefix string, w *models.Weights, state []models.Tensor) (others []models.Tensor, err error) {
	var own []models.Tensor
	for _, t := range state {
		if name, ok := strings.CutPrefix(t.Name, prefix); ok {
			t.Name = name
			own = append(own, t)
		} else {
			others = append(others, t)
		}
	}
	return others, w.Assign(own)
}

// Restore takes the magnet's tensors out of a state and returns the others. Without a
// state the magnet is where the weights are.
func (m *Magnet) Restore(weights *models.Weights, state []models.Tensor) (others []models.Tensor, err error) {
	m.age = 0
	if state == nil {
		copy(m.Weights.Flat, weights.Flat)
		return nil, nil
	}
	if state, err = Assign(magnetPrefix, m.Weights, state); err != nil {
		return nil, fmt.Errorf("the magnet: %w", err)
	}
	if m.every == 0 {
		return state, nil
	}
	aged := false
	for _, t := range state {
		if t.Name != magnetAge {
			others = append(others, t)
			continue
		}
		if err := m.restoreAge(t.Data); err != nil {
			return nil, err
		}
		aged = true
	}
	if !aged {
		return nil, fmt.Errorf("no %s beside a magnet that is replaced every %d iterations", magnetAge, m.every)
	}
	return others, nil
}

func (m *Magnet) restoreAge(data []float32) error {
	if len(data) != 1 || !(data[0] >= 0 && data[0] < float32(m.every)) || float64(data[0]) != math.Trunc(float64(data[0])) {
		return fmt.Errorf("%s: %v: want one whole number from 0 to %d", magnetAge, data, m.every-1)
	}
	m.age = int(data[0])
	return nil
}
