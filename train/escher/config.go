package escher

import (
	"fmt"
	"math"

	"ringer/env"
	"ringer/train"
	"ringer/train/qvalue"
	"ringer/train/replay"
)

// Config holds the settings of ESCHER, in the words of McAleer et al., arXiv 2206.04122.
type Config struct {
	// Scale is a logit divided by the value or the regret of its action, which are returns in [-1, 1].
	Scale float64 `yaml:"scale"`

	// Correct puts what was seen after an action into its regret (look.correct). The paper goes without: regrets are less noisy
	// then, and as wrong as the values are.
	Correct bool `yaml:"correct"`

	Values  Learning `yaml:"values"`
	Regrets Learning `yaml:"regrets"`
	Average Learning `yaml:"average"`
	Value   float64  `yaml:"value"` // weight of the loss of the value head of the average, which learns what its policy is worth
}

// Learning holds the settings of one of the networks of ESCHER.
type Learning struct {
	LearningRate      float64 `yaml:"learning_rate"`       // of Adam, at the beginning of the run
	FinalLearningRate float64 `yaml:"final_learning_rate"` // reached linearly at the end of the run
	Memory            int     `yaml:"memory"`              // decisions that are kept: the newest for values, a fair sample of all for regrets and the average
	WarmUp            int     `yaml:"warm_up"`             // decisions that are there before learning begins
	Replays           float64 `yaml:"replays"`             // rows that are learned from for each decision of an iteration
	Minibatch         int     `yaml:"minibatch"`           // rows of one gradient step
	Shards            int     `yaml:"shards"`              // parts of a minibatch that are differentiated side by side; changes the result of a run
	MaxGradNorm       float64 `yaml:"max_grad_norm"`       // a longer gradient is scaled to this norm
	AdamEpsilon       float64 `yaml:"adam_epsilon"`        // term in the divisor of a step of Adam
}

// Defaults returns settings for small games. Values keep their learning rate: play changes to the end, and they follow it. Regrets are
// learned from most often, for play goes by them.
func Defaults() Config {
	l := Learning{
		LearningRate: 3e-3, FinalLearningRate: 3e-4, Memory: 400_000, WarmUp: 1000, Replays: 4, Minibatch: 256, Shards: 2,
		MaxGradNorm: 10, AdamEpsilon: 1e-5,
	}
	c := Config{Scale: 3, Correct: true, Values: l, Regrets: l, Average: l, Value: 0.5}
	c.Values.Memory, c.Values.FinalLearningRate = 10_000, c.Values.LearningRate
	c.Regrets.Replays, c.Regrets.FinalLearningRate = 8, 1e-3
	return c
}

// Validate reports every fault.
func (c *Config) Validate() error {
	var faults env.Faults
	between(&faults, "scale", c.Scale, 0.1, 1000)
	for _, part := range []struct {
		path string
		of   *Learning
	}{{"values", &c.Values}, {"regrets", &c.Regrets}, {"average", &c.Average}} {
		part.of.validate(part.path, &faults)
	}
	between(&faults, "value", c.Value, 0, 100)
	return faults.Err()
}

func (l *Learning) validate(path string, faults *env.Faults) {
	between(faults, path+".learning_rate", l.LearningRate, 1e-9, 1)
	between(faults, path+".final_learning_rate", l.FinalLearningRate, 0, 1)
	if l.Memory < 1 {
		faults.Add(path+".memory", l.Memory, "at least 1 decision")
	}
	if l.WarmUp < 1 || l.WarmUp > l.Memory {
		faults.Add(path+".warm_up", l.WarmUp, "from 1 decision to as many as memory keeps (%d)", l.Memory)
	}
	between(faults, path+".replays", l.Replays, 1e-3, 1000)
	if l.Minibatch < 1 || l.Minibatch > qvalue.MostMinibatch {
		faults.Add(path+".minibatch", l.Minibatch, "a number of rows from 1 to %d", qvalue.MostMinibatch)
	}
	if l.Shards < 1 || l.Minibatch%max(l.Shards, 1) != 0 {
		faults.Add(path+".shards", l.Shards, "a number of at least 1 that divides the minibatch (%d)", l.Minibatch)
	}
	between(faults, path+".max_grad_norm", l.MaxGradNorm, 1e-6, 1e6)
	between(faults, path+".adam_epsilon", l.AdamEpsilon, 1e-12, 1)
}

func between(faults *env.Faults, path string, v, low, high float64) {
	if !(v >= low && v <= high) {
		faults.Add(path, v, "a number from %g to %g", low, high)
	}
}

// CheckRun refuses first weights from elsewhere, of which nothing would stay, and runs without self-play.
func (c *Config) CheckRun(s train.Setup) error {
	var f env.Faults
	const why = "none: the policy is the average of this run, of which that is no part"
	if s.Imitates {
		f.Add("imitation.agent", "an agent", why)
	}
	if s.Starts {
		f.Add("start", "a bot", why)
	}
	if o := &s.Run.Opponents; o.PastShare+o.FixedShare >= 1 {
		f.Add("opponents", fmt.Sprintf("shares of %g together", o.PastShare+o.FixedShare), "less than 1: regrets come from self-play alone")
	}
	return f.Err()
}

// CheckGame refuses games without the guarantee that the average of regret matching is near an equilibrium: it holds for two seats whose
// returns sum to 0. It refuses memories that are too large for a game as well.
func (c *Config) CheckGame(spec *env.Spec) error {
	var f env.Faults
	if spec.Players != 2 || spec.Utility != env.ZeroSum {
		f.Add("game", spec.String(), "a zero-sum game of two seats: an average of regret matching is near an equilibrium in no other")
	}
	f.AddUnder("", qvalue.CheckGame("escher.values", c.Values.Memory, spec))
	for _, part := range []struct {
		path string
		of   *Learning
	}{{"escher.regrets", &c.Regrets}, {"escher.average", &c.Average}} {
		f.AddUnder(part.path, replay.CheckSamples(part.of.Memory, spec.ObservationSize(), spec.NumActions()))
	}
	return f.Err()
}

// steps returns the gradient steps of an iteration that brings a number of decisions.
func (l *Learning) steps(decisions int) int {
	return max(1, int(math.Round(l.Replays*float64(decisions)/float64(l.Minibatch))))
}

// fitting returns the settings in the form that a network of values takes.
func (l *Learning) fitting(scale float64) qvalue.Config {
	return qvalue.Config{
		LearningRate: l.LearningRate, FinalLearningRate: l.FinalLearningRate, Memory: l.Memory, WarmUp: l.WarmUp, Replays: l.Replays,
		Minibatch: l.Minibatch, Shards: l.Shards, Scale: scale, FinalScale: -1, MaxGradNorm: l.MaxGradNorm, AdamEpsilon: l.AdamEpsilon,
	}
}
