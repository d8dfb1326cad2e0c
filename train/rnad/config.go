package rnad

import (
	"ringer/env"
	"ringer/train"
	"ringer/train/policy"
)

// Config holds the settings of regularised Nash dynamics, in the words of Perolat et al., arXiv
// 2206.15378.
type Config struct {
	policy.Optimiser `yaml:",inline"`

	Eta          float64 `yaml:"eta"`           // weight of the logarithm of policy / regularisation policy in the rewards, which lie in [-1, 1]
	ReplaceEvery int     `yaml:"replace_every"` // iterations after which the averaged policy takes the place of the regularisation policy
	Average      float64 `yaml:"average"`       // part of the way to the weights that their average goes in an iteration, which also says what is left to win
	Threshold    float64 `yaml:"threshold"`     // distance of a logit from the mean of the legal ones at which it is pushed no further
	Clip         float64 `yaml:"clip"`          // bound on the advantage that pushes a logit
	Lambda       float64 `yaml:"lambda"`        // how much a value target hears of what came after the seat's next choice
}

// mostReplaceEvery is a whole number that a state holds exactly.
const mostReplaceEvery = 1 << 20

// Defaults returns settings for small games.
func Defaults() Config {
	return Config{Optimiser: policy.Usual(), Eta: 0.05, ReplaceEvery: 200, Average: 0.02, Threshold: 2, Clip: 10_000, Lambda: 1}
}

// Validate reports every fault.
func (c *Config) Validate() error {
	var faults env.Faults
	if part, ok := c.Optimiser.Validate().(env.Faults); ok {
		faults = append(faults, part...)
	}
	policy.Between(&faults, "eta", c.Eta, 0, 10)
	if c.ReplaceEvery < 1 || c.ReplaceEvery > mostReplaceEvery {
		faults.Add("replace_every", c.ReplaceEvery, "a whole number of iterations from 1 to %d", mostReplaceEvery)
	}
	policy.Between(&faults, "average", c.Average, 1e-6, 1)
	policy.Between(&faults, "threshold", c.Threshold, 1e-3, 100)
	policy.Between(&faults, "clip", c.Clip, 1e-3, 1e9)
	policy.Between(&faults, "lambda", c.Lambda, 0, 1)
	return faults.Err()
}

// CheckRun reports settings of a run that would end it half-way.
func (c *Config) CheckRun(of train.Setup) error { return c.CheckBatch("rnad", of.Run.Collect.Batch) }

// CheckGame refuses a game in which the one seat does not win what the other loses: what a policy
// pays for being far from the regularisation policy is paid to the other seat.
func (c *Config) CheckGame(spec *env.Spec) error {
	var faults env.Faults
	if spec.Players != 2 || spec.Utility != env.ZeroSum {
		faults.Add("game", spec, "a zero-sum game of two seats for algorithm: rnad, whose seats pay each other for being far from the regularisation policy; this one is %s of %d", spec.Utility, spec.Players)
	}
	return faults.Err()
}
