package nfsp

import (
	"math"

	"ringer/env"
	"ringer/train"
	"ringer/train/dqn"
	"ringer/train/qvalue"
)

// Config holds the settings of neural fictitious self-play, in the words of Heinrich and Silver, arXiv 1603.01121.
type Config struct {
	Anticipatory float64       `yaml:"anticipatory"` // chance of a seat to be played by the response in an episode
	Response     dqn.Config    `yaml:"response"`
	Average      AverageConfig `yaml:"average"`
}

// AverageConfig holds the settings of the average policy, which learns from what seats did that responded.
type AverageConfig struct {
	LearningRate      float64 `yaml:"learning_rate"`       // of Adam, at the beginning of the run
	FinalLearningRate float64 `yaml:"final_learning_rate"` // reached linearly at the end of the run
	Memory            int     `yaml:"memory"`              // decisions of seats that responded which are kept: a fair sample of all of them
	Exploring         bool    `yaml:"exploring"`           // it also learns from actions that exploration drew, as published; false: only from what the response itself chose
	WarmUp            int     `yaml:"warm_up"`             // decisions that are there before learning begins
	Replays           float64 `yaml:"replays"`             // rows that are learned from for each decision of an iteration
	Minibatch         int     `yaml:"minibatch"`           // rows of one gradient step
	Shards            int     `yaml:"shards"`              // parts of a minibatch that are differentiated side by side; changes the result of a run
	Value             float64 `yaml:"value"`               // weight of the loss of the value head, which learns the returns of seats that responded
	MaxGradNorm       float64 `yaml:"max_grad_norm"`       // a longer gradient is scaled to this norm
	AdamEpsilon       float64 `yaml:"adam_epsilon"`        // term in the divisor of a step of Adam
}

// Defaults returns settings for small games.
func Defaults() Config {
	response := dqn.Defaults()
	response.Replays, response.Epsilon, response.FinalEpsilon = 2, 0.06, 0.001
	return Config{
		Anticipatory: 0.1,
		Response:     response,
		Average: AverageConfig{
			LearningRate: 1e-3, FinalLearningRate: 1e-4, Memory: 400_000, Exploring: true, WarmUp: 1000, Replays: 2, Minibatch: 256, Shards: 2,
			Value: 0.5, MaxGradNorm: 10, AdamEpsilon: 1e-5,
		},
	}
}

// Validate reports every fault.
func (c *Config) Validate() error {
	var faults env.Faults
	between := func(path string, v, low, high float64) {
		if !(v >= low && v <= high) {
			faults.Add(path, v, "a number from %g to %g", low, high)
		}
	}
	between("anticipatory", c.Anticipatory, 1e-3, 1)
	faults.AddUnder("response", c.Response.Validate())
	a := &c.Average
	between("average.learning_rate", a.LearningRate, 1e-9, 1)
	between("average.final_learning_rate", a.FinalLearningRate, 0, 1)
	if a.Memory < 1 {
		faults.Add("average.memory", a.Memory, "at least 1 decision")
	}
	if a.WarmUp < 1 || a.WarmUp > a.Memory {
		faults.Add("average.warm_up", a.WarmUp, "from 1 decision to as many as memory keeps (%d)", a.Memory)
	}
	between("average.replays", a.Replays, 1e-3, 1000)
	if a.Minibatch < 1 || a.Minibatch > qvalue.MostMinibatch {
		faults.Add("average.minibatch", a.Minibatch, "a number of rows from 1 to %d", qvalue.MostMinibatch)
	}
	if a.Shards < 1 || a.Minibatch%max(a.Shards, 1) != 0 {
		faults.Add("average.shards", a.Shards, "a number of at least 1 that divides the minibatch (%d)", a.Minibatch)
	}
	between("average.value", a.Value, 0, 100)
	between("average.max_grad_norm", a.MaxGradNorm, 1e-6, 1e6)
	between("average.adam_epsilon", a.AdamEpsilon, 1e-12, 1)
	return faults.Err()
}

// CheckRun refuses first weights from elsewhere: the policy is the average of what was learned in the run, and nothing of
// them would stay.
func (c *Config) CheckRun(s train.Setup) error {
	var f env.Faults
	const why = "none: the policy is the average of what responded in this run, of which that is no part"
	if s.Imitates {
		f.Add("imitation.agent", "an agent", why)
	}
	if s.Starts {
		f.Add("start", "a bot", why)
	}
	return f.Err()
}

// CheckGame refuses memories that are too large for a game.
func (c *Config) CheckGame(spec *env.Spec) error {
	var f env.Faults
	f.AddUnder("", qvalue.CheckGame("nfsp.response", c.Response.Memory, spec))
	f.AddUnder("", qvalue.CheckGame("nfsp.average", c.Average.Memory, spec))
	return f.Err()
}

// steps returns the gradient steps of an iteration that brings a number of decisions.
func (c *AverageConfig) steps(decisions int) int {
	return max(1, int(math.Round(c.Replays*float64(decisions)/float64(c.Minibatch))))
}
