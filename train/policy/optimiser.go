package policy

import "ringer/env"

// Optimiser holds the settings by which an algorithm descends its loss.
type Optimiser struct {
	LearningRate      float64 `yaml:"learning_rate"`       // of Adam, at the beginning of the run
	FinalLearningRate float64 `yaml:"final_learning_rate"` // reached linearly at the end of the run
	Epochs            int     `yaml:"epochs"`              // passes over the rows of an iteration
	Minibatch         int     `yaml:"minibatch"`           // rows of one gradient step
	Shards            int     `yaml:"shards"`              // parts of a minibatch that are differentiated side by side; changes the result of a run
	MaxGradNorm       float64 `yaml:"max_grad_norm"`       // a longer gradient is scaled to this norm
	AdamEpsilon       float64 `yaml:"adam_epsilon"`        // term in the divisor of a step of Adam
	Value             float64 `yaml:"value"`               // weight of the value loss
}

// Usual returns settings for small games.
func Usual() Optimiser {
	return Optimiser{LearningRate: 1e-3, FinalLearningRate: 1e-4, Epochs: 4, Minibatch: 256, Shards: 2, MaxGradNorm: 0.5, AdamEpsilon: 1e-5, Value: 0.5}
}

// Validate reports every fault.
func (o *Optimiser) Validate() error {
	var faults env.Faults
	Between(&faults, "learning_rate", o.LearningRate, 1e-9, 1)
	Between(&faults, "final_learning_rate", o.FinalLearningRate, 0, 1)
	if o.Epochs < 1 {
		faults.Add("epochs", o.Epochs, "at least 1")
	}
	if o.Minibatch < 2 {
		faults.Add("minibatch", o.Minibatch, "at least 2 rows")
	}
	if o.Shards < 1 || o.Minibatch%max(o.Shards, 1) != 0 {
		faults.Add("shards", o.Shards, "a number of at least 1 that divides the minibatch (%d)", o.Minibatch)
	}
	Between(&faults, "value", o.Value, 0, 100)
	Between(&faults, "max_grad_norm", o.MaxGradNorm, 1e-6, 1e6)
	Between(&faults, "adam_epsilon", o.AdamEpsilon, 1e-12, 1)
	return faults.Err()
}

// CheckBatch reports a minibatch that a batch of this many rows may not fill, under the section of
// an algorithm.
func (o *Optimiser) CheckBatch(section string, batch int) error {
	var faults env.Faults
	if o.Minibatch > batch {
		faults.Add(section+".minibatch", o.Minibatch, "at most collect.batch (%d), the rows that are sure to be there", batch)
	}
	return faults.Err()
}
