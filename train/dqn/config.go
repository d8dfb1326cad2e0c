package dqn

import (
	"ringer/env"
	"ringer/train"
	"ringer/train/qvalue"
	"ringer/train/replay"
)

// Config holds the settings of deep Q-learning, in the words of Mnih et al., Nature 518 (2015), and of van Hasselt
// et al., arXiv 1509.06461.
type Config struct {
	qvalue.Config `yaml:",inline"`

	TargetEvery int     `yaml:"target_every"` // iterations after which the weights take the place of the target network
	Double      bool    `yaml:"double"`       // the weights that learn choose the action of a target, and the target network says its value; false: the target network does both
	NStep       int     `yaml:"n_step"`       // decisions of the seat from one to the one whose value stands for what follows it
	Gamma       float64 `yaml:"gamma"`        // discount of a decision of the seat; forced moves count for nothing
}

// mostTargetEvery is a whole number that a state holds exactly.
const mostTargetEvery = 1 << 20

// Defaults returns settings for small games.
func Defaults() Config {
	return Config{Config: qvalue.Defaults(), TargetEvery: 5, Double: true, NStep: 1, Gamma: 1}
}

// Validate reports every fault.
func (c *Config) Validate() error {
	var faults env.Faults
	c.Config.Validate(&faults)
	if c.TargetEvery < 1 || c.TargetEvery > mostTargetEvery {
		faults.Add("target_every", c.TargetEvery, "a number of iterations from 1 to %d", mostTargetEvery)
	}
	if c.NStep < 1 || c.NStep > replay.MostRows {
		faults.Add("n_step", c.NStep, "a number of decisions from 1 to %d", replay.MostRows)
	}
	if !(c.Gamma >= 0 && c.Gamma <= 1) {
		faults.Add("gamma", c.Gamma, "a number from 0 to 1")
	}
	return faults.Err()
}

// CheckRun refuses first weights that come from a policy.
func (c *Config) CheckRun(s train.Setup) error { return qvalue.CheckRun(s) }

// CheckGame refuses a memory that is too large for a game.
func (c *Config) CheckGame(spec *env.Spec) error {
	return qvalue.CheckGame("dqn", c.Memory, spec)
}
