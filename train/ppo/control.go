package ppo

import (
	"fmt"
	"math"
	"slices"

	"ringer/models"
	"ringer/train"
)

// Values of a control that a configuration leaves out.
const (
	usualTargetRate = 0.1
	usualLeast      = 0.001
	usualMost       = 0.3
)

// control moves the entropy coefficient of every kind of decision that has a target, once an iteration and in
// proportion to what its normalised entropy lacks: dual ascent on the logarithm of the coefficient, as soft
// actor-critic does it (Haarnoja et al., arXiv 1812.05905, section 5), with an entropy of parts of the largest instead
// of nats, since legal actions differ in number.
type control struct {
	cfg          *Config
	coefficients []float32 // [kinds], 0 for a kind without a target; nil before the first iteration
}

// controlName names the control's tensor in the state.
const controlName = "entropy_coefficients"

// settle moves the coefficients by the entropies of an iteration. A kind without a decision keeps its own.
func (c *control) settle(b *train.Batch) error {
	if c.coefficients == nil {
		c.coefficients = make([]float32, len(b.Kinds))
		for k, name := range b.Kinds {
			if c.cfg.targetOf(name) > 0 {
				c.coefficients[k] = float32(c.cfg.entropyOf(name, 0))
			}
		}
	}
	if len(c.coefficients) != len(b.Kinds) {
		return fmt.Errorf("ppo: %s of %d kinds of decisions: want %d", controlName, len(c.coefficients), len(b.Kinds))
	}
	least, most := c.cfg.bounds()
	for k, name := range b.Kinds {
		target := c.cfg.targetOf(name)
		if (target > 0) != (c.coefficients[k] > 0) {
			return fmt.Errorf("ppo: %s: %v for the kind %s, whose target_entropy is %v", controlName, c.coefficients[k], name, target)
		}
		if of := b.Stats.ByKind[k]; target > 0 && of.Rows > 0 {
			lacks := target - of.EntropySum/float64(of.Rows)
			moved := float64(c.coefficients[k]) * math.Exp(c.cfg.targetRate()*lacks)
			c.coefficients[k] = float32(min(max(moved, least), most))
		}
	}
	return nil
}

// metrics returns the coefficients of the kinds that an iteration had decisions of.
func (c *control) metrics(b *train.Batch) (out []train.Metric) {
	for k, name := range b.Kinds {
		if c.coefficients[k] > 0 && b.Stats.ByKind[k].Rows > 0 {
			out = append(out, train.Metric{Name: train.CoefficientMetric + "/" + name, Value: float64(c.coefficients[k])})
		}
	}
	return out
}

func (c *control) state() []models.Tensor {
	if c.coefficients == nil {
		return nil
	}
	return []models.Tensor{{TensorInfo: models.TensorInfo{Name: controlName, Shape: []int{len(c.coefficients)}}, Data: slices.Clone(c.coefficients)}}
}

// restore takes the control's tensor out of a state and returns the others.
func (c *control) restore(state []models.Tensor) (others []models.Tensor, err error) {
	c.coefficients = nil
	least, most := c.cfg.bounds()
	for _, t := range state {
		if t.Name != controlName {
			others = append(others, t)
			continue
		}
		for i, x := range t.Data {
			if x != 0 && !(x >= float32(least) && x <= float32(most)) {
				return nil, fmt.Errorf("ppo: %s[%d]: %v: want 0 or a number from %v to %v", controlName, i, x, least, most)
			}
		}
		c.coefficients = slices.Clone(t.Data)
	}
	return others, nil
}
