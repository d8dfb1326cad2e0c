package mmd

import (
	"ringer/env"
	"ringer/train"
	"ringer/train/policy"
)

// Config holds the settings of magnetic mirror descent (Sokota et al., arXiv 2206.05825): entropy
// is the paper's alpha with a uniform magnet, step_size its eta.
type Config struct {
	policy.Optimiser `yaml:",inline"`

	Entropy       float64             `yaml:"entropy"`         // pull towards the uniform policy, which makes the equilibrium that is approached
	FinalEntropy  float64             `yaml:"final_entropy"`   // reached linearly; -1: the same as entropy
	StepSize      float64             `yaml:"step_size"`       // of mirror descent: the smaller, the nearer a policy stays to the one before
	FinalStepSize float64             `yaml:"final_step_size"` // reached linearly; -1: the same as step_size
	GAELambda     float64             `yaml:"gae_lambda"`      // of a choice of the seat; forced moves count for nothing
	Gamma         float64             `yaml:"gamma"`           // discount of a choice of the seat, likewise
	Magnet        policy.MagnetConfig `yaml:"magnet"`          // beside the uniform policy
}

// Defaults returns settings for small games.
func Defaults() Config {
	return Config{
		Optimiser: policy.Usual(), Entropy: 0.05, FinalEntropy: -1, StepSize: 0.25, FinalStepSize: -1,
		GAELambda: 0.95, Gamma: 1, Magnet: policy.NoMagnet(),
	}
}

// Validate reports every fault.
func (c *Config) Validate() error {
	var faults env.Faults
	if part, ok := c.Optimiser.Validate().(env.Faults); ok {
		faults = append(faults, part...)
	}
	policy.Between(&faults, "entropy", c.Entropy, 0, 10)
	if c.FinalEntropy != -1 {
		policy.Between(&faults, "final_entropy", c.FinalEntropy, 0, 10)
	}
	policy.Between(&faults, "step_size", c.StepSize, 1e-6, 1e6)
	if c.FinalStepSize != -1 {
		policy.Between(&faults, "final_step_size", c.FinalStepSize, 1e-6, 1e6)
	}
	policy.Between(&faults, "gae_lambda", c.GAELambda, 0, 1)
	policy.Between(&faults, "gamma", c.Gamma, 0, 1)
	faults.AddUnder("magnet", c.Magnet.Validate())
	return faults.Err()
}

// CheckRun reports settings of a run that would end it half-way.
func (c *Config) CheckRun(of train.Setup) error { return c.CheckBatch("mmd", of.Run.Collect.Batch) }
